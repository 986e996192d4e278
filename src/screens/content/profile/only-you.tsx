import Link from 'next/link';
import { EyeOff } from 'lucide-react';
import { Note } from '@/components/basic/note';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';
import styles from '../profile-screen.module.css';

/** Above a creator's own page, until an operator has approved them. */
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
