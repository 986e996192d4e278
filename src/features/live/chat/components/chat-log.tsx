import { useMemo, type ReactNode } from 'react';
import { Skeleton } from '@/components/basic/skeleton';
import { useThreadScroll } from '@/components/hooks/use-thread-scroll';
import { JumpToLatest } from '@/components/list/jump-to-latest';
import { LogEdge } from '@/components/list/log-edge';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { chatOpened, lineDeleteRequested, lineDiscarded, lineSent, olderRequested } from '../chat-slice';
import { selectChat, selectOutgoingLines, type ChatMessage, type ChatPlace } from '../chat-state';
import { ChatLine, OutgoingLineView } from './chat-line';
import { ChatNews } from './chat-news';
import styles from './chat.module.css';

interface ChatLogProps extends ChatPlace {
  hostId: string;
  canModerate?: boolean;
  canWrite: boolean;
  renderMenu?: (message: ChatMessage) => ReactNode;
}

const NO_LINES: ChatMessage[] = [];

/** Not a live region, which would keep a screen reader busy in a lively chat: `ChatNews` sums new messages up instead. */
export function ChatLog({ conversationId, isPublic, hostId, canModerate, canWrite, renderMenu }: ChatLogProps) {
  const dispatch = useAppDispatch();
  const meId = useAppSelector(selectCurrentUser)?._id;
  const chat = useAppSelector(selectChat(conversationId));
  const allOutgoing = useAppSelector(selectOutgoingLines);
  const outgoing = allOutgoing.filter((line) => line.conversationId === conversationId);
  const all = chat?.messages ?? NO_LINES;
  const messages = useMemo(() => all.filter(({ isDeleted }) => !isDeleted), [all]);
  const ids = useMemo(() => messages.map(({ _id }) => _id), [messages]);
  const theirIds = useMemo(
    () => new Set(messages.filter(({ senderId }) => senderId !== meId).map(({ _id }) => _id)),
    [messages, meId],
  );
  const isReady = chat?.status === 'ready';
  const scroll = { ids, theirIds, outgoing: outgoing.length, isReady, reachesEnd: true, isUnread: false };
  const { frame, content, isAway, missed, toEnd, handleScroll } = useThreadScroll({ ...scroll, openAtId: null });
  const isEmpty = isReady && messages.length + outgoing.length === 0;
  return (
    <div className={styles.frame}>
      <div
        ref={frame}
        className={styles.log}
        role="log"
        aria-live="off"
        aria-label="Chat messages"
        tabIndex={0}
        onScroll={handleScroll}
      >
        <div ref={content} className={styles.content}>
          {chat?.status === 'pending' && messages.length === 0 && <Skeleton kind="line" count={4} />}
          {chat?.status === 'failed' && (
            <LogEdge
              status="failed"
              label="The chat"
              onMore={() => dispatch(chatOpened({ conversationId, isPublic }))}
              frame={frame}
            />
          )}
          {isReady && !chat.reachesStart && (
            <LogEdge
              status={chat.older}
              label="Older messages"
              onMore={() => dispatch(olderRequested({ conversationId }))}
              frame={frame}
            />
          )}
          {isEmpty && <p className="sm muted center">Nothing has been said yet.{canWrite && ' Say hello.'}</p>}
          {messages.map((message) => (
            <div key={message._id} data-message={message._id}>
              <ChatLine
                message={message}
                isHost={message.senderId === hostId}
                onDelete={
                  canModerate || (message.senderId === meId && message.type !== 'tip')
                    ? () => dispatch(lineDeleteRequested({ message }))
                    : undefined
                }
                menu={renderMenu?.(message)}
              />
            </div>
          ))}
          {outgoing.map((line) => (
            <OutgoingLineView
              key={line.clientId}
              line={line}
              onRetry={() => dispatch(lineSent(line))}
              onDiscard={() => dispatch(lineDiscarded({ clientId: line.clientId }))}
            />
          ))}
        </div>
      </div>
      <JumpToLatest isShown={isAway} missed={missed} onJump={toEnd} />
      <ChatNews messages={messages} meId={meId} isReady={isReady} />
    </div>
  );
}
