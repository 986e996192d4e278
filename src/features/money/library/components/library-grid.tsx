import { Library, SearchX } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { InfiniteEnd } from '@/components/list/infinite-end';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { libraryOpened, moreWanted, selectLibrary, type Purchase } from '../library-slice';
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
  const { items, total, status, error, filter } = useAppSelector(selectLibrary);
  const isFiltered = Object.keys(filter).length > 0;
  if (items.length === 0 && status === 'failed') {
    return (
      <ErrorState
        title="Your purchases did not load"
        text={error?.message}
        onRetry={() => dispatch(libraryOpened(filter))}
      />
    );
  }
  if (items.length === 0 && status !== 'ready') return <Skeleton kind="card" count={6} className={styles.grid} />;
  if (items.length === 0 && isFiltered) {
    return (
      <EmptyState
        icon={SearchX}
        title="No purchases match"
        text="Try other words, or see all purchases."
        action={<Button href={allHref}>Show everything</Button>}
      />
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState
        icon={Library}
        title="Nothing unlocked yet"
        text="Posts and messages you unlock stay here, ready to open, with or without a subscription."
        action={<Button href={paths.creators}>Find creators</Button>}
      />
    );
  }
  const end = items.length < total ? 'more' : 'end';
  return (
    <>
      <div className={styles.grid}>
        {items.map((item, index) => (
          <PurchaseTile
            key={item._id}
            item={item}
            href={placeOf(item, hrefOf)}
            isShallow={item.target === 'feed'}
            eager={index < aboveFold}
          />
        ))}
      </div>
      <InfiniteEnd
        state={status === 'failed' ? 'failed' : status === 'pending' ? 'loading' : end}
        onMore={() => dispatch(moreWanted())}
        skeleton="card"
        endText="You’ve reached the end"
      />
    </>
  );
}

function placeOf(item: Purchase, hrefOf: LibraryGridProps['hrefOf']): string {
  if (item.target === 'feed') return hrefOf(item);
  if (item.conversationId) return paths.conversation(item.conversationId);
  if (item.target === 'message') return paths.messageTo('performer', item.performerId);
  return paths.profile(item.performerInfo?.username || item.performerId);
}
