import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { Sheet } from '@/components/layout/sheet';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { deleteRequested, selectFeed, selectRemoval } from '../feed-slice';
import { titleOf } from '../feed-view';

/** The word that must be typed. */
const word = 'delete';

interface DeletePostSheetProps {
  id: string;
  onClose: () => void;
  /** It is gone. */
  onDeleted: () => void;
}

/** Asks before a post is gone for good: what goes with it, and one word to type. */
export function DeletePostSheet({ id, onClose, onDeleted }: DeletePostSheetProps) {
  const dispatch = useAppDispatch();
  const feed = useAppSelector(selectFeed(id));
  const removal = useAppSelector(selectRemoval);
  const [typed, setTyped] = useState('');
  const isGone = useRef(false);
  const busy = removal?.id === id && removal.status === 'pending';
  const isReady = typed.trim().toLowerCase() === word;
  useEffect(() => {
    if (feed || isGone.current) return;
    isGone.current = true;
    onDeleted();
  }, [feed, onDeleted]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !busy) dispatch(deleteRequested({ id }));
  };
  return (
    <Sheet
      open={Boolean(feed)}
      onClose={onClose}
      locked={busy}
      title="Delete this post?"
      subtitle={feed ? titleOf(feed) : undefined}
    >
      <form className="stack" onSubmit={handleSubmit}>
        <p className="ink-2">
          It disappears, with its files, likes and comments. This can’t be undone.
          {feed?.isSale && feed.price ? ' People who bought it keep it.' : ''}
        </p>
        <Field
          label={`Type “${word}” to continue`}
          error={removal?.id === id && removal.status === 'failed' ? removal.error : undefined}
        >
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoCapitalize="off"
          />
        </Field>
        <Button variant="danger" type="submit" block disabled={!isReady} busy={busy} busyLabel="Deleting">
          Delete the post
        </Button>
      </form>
    </Sheet>
  );
}
