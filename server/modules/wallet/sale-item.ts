import type { Cents } from '@contract/money';
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
