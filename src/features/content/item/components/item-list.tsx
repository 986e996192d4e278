import { useCallback, useEffect, useState, type ReactNode } from 'react';
import dynamic from 'next/dynamic';
import { LazySheet } from '@/components/states/part-failed';
import { ListStates } from '@/components/list/list-states';
import { NewPill } from '@/components/list/new-pill';
import { WindowedList } from '@/components/list/windowed-list';
import { pluralise } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { ItemQuery } from '../item-kind';
import { getKey, readKey } from '../item-kinds';
import { itemLists } from '../item-lists';
import { newItemsCheckRequested, newItemsRequested } from '../item-slice';
import { selectHidden, selectItemList } from '../item-state';
import type { Item } from '../item-view';
import { ItemCard, type ItemHandlers } from './item-card';
import styles from './item.module.css';

const DeleteItemSheet = dynamic(() => import('./delete-item-sheet').then((module) => module.DeleteItemSheet), {
  ssr: false,
  loading: LazySheet,
});

const EAGER_ITEMS = 1;

interface ItemListProps extends Omit<ItemHandlers, 'onDelete'> {
  query: ItemQuery;
  emptyState: ReactNode;
}

export function ItemList({ query, emptyState, onComments, onReport }: ItemListProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectItemList(query));
  const hidden = useAppSelector(selectHidden);
  const [deleting, setDeleting] = useState<string | null>(null);
  const handleDelete = useCallback((item: Item) => setDeleting(getKey(item)), []);
  const keys = list?.rows.filter((key) => !(readKey(key).id in hidden)) ?? [];
  return (
    <ListStates
      list={list && { ...list, error: null, rows: list.isEnd ? keys : list.rows }}
      failedTitle="The posts did not load"
      onRetry={() => dispatch(itemLists.requested(query))}
      onMore={() => dispatch(itemLists.moreRequested(query))}
      skeleton="post"
      skeletonCount={3}
      endText="You’re all caught up"
      empty={emptyState}
    >
      <NewItems query={query} />
      <WindowedList
        name={itemLists.getKey(query)}
        items={keys}
        boxClassName={styles.box}
        render={(key, index) => (
          <ItemCard
            key={key}
            itemKey={key}
            isMutable={query.from === 'home'}
            eager={index < EAGER_ITEMS}
            onComments={onComments}
            onReport={onReport}
            onDelete={handleDelete}
          />
        )}
      />
      {deleting && (
        <DeleteItemSheet itemKey={deleting} onClose={() => setDeleting(null)} onDeleted={() => setDeleting(null)} />
      )}
    </ListStates>
  );
}

const POLL_INTERVAL_MS = 60_000;

/** A button "3 new posts" that inserts them, so that nothing moves while the user reads. */
function NewItems({ query }: { query: ItemQuery }) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectItemList(query));
  useEffect(() => {
    const checkNewItems = () => {
      if (document.visibilityState === 'visible') dispatch(newItemsCheckRequested());
    };
    const timer = setInterval(checkNewItems, POLL_INTERVAL_MS);
    document.addEventListener('visibilitychange', checkNewItems);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', checkNewItems);
    };
  }, [dispatch]);
  const count = list?.freshKeys?.length ?? 0;
  if (!list || count === 0 || list.rows.length === 0) return null;
  const show = () => {
    dispatch(newItemsRequested(query, list));
    window.scrollTo({ top: 0, behavior: 'smooth' });
  };
  const label = list.hasGap ? `${count}+ new posts` : pluralise(count, 'new post');
  return <NewPill label={label} onClick={show} />;
}
