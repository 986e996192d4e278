import { MessageCircle } from 'lucide-react';
import { Button } from '@/components/button';
import { EmptyState } from '@/components/empty-state';
import { Skeleton } from '@/components/skeleton';
import { paths } from '@/config/paths';
import { useAppSelector } from '@/store/hooks';
import { selectOpening } from '../message-slice';
import { ConversationList } from './conversation-list';
import { Thread } from './thread';
import styles from './inbox.module.css';

/** Conversations and the open one: side by side, on phones one at a time. */
export function Inbox({ conversationId }: { conversationId: string | null }) {
  const opening = useAppSelector(selectOpening);
  const isOpening = opening.status !== 'idle';
  return (
    <div className={styles.inbox} data-open={conversationId || isOpening ? '' : undefined}>
      <ConversationList currentId={conversationId} />
      <section className={styles.thread} aria-label="Conversation">
        {conversationId ? (
          <Thread key={conversationId} conversationId={conversationId} />
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
                text="What you write here is between the two of you."
              />
            )}
          </div>
        )}
      </section>
    </div>
  );
}
