import { MessageCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { limits } from '@contract/limits';
import { Button } from '@/components/button';
import { Chips } from '@/components/chips';
import { ConversationRow } from '@/components/conversation-row';
import { EmptyState } from '@/components/empty-state';
import { ErrorState } from '@/components/error-state';
import { InfiniteEnd } from '@/components/infinite-end';
import { SearchField } from '@/components/search-field';
import { Skeleton } from '@/components/skeleton';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/session/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { StoreState } from '@/store/state';
import {
  listFilterKey,
  listRequested,
  selectConversationList,
  selectConversations,
  type Conversation,
} from '../message-slice';
import styles from './inbox.module.css';

const filters = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

/** Milliseconds after the last key before the search follows. */
const typingPauseMs = 300;

/** Conversations, newest first, with search and an unread filter. */
export function ConversationList({ currentId }: { currentId: string | null }) {
  const dispatch = useAppDispatch();
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<{ q?: string; unread?: boolean }>({});
  const key = listFilterKey(filter);
  const store = useStore<StoreState>();
  useEffect(() => {
    const timer = setTimeout(() => setFilter((before) => ({ ...before, q: text.trim() || undefined })), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    // The page has asked for the whole list already.
    if (filter.q || filter.unread || !selectConversationList('all')(store.getState())) dispatch(listRequested(filter));
  }, [dispatch, store, filter]);
  return (
    <section className={styles.list} aria-label="Conversations">
      <div className={styles.head}>
        <h1>Messages</h1>
        <SearchField label="Search people" placeholder="People" value={text} onChange={setText} />
        <Chips
          label="Which conversations"
          options={[...filters]}
          value={filter.unread ? 'unread' : 'all'}
          onToggle={(value) => setFilter({ ...filter, unread: value === 'unread' || undefined })}
          wrap
        />
      </div>
      <div className={styles.rows}>
        <Rows listKey={key} filter={filter} currentId={currentId} />
      </div>
    </section>
  );
}

function Rows({
  listKey,
  filter,
  currentId,
}: {
  listKey: string;
  filter: { q?: string; unread?: boolean };
  currentId: string | null;
}) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectConversationList(listKey));
  const conversations = useAppSelector(selectConversations);
  const me = useAppSelector(selectCurrentUser);
  if (!list || (list.status === 'pending' && list.ids.length === 0)) return <Skeleton kind="person" count={6} />;
  if (list.status === 'failed' && list.ids.length === 0) {
    return (
      <ErrorState
        title="The conversations did not load"
        text={list.error?.message}
        onRetry={() => dispatch(listRequested(filter))}
      />
    );
  }
  if (list.ids.length === 0) return <Nothing filter={filter} isPerformer={me?.isPerformer === true} />;
  const state =
    list.status === 'failed'
      ? 'failed'
      : list.status === 'pending'
        ? 'loading'
        : list.ids.length < list.total
          ? 'more'
          : 'end';
  return (
    <>
      {list.ids.map((id) => {
        const conversation = conversations[id];
        return conversation && <Row key={id} conversation={conversation} current={id === currentId} meId={me?._id} />;
      })}
      {state !== 'end' && (
        <InfiniteEnd
          state={state}
          skeleton="person"
          onMore={() => dispatch(listRequested({ ...filter, more: true }))}
        />
      )}
    </>
  );
}

function Row({
  conversation,
  current,
  meId,
}: {
  conversation: Conversation;
  current: boolean;
  meId: string | undefined;
}) {
  const { recipientInfo, lastMessage, lastSenderId, lastMessageCreatedAt, totalNotSeenMessages } = conversation;
  const mine = lastSenderId === meId && lastMessage ? 'You: ' : '';
  return (
    <ConversationRow
      href={paths.conversation(conversation._id)}
      name={recipientInfo?.name || 'Somebody who left'}
      avatar={recipientInfo?.avatar}
      online={Boolean(recipientInfo?.isOnline)}
      preview={lastMessage ? `${mine}${shorten(lastMessage)}` : 'No messages yet'}
      lastAt={lastMessageCreatedAt ?? conversation.createdAt}
      unread={current ? 0 : totalNotSeenMessages}
      current={current}
    />
  );
}

/** The server cuts what is longer: what is as long as that may go on. */
const shorten = (text: string) => (text.length === limits.lastMessagePreview ? `${text.trimEnd()}…` : text);

function Nothing({ filter, isPerformer }: { filter: { q?: string; unread?: boolean }; isPerformer: boolean }) {
  if (filter.q) return <EmptyState icon={MessageCircle} title="Nobody by that name" text="Try a part of the name." />;
  if (filter.unread) return <EmptyState icon={MessageCircle} title="All read" text="New messages show up here." />;
  return (
    <EmptyState
      icon={MessageCircle}
      title="No conversations yet"
      text={isPerformer ? 'Subscribers who write to you appear here.' : 'Write to a creator you subscribe to.'}
      action={isPerformer ? undefined : <Button href={paths.creators}>Find creators</Button>}
    />
  );
}
