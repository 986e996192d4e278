import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { Sheet } from '@/components/layout/sheet';
import { getNoun } from '@/config/item-names';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { readKey } from '../item-kinds';
import { deleteRequested } from '../item-slice';
import { selectItem, selectRemoval } from '../item-state';
import { getTitle } from '../item-view';

const word = 'delete';

interface DeleteItemSheetProps {
  itemKey: string;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteItemSheet({ itemKey, onClose, onDeleted }: DeleteItemSheetProps) {
  const dispatch = useAppDispatch();
  const item = useAppSelector(selectItem(itemKey));
  const removal = useAppSelector(selectRemoval);
  const [typed, setTyped] = useState('');
  const isGone = useRef(false);
  const busy = removal?.key === itemKey && removal.status === 'pending';
  const noun = getNoun(readKey(itemKey).kind);
  const isReady = typed.trim().toLowerCase() === word;
  useEffect(() => {
    if (item || isGone.current) return;
    isGone.current = true;
    onDeleted();
  }, [item, onDeleted]);
  const handleSubmit = () => {
    if (isReady && !busy) dispatch(deleteRequested({ key: itemKey }));
  };
  return (
    <Sheet
      open={Boolean(item)}
      onClose={onClose}
      locked={busy}
      title={`Delete this ${noun}?`}
      subtitle={item ? getTitle(item) : undefined}
    >
      <Form onSubmit={handleSubmit}>
        <p className="ink-2">
          It disappears, with its files, likes and comments. This can’t be undone.
          {item?.isSale && item.price ? ' People who bought it keep it.' : ''}
        </p>
        <Field
          label={`Type “${word}” to continue`}
          error={removal?.key === itemKey && removal.status === 'failed' ? removal.error : undefined}
        >
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoCapitalize="off"
          />
        </Field>
        <FormFoot>
          <Button variant="danger" type="submit" block disabled={!isReady} busy={busy} busyLabel="Deleting">
            Delete the {noun}
          </Button>
        </FormFoot>
      </Form>
    </Sheet>
  );
}
