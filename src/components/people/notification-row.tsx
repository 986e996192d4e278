import Link from 'next/link';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Avatar } from './avatar';
import { Icon, type Glyph } from '../basic/icon';
import { TimeAgo } from '../basic/times';
import styles from './notification-row.module.css';

interface NotificationRowProps {
  href: string;
  /** The words, with the person's name in `<b>`. */
  children: ReactNode;
  /** ISO text. */
  createdAt: string;
  unread?: boolean;
  /** Whose portrait stands before it; an icon when it is about money or the site. */
  person?: { name: string; avatar?: string | null };
  icon?: Glyph;
  /** A small picture of the work. */
  thumb?: string | null;
  /** Pressed: the caller marks it read. */
  onOpen?: () => void;
}

/** One notification; the whole row is the link. */
export function NotificationRow(props: NotificationRowProps) {
  const { href, children, createdAt, unread, person, icon, thumb, onOpen } = props;
  return (
    <Link className={cx('row', styles.row, unread && styles.unread)} href={href} onClick={onOpen}>
      {person && <Avatar name={person.name} src={person.avatar} />}
      {!person && icon && (
        <span className={styles.icon}>
          <Icon of={icon} />
        </span>
      )}
      <span className="grow">
        {unread && <span className="sr">New: </span>}
        {children}
        <TimeAgo value={createdAt} className={cx('xs muted', styles.time)} />
      </span>
      {thumb && <img className={styles.thumb} src={thumb} alt="" width={46} height={46} loading="lazy" />}
    </Link>
  );
}
