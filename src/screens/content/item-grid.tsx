import type { ReactNode } from 'react';
import { ListStates } from '@/components/list/list-states';
import { nounsOf } from '@/config/item-names';
import type { ItemQuery } from '@/features/content/item/item-kind';
import { itemLists } from '@/features/content/item/item-lists';
import { selectItemList, selectItems } from '@/features/content/item/item-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { ItemTile } from './item-tile';
import styles from './item-grid.module.css';

interface ItemGridProps {
  query: ItemQuery;
  /** Only so many; without it the list goes on. */
  most?: number;
  empty: ReactNode;
  /** Left out where everything is by the same creator. */
  showAuthor?: boolean;
}

/** A list of items as tiles, side by side as far as the screen is wide. */
export function ItemGrid({ query, most, empty, showAuthor }: ItemGridProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectItemList(query));
  const items = useAppSelector(selectItems);
  return (
    <ListStates
      list={list && { ...list, error: null }}
      failedTitle={`The ${nounsOf(query.kind)} did not load`}
      onRetry={() => dispatch(itemLists.requested(query))}
      onMore={most === undefined ? () => dispatch(itemLists.moreRequested(query)) : undefined}
      skeleton="card"
      skeletonCount={4}
      empty={empty}
    >
      <ul className={styles.tiles}>
        {list?.rows.slice(0, most).map((key) => {
          const item = items[key];
          return item && <ItemTile key={key} item={item} showAuthor={showAuthor} words={query.words} />;
        })}
      </ul>
    </ListStates>
  );
}
