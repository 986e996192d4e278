import Link from 'next/link';
import { consolePaths } from '@/config/console-paths';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { cx } from '@/lib/cx';
import { useAppSelector } from '@/store/hooks';
import styles from './person-link.module.css';

interface PersonLinkProps {
  /** Null, or without an id, for a deleted account. */
  person: { _id?: string; name?: string | null; username?: string | null } | null | undefined;
}

/** Name and username, which tell people of one name apart; a link for roles that read people. */
export function PersonLink({ person }: PersonLinkProps) {
  const isLinked = useAppSelector(selectMay('readPeople'));
  if (!person?._id || (!person.name && !person.username)) return 'Deleted account';
  const { _id, name, username } = person;
  const shown = name || username;
  return (
    <>
      {isLinked ? (
        <Link className="link" href={consolePaths.person(_id)}>
          {shown}
        </Link>
      ) : (
        shown
      )}
      {username && (
        <>
          {' '}
          <span className={cx('sm muted', styles.username)}>@{username}</span>
        </>
      )}
    </>
  );
}
