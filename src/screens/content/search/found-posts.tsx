import { ListStates } from '@/components/list/list-states';
import { itemLists } from '@/features/content/item/item-lists';
import { selectItemList, selectItems } from '@/features/content/item/item-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { ItemTile } from '../item-tile';
import { foundPosts } from '../search-query';
import styles from './found-posts.module.css';

/** Posts that a search finds, side by side as far as the screen is wide. */
export function FoundPosts({ words }: { words: string }) {
  const dispatch = useAppDispatch();
  const query = foundPosts(words);
  const list = useAppSelector(selectItemList(query));
  const items = useAppSelector(selectItems);
  return (
    <ListStates
      list={list && { ...list, error: null }}
      failedTitle="The posts did not load"
      onRetry={() => dispatch(itemLists.requested(query))}
      onMore={() => dispatch(itemLists.moreRequested(query))}
      skeleton="card"
      skeletonCount={3}
      empty={null}
    >
      <ul className={styles.tiles}>
        {list?.rows.map((key) => {
          const item = items[key];
          return item && <ItemTile key={key} item={item} showAuthor words={words} />;
        })}
      </ul>
    </ListStates>
  );
}
