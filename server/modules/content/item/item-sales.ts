import { cents, type Cents } from '@contract/base/money';
import type { Tx } from '../../../db/transaction';
import { canBeBought } from './item-policy';
import type { ItemKind } from './item-kind';
import type { ItemRepository } from './item-repository';

/** Characters of a text that stand for a title where there is none. */
const NAME_LENGTH = 60;

/** An item as something to unlock. */
interface ItemForSale {
  performerId: string;
  /** 0 when it is not for sale. */
  price: Cents;
  /** What it is called on the receipt. */
  name: string;
}

/**
 * Published items of one kind as something to unlock, for the wallet. What is found stays as it is until the transaction
 * ends: what would delete, hide, edit or reprice it waits.
 */
export const createItemSales =
  (
    { hold }: Pick<ItemRepository, 'hold'>,
    { kind, noun, checkForSale }: Pick<ItemKind, 'kind' | 'noun' | 'checkForSale'>,
  ) =>
  async (id: string, _buyerId: string, tx: Tx): Promise<ItemForSale | null> => {
    const row = await hold(id, tx);
    if (row?.kind !== kind || !canBeBought(row)) return null;
    await checkForSale?.(row, tx);
    const { performerId, audience, price, title, tagline, text } = row;
    const name = title || tagline || text.slice(0, NAME_LENGTH) || `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
    return { performerId, price: audience === 'sale' ? price : cents(0), name };
  };
