import { MessageCircle } from 'lucide-react';
import { limits } from '@contract/limits';
import { Button } from '@/components/button';
import { ConversationRow } from '@/components/conversation-row';
import { EmptyState } from '@/components/empty-state';
import { ErrorState } from '@/components/error-state';
import { InfiniteEnd } from '@/components/infinite-end';
import { Skeleton } from '@/components/skeleton';
import { paths } from '@/config/paths';
import { selectCurrentUser, selectIsPerformer } from '@/features/session/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { listKeyOf, writeInboxFilter, type InboxFilter } from '../inbox-filter';
import { listRequested } from '../message-slice';
import { selectConversation, selectConversationList, selectDraft, selectIsTyping } from '../message-selectors';
import { payeeOf } from './payee-of';
import styles from './inbox.module.css';

interface ConversationRowsProps {
  filter: InboxFilter;
  currentId: string | null;
}

/** The conversations of one filter, page by page. */
export function ConversationRows({ filter, currentId }: ConversationRowsProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectConversationList(listKeyOf(filter)));
  if (!list || (list.status === 'pending' && list.ids.length === 0)) {
    return <Skeleton kind="person" count={7} className={styles.waiting} />;
  }
  if (list.status === 'failed' && list.ids.length === 0) {
    return (
      <ErrorState
        title="The conversations did not load"
        text={list.error?.message}
        onRetry={() => dispatch(listRequested(filter))}
      />
    );
  }
  if (list.ids.length === 0) return <Nothing filter={filter} />;
  return (
    <>
      {list.ids.map((id) => (
        <Row key={id} id={id} filter={filter} isCurrent={id === currentId} />
      ))}
      {(list.status !== 'ready' || list.ids.length < list.total) && (
        <InfiniteEnd
          state={list.status === 'ready' ? 'more' : list.status === 'pending' ? 'loading' : 'failed'}
          skeleton="person"
          onMore={() => dispatch(listRequested({ ...filter, more: true }))}
        />
      )}
    </>
  );
}

function Row({ id, filter, isCurrent }: { id: string; filter: InboxFilter; isCurrent: boolean }) {
  const conversation = useAppSelector(selectConversation(id));
  const meId = useAppSelector(selectCurrentUser)?._id;
  const draft = useAppSelector(selectDraft(id)).trim();
  const isTyping = useAppSelector(selectIsTyping(id));
  if (!conversation) return null;
  const { recipientInfo, lastMessage, lastSenderId, lastMessageCreatedAt, totalNotSeenMessages } = conversation;
  const preview = () => {
    if (isTyping) return <span className={styles.typing}>Typing…</span>;
    // Who is at it sees it in the line to write in.
    if (draft && !isCurrent) {
      return (
        <>
          <span className={styles.draft}>Draft:</span> {draft}
        </>
      );
    }
    if (!lastMessage) return 'No messages yet';
    return `${lastSenderId === meId ? 'You: ' : ''}${shorten(lastMessage)}`;
  };
  return (
    <ConversationRow
      href={paths.conversation(id) + writeInboxFilter(filter)}
      name={payeeOf(recipientInfo).name}
      avatar={recipientInfo?.avatar}
      online={Boolean(recipientInfo?.isOnline)}
      preview={preview()}
      lastAt={lastMessageCreatedAt ?? conversation.createdAt}
      unread={isCurrent ? 0 : totalNotSeenMessages}
      current={isCurrent}
    />
  );
}

/** The server cuts what is longer: what is as long as that may go on. */
const shorten = (text: string) => (text.length === limits.lastMessagePreview ? `${text.trimEnd()}…` : text);

function Nothing({ filter: { show } }: { filter: InboxFilter }) {
  const amPerformer = useAppSelector(selectIsPerformer);
  const all = <Button href={paths.messages}>All conversations</Button>;
  if (show === 'unread') {
    return <EmptyState icon={MessageCircle} title="All read" text="New messages show up here." action={all} />;
  }
  if (show === 'subscribers') {
    const text = 'People who subscribe to you now and have a conversation with you appear here.';
    return <EmptyState icon={MessageCircle} title="No subscribers here yet" text={text} action={all} />;
  }
  return (
    <EmptyState
      icon={MessageCircle}
      title="No conversations yet"
      text={
        amPerformer
          ? 'Whoever subscribes to you appears here, ready to be welcomed.'
          : 'Write to a creator you subscribe to.'
      }
      action={
        amPerformer ? (
          <Button href={paths.creator.subscribers}>My subscribers</Button>
        ) : (
          <Button href={paths.creators}>Find creators</Button>
        )
      }
    />
  );
}
