import Link from 'next/link';
import type { ReactNode } from 'react';
import { BellOff } from 'lucide-react';
import { cx } from '@/lib/cx';
import { Avatar } from './avatar';
import { Count } from '../basic/count';
import { Icon } from '../basic/icon';
import { TimeAgo } from '../basic/times';
import styles from './conversation-row.module.css';

interface ConversationRowProps {
  href: string;
  name: string;
  avatar?: string | null;
  online?: boolean;
  preview: ReactNode;
  /** ISO text. */
  lastAt: string;
  unread?: number;
  muted?: boolean;
  current?: boolean;
}

export function ConversationRow(props: ConversationRowProps) {
  const { href, name, avatar, online, preview, lastAt, unread = 0, muted, current } = props;
  return (
    <Link
      className={cx('row', styles.row, unread > 0 && styles.unread)}
      href={href}
      aria-current={current ? 'true' : undefined}
    >
      <Avatar name={name} src={avatar} online={online} />
      <span className={cx('grow', styles.words)}>
        <span className={styles.top}>
          <span className={cx('truncate', styles.name)}>{name}</span>
          {muted && (
            <>
              <Icon of={BellOff} size={16} className="muted" />
              <span className="sr">Muted</span>
            </>
          )}
          <TimeAgo value={lastAt} short className={cx('end xs muted', styles.time)} />
        </span>
        <span className={styles.top}>
          <span className={cx('grow truncate sm muted', styles.preview)}>{preview}</span>
          <Count value={unread} label="unread" />
        </span>
      </span>
    </Link>
  );
}
