import dynamic from 'next/dynamic';
import { useCallback, useMemo, useState } from 'react';
import { DayDivider } from '@/components/basic/times';
import { TypingDots } from '@/components/basic/typing-dots';
import { useNow } from '@/components/hooks/use-now';
import { useThreadScroll } from '@/components/hooks/use-thread-scroll';
import { JumpToLatest } from '@/components/list/jump-to-latest';
import { LogEdge } from '@/components/list/log-edge';
import { PartBoundary } from '@/components/states/part-boundary';
import { LazySheet } from '@/components/states/part-failed';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { formatDayName, formatTime, VIEWER_TIME_ZONE } from '@/lib/dates';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { conversationOpened, edgeRequested, latestRequested } from '../message-slice';
import {
  selectIsTyping,
  selectMessages,
  selectOutgoing,
  getPayee,
  type Conversation,
  type Message,
  type Thread,
} from '../message-state';
import { Beginning } from './message-log-ends';
import { messageLogRows } from './message-log-rows';
import { MessageItem } from './message-item';
import { OutgoingItem } from './outgoing-item';
import styles from './message-log.module.css';

const DeleteSheet = dynamic(() => import('./delete-sheet'), { ssr: false, loading: LazySheet });

interface MessageLogProps {
  conversation: Conversation;
  thread: Thread;
  isReady: boolean;
  /** `sequence` of the message to open the conversation at. */
  at: number | undefined;
}

export function MessageLog({ conversation, thread, isReady, at }: MessageLogProps) {
  const dispatch = useAppDispatch();
  const now = useNow() ?? undefined;
  const meId = useAppSelector(selectCurrentUser)?._id;
  const stored = useAppSelector(selectMessages);
  const { _id: conversationId, recipientInfo } = conversation;
  const isTyping = useAppSelector(selectIsTyping(conversationId));
  const outgoing = useAppSelector(selectOutgoing).filter((one) => one.conversationId === conversationId);
  const [deleted, setDeleted] = useState<Message | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const confirmDelete = useCallback(
    (message: Message) => {
      setDeleted(message);
      setIsAsking(true);
    },
    [setDeleted, setIsAsking],
  );
  const messages = useMemo(() => thread.ids.flatMap((id) => stored[id] ?? []), [thread.ids, stored]);
  const theirIds = useMemo(
    () => new Set(messages.flatMap(({ _id, senderId }) => (senderId === meId ? [] : _id))),
    [messages, meId],
  );
  const other = useMemo(() => getPayee(recipientInfo), [recipientInfo]);
  const found = at === undefined ? undefined : messages.find((message) => message.sequence === at);
  const { frame, content, isAway, missed, toEnd, handleScroll } = useThreadScroll({
    ids: thread.ids,
    theirIds,
    outgoing: outgoing.length,
    isReady,
    reachesEnd: thread.reachesEnd,
    isUnread: at === undefined,
    openAtId: at === undefined ? (isReady ? thread.newFromId : null) : (found?._id ?? null),
  });
  const rows = messageLogRows(messages, { meId, newFromId: thread.newFromId, now });
  const lastMine = thread.reachesEnd ? messages.findLast((message) => message.senderId === meId) : undefined;
  const lastRow = messages.at(-1);
  const toLatest = () => {
    if (!thread.reachesEnd) dispatch(latestRequested({ conversationId }));
    toEnd();
  };
  return (
    <div className={styles.logFrame}>
      <div
        ref={frame}
        className={styles.log}
        role="log"
        aria-label={`Messages with ${other.name}`}
        tabIndex={0}
        onScroll={handleScroll}
      >
        <div ref={content} className={styles.content}>
          {thread.reachesStart ? (
            <Beginning conversation={conversation} isEmpty={messages.length + outgoing.length === 0} />
          ) : (
            thread.status !== 'pending' && (
              <LogEdge
                status={thread.older}
                label="Older messages"
                onMore={() => dispatch(edgeRequested({ conversationId, edge: 'older' }))}
                frame={frame}
              />
            )
          )}
          {rows.map((row) =>
            row.kind === 'message' ? (
              <div key={row.key} data-message={row.key} className={row.message === found ? styles.found : undefined}>
                <PartBoundary part="message" text="This message could not be shown.">
                  <MessageItem
                    message={row.message}
                    mine={row.mine}
                    other={other}
                    gap={row.gap}
                    onDelete={confirmDelete}
                    {...(row.message === lastMine && outgoing.length === 0 && getState(row.message, now))}
                  />
                </PartBoundary>
              </div>
            ) : (
              <DayDivider key={row.key} label={row.label} unread={row.kind === 'new'} />
            ),
          )}
          {!thread.reachesEnd && (
            <LogEdge
              status={thread.newer}
              label="Newer messages"
              onMore={() => dispatch(edgeRequested({ conversationId, edge: 'newer' }))}
              frame={frame}
            />
          )}
          {thread.status === 'failed' && (
            <LogEdge
              status="failed"
              label="New messages"
              onMore={() => dispatch(conversationOpened({ conversationId, at }))}
              frame={frame}
            />
          )}
          {outgoing.map((one, index) => (
            <div key={one.clientId} className={styles.fresh}>
              <PartBoundary part="message" text="This message could not be shown.">
                <OutgoingItem outgoing={one} gap={index === 0 && lastRow !== undefined && lastRow.senderId !== meId} />
              </PartBoundary>
            </div>
          ))}
          {isTyping && <TypingDots name={other.name} />}
        </div>
      </div>
      <JumpToLatest isShown={isAway} missed={missed + thread.waiting} onJump={toLatest} />
      {deleted && (
        <DeleteSheet message={deleted} open={isAsking} name={other.name} onClose={() => setIsAsking(false)} />
      )}
    </div>
  );
}

function getState({ seenAt }: Message, now: number | undefined) {
  if (!seenAt) return { state: 'sent' as const };
  const day = formatDayName(seenAt, { now, timeZone: VIEWER_TIME_ZONE });
  return {
    state: 'seen' as const,
    stateTime: `${day === 'Today' ? '' : `${day}, `}${formatTime(seenAt, { timeZone: VIEWER_TIME_ZONE })}`,
  };
}
