import { useEffect } from 'react';
import { useStore } from 'react-redux';
import { Chips } from '@/components/form/chips';
import { SearchField } from '@/components/form/search-field';
import { useTypedText } from '@/components/hooks/use-typed-text';
import { useOptimisticQuery } from '@/components/hooks/use-optimistic-query';
import { selectIsPerformer } from '@/features/identity/auth/session-slice';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { StoreState } from '@/store/state';
import type { InboxFilter } from '../message-state';
import { conversationLists, messageSearch } from '../message-slice';
import { ConversationRows } from './conversation-rows';
import { SearchResults } from './search-results';
import styles from './inbox.module.css';

interface ConversationListProps {
  currentId: string | null;
  unread: number;
  filter: InboxFilter;
  /** Resolves once the URL has changed. */
  onFilter: (filter: InboxFilter) => Promise<unknown>;
}

export function ConversationList({ currentId, unread, filter, onFilter }: ConversationListProps) {
  const dispatch = useAppDispatch();
  const amPerformer = useAppSelector(selectIsPerformer);
  const canFilter = useAppSelector(selectHasExtension('inboxFilters'));
  const [wanted, change] = useOptimisticQuery(filter, onFilter);
  const [text, setText] = useTypedText(wanted.q ?? '', (words) => change({ q: words || undefined }));
  const store = useStore<StoreState>();
  const { show } = filter;
  const q = filter.q?.trim();
  useEffect(() => {
    // The page itself has requested the first list.
    if (!conversationLists.select({ q, show })(store.getState())) dispatch(conversationLists.requested({ q, show }));
    if (q && store.getState().message.search.query.q !== q) dispatch(messageSearch.requested({ q }));
  }, [dispatch, store, q, show]);
  const chips = [
    { value: 'all', label: 'All' },
    { value: 'unread', label: unread > 0 ? `Unread ${unread}` : 'Unread' },
    ...(amPerformer ? [{ value: 'subscribers', label: 'Subscribers' } as const] : []),
  ] as const;
  return (
    <section className={styles.list} aria-label="Conversations">
      <div className={styles.head}>
        <h1>Messages</h1>
        <SearchField
          label="Search people and messages"
          placeholder="People and messages"
          value={text}
          onChange={setText}
        />
        {canFilter && (
          <Chips
            label="Which conversations"
            options={[...chips]}
            value={wanted.show ?? 'all'}
            // Includes text that was typed but not searched for yet.
            onToggle={(value) => change({ q: text.trim() || undefined, show: value === 'all' ? undefined : value })}
            wrap
          />
        )}
      </div>
      <div className={styles.rows}>
        {q ? (
          <SearchResults q={q} filter={filter} currentId={currentId} />
        ) : (
          <ConversationRows filter={filter} currentId={currentId} />
        )}
      </div>
    </section>
  );
}
