import { ArrowLeft, HandCoins } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '@/components/button';
import { DayDivider } from '@/components/day-divider';
import { ErrorState } from '@/components/error-state';
import { IconButton } from '@/components/icon-button';
import { MessageBubble } from '@/components/message-bubble';
import { NewPill } from '@/components/new-pill';
import { OfflineBar } from '@/components/offline-bar';
import { PersonRow } from '@/components/person-row';
import { Skeleton } from '@/components/skeleton';
import { TypingDots } from '@/components/typing-dots';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/session/session-slice';
import { selectIsCutOff } from '@/features/ui/ui-slice';
import { formatDay } from '@/lib/dates';
import { dateFormatter } from '@/lib/formatters';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { tipWanted } from '@/store/intents';
import {
  conversationClosed,
  conversationOpened,
  conversationRead,
  messageSent,
  olderRequested,
  outgoingDropped,
  selectConversation,
  selectIsTyping,
  selectMessages,
  selectOutgoing,
  selectThread,
  type Conversation,
  type Message,
} from '../message-slice';
import { Composer } from './composer';
import { MessageItem } from './message-item';
import { payeeOf } from './payee-of';
import { nearEdge, useThreadScroll } from './use-thread-scroll';
import styles from './thread.module.css';

/** One conversation: who it is with, what was said, and the line to write in. */
export function Thread({ conversationId }: { conversationId: string }) {
  const dispatch = useAppDispatch();
  const conversation = useAppSelector(selectConversation(conversationId));
  const thread = useAppSelector(selectThread(conversationId));
  const isCutOff = useAppSelector(selectIsCutOff);
  useEffect(() => {
    dispatch(conversationOpened({ conversationId }));
    const readOnReturn = () => {
      if (document.visibilityState === 'visible') dispatch(conversationRead({ conversationId }));
    };
    document.addEventListener('visibilitychange', readOnReturn);
    return () => {
      document.removeEventListener('visibilitychange', readOnReturn);
      dispatch(conversationClosed());
    };
  }, [dispatch, conversationId]);
  if (thread?.status === 'failed' && thread.ids.length === 0) {
    return (
      <ErrorState
        title="The messages did not load"
        text={thread.error?.message}
        onRetry={() => dispatch(conversationOpened({ conversationId }))}
      />
    );
  }
  return (
    <>
      <Head conversation={conversation} />
      {isCutOff && (
        <div className={styles.offline}>
          <OfflineBar />
        </div>
      )}
      {conversation && thread && (thread.ids.length > 0 || thread.status === 'ready') ? (
        <Log conversation={conversation} />
      ) : (
        <div className={styles.log}>
          <Skeleton kind="line" count={4} />
        </div>
      )}
      <Composer conversationId={conversationId} conversation={conversation} />
    </>
  );
}

function Head({ conversation }: { conversation: Conversation | undefined }) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectCurrentUser);
  const person = conversation?.recipientInfo;
  const canTip = person?.isPerformer === true && me?.isPerformer === false;
  return (
    <header className={styles.head}>
      <IconButton icon={ArrowLeft} label="Back to conversations" href={paths.messages} className={styles.back} />
      {person && (
        <PersonRow
          className="grow"
          name={person.name}
          avatar={person.avatar}
          href={person.isPerformer ? paths.profile(person.username || person._id) : undefined}
          verified={person.isPerformer && person.verifiedAccount}
          online={Boolean(person.isOnline)}
          meta={person.isOnline ? 'Online' : person.isPerformer ? (person.headline ?? '') : 'Fan'}
        />
      )}
      {canTip && conversation && (
        <Button
          variant="gift"
          size="sm"
          icon={HandCoins}
          onClick={() => dispatch(tipWanted({ performer: payeeOf(person), conversationId: conversation._id }))}
        >
          Tip
        </Button>
      )}
    </header>
  );
}

function Log({ conversation }: { conversation: Conversation }) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectCurrentUser);
  const { _id: conversationId } = conversation;
  const thread = useAppSelector(selectThread(conversationId));
  const messages = useAppSelector(selectMessages);
  const isTyping = useAppSelector(selectIsTyping(conversationId));
  const outgoing = useAppSelector(selectOutgoing).filter((one) => one.conversationId === conversationId);
  const ids = thread?.ids ?? [];
  const { frame, missed, toEnd } = useThreadScroll(ids, outgoing.length);
  const hasOlder = ids.length < (thread?.total ?? 0);
  const other = payeeOf(conversation.recipientInfo);
  const lastMineId = ids.findLast((id) => messages[id]?.senderId === me?._id);
  const askOlder = () => {
    if (hasOlder && !thread?.isLoadingOlder) dispatch(olderRequested({ conversationId }));
  };
  return (
    <div className={styles.logFrame}>
      <div
        ref={frame}
        className={styles.log}
        role="log"
        aria-label={`Messages with ${other.name}`}
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          if (currentTarget.scrollTop < nearEdge) askOlder();
        }}
      >
        <div className={styles.older}>
          {thread?.isLoadingOlder && <Skeleton kind="line" count={2} />}
          {hasOlder && !thread?.isLoadingOlder && (
            <Button variant="ghost" size="sm" onClick={askOlder}>
              Older messages
            </Button>
          )}
        </div>
        {ids.length === 0 && outgoing.length === 0 && (
          <p className={styles.start}>Nothing is written yet. What you write here is between the two of you.</p>
        )}
        {ids.map((id, index) => {
          const message = messages[id];
          if (!message) return null;
          const before = messages[ids[index - 1] ?? ''];
          const mine = message.senderId === me?._id;
          return (
            <div key={id} data-message={id}>
              {dayOf(before) !== dayOf(message) && <DayDivider label={dayOf(message)} />}
              {thread?.firstUnreadId === id && <DayDivider label="New" unread />}
              <MessageItem
                message={message}
                mine={mine}
                other={other}
                gap={before !== undefined && before.senderId !== message.senderId}
                state={id === lastMineId && outgoing.length === 0 ? (message.seenAt ? 'seen' : 'sent') : undefined}
                stateTime={message.seenAt ? timeOf(message.seenAt) : undefined}
              />
            </div>
          );
        })}
        {outgoing.map((one) => (
          <MessageBubble
            key={one.clientId}
            mine
            author="You"
            state={one.status}
            onRetry={() => dispatch(messageSent(one))}
            onDelete={() => dispatch(outgoingDropped({ clientId: one.clientId }))}
          >
            {one.text || `${one.attachments.length} files`}
            {one.status === 'failed' && one.error && <span className="sr">. {one.error.message}</span>}
          </MessageBubble>
        ))}
        {isTyping && <TypingDots name={other.name} />}
      </div>
      {missed > 0 && (
        <div className={styles.latest}>
          <NewPill direction="down" label={missed === 1 ? '1 new message' : `${missed} new messages`} onClick={toEnd} />
        </div>
      )}
    </div>
  );
}

const dayOf = (message: Message | undefined) => (message ? formatDay(message.createdAt) : '');
const timeOf = (value: string) => dateFormatter('en-GB', { timeStyle: 'short' }).format(new Date(value));
