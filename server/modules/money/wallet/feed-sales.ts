import { cents } from '@contract/base/money';
import type { FeedService } from '../../content/feed/feed-service';
import type { LockSaleItem } from './sale-item';

/** Characters of a text that stand for a title where there is none. */
const NAME_LENGTH = 60;

/** Published posts as something to unlock. */
export function createFeedSales({ hold }: Pick<FeedService, 'hold'>): LockSaleItem {
  return async (id, _buyerId, tx) => {
    const feed = await hold(id, tx);
    if (!feed || feed.status !== 'active' || feed.deletedAt !== null) return null;
    const name = feed.title || feed.tagline || feed.text.slice(0, NAME_LENGTH) || 'Post';
    return { performerId: feed.performerId, price: feed.isSale ? feed.price : cents(0), name };
  };
}
