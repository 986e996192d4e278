import Link from 'next/link';
import { SquarePen } from 'lucide-react';
import { Avatar } from '@/components/people/avatar';
import { Icon } from '@/components/basic/icon';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';
import styles from './composer-prompt.module.css';

/** A creator's way into the composer. */
export function ComposerPrompt() {
  const viewer = useAppSelector(selectCurrentUser);
  if (!viewer) return null;
  return (
    <Link className={styles.prompt} href={paths.creator.createPost}>
      <Avatar name={viewer.name || viewer.username || 'You'} src={viewer.avatar} size="sm" />
      <span className="grow">What have you made?</span>
      <Icon of={SquarePen} />
    </Link>
  );
}
