import { MessageCircle } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { useKeyboardRoom } from '@/components/hooks/use-keyboard-room';
import { EmptyState } from '@/components/states/empty-state';
import { PartBoundary } from '@/components/states/part-boundary';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { withInboxFilter } from '../inbox-filter';
import type { InboxFilter } from '../message-state';
import { inboxShown } from '../message-slice';
import { selectOpening, type Conversation } from '../message-state';
import { ConversationList } from './conversation-list';
import { Thread } from './thread';
import type { ThreadHandlers } from './thread-head';
import styles from './inbox.module.css';

interface InboxProps extends ThreadHandlers {
  conversationId: string | null;
  /** `sequence` of the message to open the conversation at. */
  at?: number;
  unread: number;
  filter: InboxFilter;
  onFilter: (filter: InboxFilter) => Promise<unknown>;
  renderAbout?: (conversation: Conversation) => ReactNode;
}

export function Inbox({ conversationId, at, unread, filter, onFilter, ...thread }: InboxProps) {
  const dispatch = useAppDispatch();
  const opening = useAppSelector(selectOpening);
  const box = useRef<HTMLDivElement>(null);
  useKeyboardRoom(box);
  useEffect(() => void dispatch(inboxShown()), [dispatch]);
  const isOpening = opening.status !== 'idle';
  return (
    <div ref={box} className={styles.inbox} data-open={conversationId || isOpening ? '' : undefined}>
      <ConversationList currentId={conversationId} unread={unread} filter={filter} onFilter={onFilter} />
      <section className={styles.thread} aria-label="Conversation">
        {conversationId ? (
          <PartBoundary part="conversation" text="This conversation could not be shown." resetKey={conversationId}>
            <Thread
              key={`${conversationId} ${at ?? ''}`}
              conversationId={conversationId}
              at={at}
              {...thread}
              backHref={withInboxFilter(paths.messages, filter)}
            />
          </PartBoundary>
        ) : (
          <div className={styles.blank}>
            {opening.status === 'failed' && (
              <EmptyState
                icon={MessageCircle}
                title="This conversation did not open"
                text={opening.error?.message}
                action={<Button href={paths.messages}>All conversations</Button>}
              />
            )}
            {opening.status === 'pending' && <Skeleton kind="person" count={1} />}
            {opening.status === 'idle' && (
              <EmptyState
                icon={MessageCircle}
                title="Choose a conversation"
                text="Messages are private between the two of you."
              />
            )}
          </div>
        )}
      </section>
    </div>
  );
}
