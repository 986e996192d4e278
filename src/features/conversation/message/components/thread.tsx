import { MessageCircle, Paperclip } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { Icon } from '@/components/basic/icon';
import { isUnknownAddress, type ApiFailure } from '@/services/api-error';
import { useDrop } from '@/components/hooks/use-drop';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { conversationClosed, conversationOpened, conversationViewed } from '../message-slice';
import { selectConversation, selectThread, type Conversation } from '../message-state';
import { Composer } from './composer';
import { MessageLog } from './message-log';
import { ThreadHead, type ThreadHandlers } from './thread-head';
import { useAttach } from './attachments';
import logStyles from './message-log.module.css';
import styles from './thread.module.css';

interface ThreadProps extends ThreadHandlers {
  conversationId: string;
  /** `sequence` of the message to open at; by default the first unread message, or else the end. */
  at?: number;
  /** Link back to the list with its filter. */
  backHref: string;
  renderAbout?: (conversation: Conversation) => ReactNode;
}

export function Thread({ conversationId, at, backHref, renderAbout, ...handlers }: ThreadProps) {
  const dispatch = useAppDispatch();
  const conversation = useAppSelector(selectConversation(conversationId));
  const thread = useAppSelector(selectThread(conversationId));
  const { attach, canAttach } = useAttach(conversationId);
  const { isOver, ...drop } = useDrop(attach, canAttach);
  // Cached messages are shown immediately; the position to open at is known only once the first page has loaded.
  const [isOpened, setIsOpened] = useState(false);
  useEffect(() => {
    dispatch(conversationOpened({ conversationId, at }));
    setIsOpened(true);
    const markReadOnReturn = () => {
      if (document.visibilityState === 'visible') dispatch(conversationViewed({ conversationId }));
    };
    document.addEventListener('visibilitychange', markReadOnReturn);
    return () => {
      document.removeEventListener('visibilitychange', markReadOnReturn);
      dispatch(conversationClosed());
    };
  }, [dispatch, conversationId, at]);
  const isShown = conversation && thread && (thread.ids.length > 0 || thread.status === 'ready');
  const hasFailed = thread?.status === 'failed' && thread.ids.length === 0;
  if (hasFailed && isConversationMissing(thread.error)) {
    return (
      <EmptyState
        icon={MessageCircle}
        title="Conversation not found"
        text="It may have been closed, or the link is incomplete."
        action={<Button href={backHref}>All conversations</Button>}
      />
    );
  }
  return (
    <>
      <ThreadHead conversation={conversation} backHref={backHref} {...handlers} />
      {conversation && renderAbout?.(conversation)}
      {hasFailed ? (
        <ErrorState
          title="The messages did not load"
          text={thread.error?.message}
          onRetry={() => dispatch(conversationOpened({ conversationId, at }))}
        />
      ) : (
        <div className={styles.body} {...drop}>
          {isShown ? (
            <MessageLog
              conversation={conversation}
              thread={thread}
              isReady={isOpened && thread.status === 'ready'}
              at={at}
            />
          ) : (
            <Waiting />
          )}
          <Composer conversationId={conversationId} conversation={conversation} />
          {isOver && (
            <div className={styles.drop}>
              <Icon of={Paperclip} />
              Drop to attach
            </div>
          )}
        </div>
      )}
    </>
  );
}

const isConversationMissing = (error: ApiFailure | null) => error !== null && isUnknownAddress(error);

function Waiting() {
  return (
    <div className={logStyles.waiting} role="status">
      <span className="sr">Loading</span>
      <span />
      <span />
      <span data-mine />
      <span />
      <span data-mine />
    </div>
  );
}
