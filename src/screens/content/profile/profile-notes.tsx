import Link from 'next/link';
import { EyeOff, VolumeX } from 'lucide-react';
import { Note } from '@/components/basic/note';
import { paths } from '@/config/paths';
import { hideUndone } from '@/features/content/item/item-slice';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from '../profile-screen.module.css';

/** Shown on the creator's own page until an operator has approved the account. */
export function OnlyYou() {
  const viewer = useAppSelector(selectCurrentUser);
  if (!viewer?.isPerformer || viewer.verifiedDocument) return null;
  return (
    <Note icon={EyeOff} tone="accent" className={styles.onlyYou}>
      Only you can see this page until you’re approved.{' '}
      <Link className="link" href={paths.home}>
        Set up your page
      </Link>
    </Note>
  );
}

export function MutedNote({ performer: { _id: id, name } }: { performer: { _id: string; name: string } }) {
  const dispatch = useAppDispatch();
  return (
    <Note icon={VolumeX}>
      You muted {name}: nothing of theirs shows on Home.{' '}
      <button type="button" className="link" onClick={() => dispatch(hideUndone({ id }))}>
        Unmute
      </button>
    </Note>
  );
}
