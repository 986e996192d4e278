import { Check, CheckCheck, CircleAlert, Clock, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Icon } from '../basic/icon';
import styles from './message-bubble.module.css';

export type MessageState = 'sending' | 'waiting' | 'sent' | 'seen' | 'failed';

interface MessageBubbleProps {
  mine: boolean;
  /** For screen readers; `You` for the user's own message. */
  author: string;
  children?: ReactNode;
  media?: ReactNode;
  deleted?: boolean;
  aside?: ReactNode;
  /** Adds space below a message of another author. */
  gap?: boolean;
  /** Set on the viewer's last message and on failed ones. */
  state?: MessageState;
  stateTime?: string;
  onRetry?: () => void;
  onDelete?: () => void;
}

const states = {
  sending: { icon: Clock, word: 'Sending' },
  waiting: { icon: CloudOff, word: 'Sends when you’re back online' },
  sent: { icon: Check, word: 'Sent' },
  seen: { icon: CheckCheck, word: 'Seen' },
  failed: { icon: CircleAlert, word: 'Not sent' },
};

export function MessageBubble(props: MessageBubbleProps) {
  const { mine, author, children, media, deleted, aside, gap, state, stateTime, onRetry, onDelete } = props;
  const failed = state === 'failed';
  const look = cx(
    styles.bubble,
    mine && styles.mine,
    Boolean(media) && styles.framed,
    failed && styles.failed,
    deleted && styles.deleted,
  );
  return (
    <div className={cx(styles.line, mine && styles.right, gap && styles.gap)}>
      <div className={styles.body}>
        <div className={look}>
          <span className="sr">{mine ? 'You' : author}: </span>
          {deleted ? <span>Message deleted</span> : (media ?? children)}
          {!deleted && media && children && <div className={styles.caption}>{children}</div>}
        </div>
        {aside}
      </div>
      {state && (
        <span
          className={cx('xs muted num', styles.state, failed && styles.stateFailed)}
          role={failed ? 'alert' : undefined}
        >
          <Icon of={states[state].icon} size={16} />
          {states[state].word} {state === 'seen' && stateTime}
          {failed && onRetry && (
            <button type="button" onClick={onRetry}>
              Try again
            </button>
          )}
          {(failed || state === 'waiting') && onDelete && (
            <button type="button" onClick={onDelete}>
              Delete
            </button>
          )}
        </span>
      )}
    </div>
  );
}
