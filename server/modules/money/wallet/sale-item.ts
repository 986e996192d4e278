import type { Cents } from '@contract/base/money';
import type { Tx } from '../../../db/transaction';

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

/**
 * Finds an item as one buyer may buy it now, and keeps it so until the transaction ends: what would delete, hide, edit or
 * reprice it waits. Hence a transaction and never the pool. Promises M-16.
 *
 * @returns null when it is not there for them.
 */
export type LockSaleItem = (id: string, buyerId: string, tx: Tx) => Promise<SaleItem | null>;
