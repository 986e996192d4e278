import { Library, SearchX } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { ListStates } from '@/components/list/list-states';
import { itemPath } from '@/config/item-names';
import { paths } from '@/config/paths';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { purchases, type Purchase } from '../library-feature';
import { PurchaseTile } from './purchase-tile';
import styles from './library.module.css';

/** Tiles whose pictures load at once: two rows on wide screens. */
const aboveFold = 6;

interface LibraryGridProps {
  /** Where a thing opens in this page; messages open in their conversation. */
  hrefOf: (item: Purchase) => string;
  /** Everything again, without a filter. */
  allHref: string;
}

/** What was bought, in all the states of a list. */
export function LibraryGrid({ hrefOf, allHref }: LibraryGridProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(purchases.select);
  return (
    <ListStates
      list={list}
      failedTitle="Your purchases did not load"
      onRetry={() => dispatch(purchases.requested(list.query))}
      onMore={() => dispatch(purchases.moreRequested())}
      skeleton="card"
      skeletonCount={6}
      skeletonClass={styles.grid}
      empty={<Nothing isFiltered={Object.keys(list.query).length > 0} allHref={allHref} />}
    >
      <div className={styles.grid}>
        {list.rows.map((item, index) => (
          <PurchaseTile
            key={item._id}
            item={item}
            href={placeOf(item, hrefOf)}
            isShallow={item.target === 'feed'}
            eager={index < aboveFold}
          />
        ))}
      </div>
    </ListStates>
  );
}

function Nothing({ isFiltered, allHref }: { isFiltered: boolean; allHref: string }) {
  return isFiltered ? (
    <EmptyState
      icon={SearchX}
      title="No purchases match"
      text="Try other words, or see all purchases."
      action={<Button href={allHref}>Show everything</Button>}
    />
  ) : (
    <EmptyState
      icon={Library}
      title="Nothing unlocked yet"
      text="Posts and messages you unlock stay here, ready to open, with or without a subscription."
      action={<Button href={paths.creators}>Find creators</Button>}
    />
  );
}

function placeOf(item: Purchase, hrefOf: LibraryGridProps['hrefOf']): string {
  if (item.target === 'feed') return hrefOf(item);
  if (item.conversationId) return paths.conversation(item.conversationId);
  if (item.target === 'message') return paths.messageTo('performer', item.performerId);
  return itemPath(item.target, item.targetId) ?? paths.profile(item.performerInfo?.username || item.performerId);
}
