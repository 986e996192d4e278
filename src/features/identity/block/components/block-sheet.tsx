import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { TextArea } from '@/components/form/text-area';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { blockClosed, personBlocked, selectBlock, type FoundPerson } from '../block-feature';

interface BlockSheetProps {
  /** Null while closed. */
  person: FoundPerson | null;
  onClose: () => void;
  /** Explains what happens to paid subscriptions, and whether the account is notified. */
  about: ReactNode;
}

export function BlockSheet({ person, onClose, about }: BlockSheetProps) {
  const { blocking } = useAppSelector(selectBlock);
  useEffect(() => {
    if (blocking.status === 'saved') onClose();
  }, [blocking.status, onClose]);
  return (
    <Sheet
      open={person !== null}
      onClose={onClose}
      locked={blocking.status === 'pending'}
      title={`Block ${person?.name || person?.username || 'them'}?`}
      subtitle="They’ll see “page not found”."
    >
      {about}
      {person && <ReasonForm key={person._id} person={person} />}
    </Sheet>
  );
}

function ReasonForm({ person }: { person: FoundPerson }) {
  const dispatch = useAppDispatch();
  const { blocking } = useAppSelector(selectBlock);
  const [reason, setReason] = useState('');
  useEffect(() => () => void dispatch(blockClosed()), [dispatch]);
  return (
    <Form className="stack stack--lg" onSubmit={() => dispatch(personBlocked({ person, reason: reason.trim() }))}>
      <Field label="Why" optional hint="Only you can see this.">
        <TextArea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <FormFoot failure={blocking.error}>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={blocking.status === 'pending'}
          busyLabel="Blocking"
        >
          Block
        </Button>
      </FormFoot>
    </Form>
  );
}
