import type { RefObject } from 'react';
import { Button } from '@/components/basic/button';
import { Skeleton } from '@/components/basic/skeleton';
import { useNearEnd } from '@/components/hooks/use-near-end';
import { useRetryOnReconnect } from '@/components/hooks/use-retry-when-back';
import { Avatar } from '@/components/people/avatar';
import { cx } from '@/lib/cx';
import { getPayee, type Conversation, type EdgeStatus } from '../message-state';
import styles from './message-log.module.css';

/** Stands above the first message of a conversation, or alone while nothing is written yet. */
export function Beginning({ conversation, isEmpty }: { conversation: Conversation; isEmpty: boolean }) {
  const { name, avatar } = getPayee(conversation.recipientInfo);
  const between = 'Only the two of you can see it.';
  return (
    <div className={cx('sm muted center', styles.beginning)} data-empty={isEmpty || undefined}>
      <Avatar name={name} src={avatar} size="lg" />
      <p className={styles.beginningName}>{name}</p>
      <p>
        {!isEmpty && `Your conversation begins here. ${between}`}
        {isEmpty && `No messages yet. ${conversation.canWrite === false ? '' : between}`}
      </p>
    </div>
  );
}

interface MessageLogEdgeProps {
  status: EdgeStatus;
  /** What can be asked for: `Older messages`. */
  label: string;
  onMore: () => void;
  /** The element that scrolls. */
  frame: RefObject<HTMLElement | null>;
}

/** Either end of the messages that are here, while there are more: asks for them before they come into view. */
export function MessageLogEdge({ status, label, onMore, frame }: MessageLogEdgeProps) {
  const edge = useNearEnd(status === 'idle', onMore, frame);
  useRetryOnReconnect(status === 'failed' ? onMore : undefined);
  return (
    <div ref={edge} className={cx('sm muted', styles.edge)}>
      {status === 'pending' && <Skeleton kind="line" width="38%" />}
      {status === 'idle' && (
        <Button variant="ghost" size="sm" onClick={onMore}>
          {label}
        </Button>
      )}
      {status === 'failed' && (
        <p role="alert">
          {label} did not load.{' '}
          <button type="button" className="link" onClick={onMore}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}
