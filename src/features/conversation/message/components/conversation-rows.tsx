import { MessageCircle } from 'lucide-react';
import { takeGraphemes } from '@contract/base/graphemes';
import { limits } from '@contract/base/limits';
import { Button } from '@/components/basic/button';
import { ConversationRow } from '@/components/people/conversation-row';
import { EmptyState } from '@/components/states/empty-state';
import { ListStates } from '@/components/list/list-states';
import { PartBoundary } from '@/components/states/part-boundary';
import { paths } from '@/config/paths';
import { selectCurrentUser, selectIsPerformer } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { withInboxFilter } from '../inbox-filter';
import type { InboxFilter } from '../message-state';
import { conversationLists, LOADING_FAILED_TEXT } from '../message-slice';
import { selectConversation, selectDraft, selectIsTyping, getPayee } from '../message-state';
import styles from './inbox.module.css';

interface ConversationRowsProps {
  filter: InboxFilter;
  currentId: string | null;
}

export function ConversationRows({ filter, currentId }: ConversationRowsProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(conversationLists.select(filter));
  const isWhole = list?.status === 'ready' && list.rows.length >= list.total;
  return (
    <ListStates
      list={list && { ...list, isEnd: isWhole, error: { message: LOADING_FAILED_TEXT } }}
      failedTitle="The conversations did not load"
      onRetry={() => dispatch(conversationLists.requested(filter))}
      onMore={isWhole ? undefined : () => dispatch(conversationLists.moreRequested(filter))}
      skeleton="person"
      skeletonCount={7}
      skeletonClass={styles.waiting}
      empty={<Nothing filter={filter} />}
    >
      {list?.rows.map((id) => (
        <PartBoundary key={id} part="conversation">
          <Row id={id} filter={filter} isCurrent={id === currentId} />
        </PartBoundary>
      ))}
    </ListStates>
  );
}

function Row({ id, filter, isCurrent }: { id: string; filter: InboxFilter; isCurrent: boolean }) {
  const conversation = useAppSelector(selectConversation(id));
  const me = useAppSelector(selectCurrentUser);
  const draft = useAppSelector(selectDraft(id)).trim();
  const isTyping = useAppSelector(selectIsTyping(id));
  if (!conversation) return null;
  const { recipientInfo, lastMessage, lastSenderId, lastMessageCreatedAt, totalNotSeenMessages } = conversation;
  const preview = () => {
    if (isTyping) return <span className={styles.typing}>Typing…</span>;
    // The draft of the open conversation is in its composer.
    if (draft && !isCurrent) {
      return (
        <>
          <bdi className={styles.draft}>Draft</bdi>: {draft}
        </>
      );
    }
    // Compatible backends store only the text of the last message: if there is a sender but no text, it was a file.
    if (!lastMessage && !lastSenderId) return 'No messages yet';
    const words = lastMessage ? shorten(lastMessage) : 'Photo or video';
    const isMine = Boolean(lastSenderId) && lastSenderId === me?._id;
    return <Words text={words} isMine={isMine} name={isMine ? me?.name : recipientInfo?.name} />;
  };
  return (
    <ConversationRow
      href={withInboxFilter(paths.conversation(id), filter)}
      name={getPayee(recipientInfo).name}
      avatar={recipientInfo?.avatar}
      online={Boolean(recipientInfo?.isOnline)}
      preview={preview()}
      lastAt={lastMessageCreatedAt ?? conversation.createdAt}
      unread={isCurrent || conversation.isMuted ? 0 : totalNotSeenMessages}
      muted={conversation.isMuted}
      current={isCurrent}
    />
  );
}

/** The text of a tip starts with the giver's name; the giver sees "You" instead. Wire contract 3.18. */
function Words({ text, isMine, name }: { text: string; isMine: boolean; name: string | null | undefined }) {
  const isTip = name && text.startsWith(`${name} tipped $`);
  return (
    <>
      {(isMine || isTip) && <bdi>{isMine ? 'You' : name}</bdi>}
      {isTip ? text.slice(name.length) : isMine ? `: ${text}` : text}
    </>
  );
}

/** The server truncates the preview, so a text of exactly that length probably continues. */
const shorten = (text: string) =>
  takeGraphemes(text, limits.lastMessagePreview - 1) === text ? text : `${text.trimEnd()}…`;

function Nothing({ filter: { show } }: { filter: InboxFilter }) {
  const amPerformer = useAppSelector(selectIsPerformer);
  const all = <Button href={paths.messages}>All conversations</Button>;
  if (show === 'unread') {
    return <EmptyState icon={MessageCircle} title="All caught up" text="New messages show up here." action={all} />;
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
        amPerformer ? 'New subscribers appear here, so you can welcome them.' : 'Message a creator you subscribe to.'
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
