import { and, eq, isNull } from 'drizzle-orm';
import { cents, type Cents } from '@contract/money';
import { feeds } from '../../db/schema/feeds';
import type { Executor, Tx } from '../../db/transaction';

/** Something a fan can unlock, once. */
export interface SaleItem {
  performerId: string;
  /** 0 when it is not for sale. */
  price: Cents;
  /** What it is called on the receipt. */
  name: string;
  /** What else buying it does, within the transaction of the purchase. */
  onSold?(tx: Tx): void;
}

/** Looks an item up as one buyer may see it; null when it is not there for them. */
export type FindSaleItem = (id: string, buyerId: string, tx: Executor) => Promise<SaleItem | null>;

/** Characters of a text that stand for a title where there is none. */
const NAME_LENGTH = 60;

/** A published post. */
export const findFeedForSale: FindSaleItem = async (id, _buyerId, tx) => {
  const [feed] = await tx
    .select()
    .from(feeds)
    .where(and(eq(feeds.id, id), eq(feeds.status, 'active'), isNull(feeds.deletedAt)));
  if (!feed) return null;
  const name = feed.title || feed.tagline || feed.text.slice(0, NAME_LENGTH) || 'Post';
  return { performerId: feed.performerId, price: feed.isSale ? feed.price : cents(0), name };
};
