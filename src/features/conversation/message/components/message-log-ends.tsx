import { useEffect, useRef, type RefObject } from 'react';
import { Button } from '@/components/basic/button';
import { Skeleton } from '@/components/basic/skeleton';
import { useRetryWhenBack } from '@/components/hooks/use-retry-when-back';
import { Avatar } from '@/components/people/avatar';
import { cx } from '@/lib/cx';
import { payeeOf, type Conversation, type EdgeStatus } from '../message-state';
import styles from './message-log.module.css';

/** Stands above the first message of a conversation, or alone while nothing is written yet. */
export function Beginning({ conversation, isEmpty }: { conversation: Conversation; isEmpty: boolean }) {
  const { name, avatar } = payeeOf(conversation.recipientInfo);
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

/** How far from view the next page is asked for. */
const ahead = '600px 0px';

/** Either end of the messages that are here, while there are more: asks for them before they come into view. */
export function MessageLogEdge({ status, label, onMore, frame }: MessageLogEdgeProps) {
  const edge = useRef<HTMLDivElement>(null);
  const ask = useRef(onMore);
  useEffect(() => {
    ask.current = onMore;
  });
  useEffect(() => {
    if (status !== 'idle' || !edge.current || typeof IntersectionObserver === 'undefined') return undefined;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && ask.current(), {
      root: frame.current,
      rootMargin: ahead,
    });
    watcher.observe(edge.current);
    return () => watcher.disconnect();
  }, [status, frame]);
  useRetryWhenBack(status === 'failed' ? onMore : undefined);
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
