import { VolumeX } from 'lucide-react';
import { Note } from '@/components/basic/note';
import { creatorUnmuted } from '@/features/content/item/item-slice';
import { useAppDispatch } from '@/store/hooks';

/** On the page of a creator whom the reader muted: what that means, and the way back. */
export function MutedNote({ performer: { _id: id, name } }: { performer: { _id: string; name: string } }) {
  const dispatch = useAppDispatch();
  return (
    <Note icon={VolumeX}>
      You muted {name}: nothing of theirs shows on Home.{' '}
      <button type="button" className="link" onClick={() => dispatch(creatorUnmuted({ id }))}>
        Unmute
      </button>
    </Note>
  );
}
