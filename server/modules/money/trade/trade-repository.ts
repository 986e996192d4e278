import { sql } from 'drizzle-orm';
import { executePrepared } from '../../../db/execute-prepared';
import { accounts, performers } from '../../../db/schema/accounts';
import { userBlocks } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';
import type { SellingTrader, Trader } from './trade-policy';

export interface PayerRow extends Trader {
  isAdmin: boolean;
  name: string;
  username: string | null;
}

export interface SellerRow extends SellingTrader {
  id: string;
  /** Their own share for the platform as a fraction; null for the site's. */
  commission: number | null;
  /** Countries the creator shut out. */
  countries: string[];
  isBlocking: boolean;
}

/**
 * The two sides of a payment, held until the transaction ends: nobody leaves, is closed or erased while they are charged or
 * paid. A payer is held for this payment alone, a creator is shared by all who pay them at once.
 */
export const tradeRepository = {
  lockPayer: (payerId: string, tx: Tx): Promise<PayerRow | null> =>
    tx.askAlike('lock payer', payerId, async (ids) => {
      const rows = await executePrepared<PayerRow & { id: string }>(tx, {
        shape: 'lock payers',
        build:
          () => sql`select a.id, a.status, a.deletion_at as "deletionAt", 'admin' = any(a.roles) as "isAdmin", a.name, a.username
          from ${accounts} a where a.id = any(${sql.placeholder('ids')}::text[]) order by a.id for no key update`,
        values: { ids },
      });
      return ids.map((id) => rows.find((row) => row.id === id) ?? null);
    }),

  lockSeller: (sellerId: string, payerId: string, tx: Tx): Promise<SellerRow | null> =>
    tx.askAlike('lock seller', { sellerId, payerId }, async (pairs) => {
      const rows = await executePrepared<SellerRow & { payerId: string }>(tx, {
        shape: 'lock sellers',
        build:
          () => sql`select pair.payer as "payerId", a.id, a.status, a.deletion_at as "deletionAt", p.verified_document as "isApproved",
        p.date_of_birth::text as "dateOfBirth", p.commission, p.blocked_countries as countries,
        exists (select 1 from ${userBlocks} b where b.performer_id = a.id and b.user_id = pair.payer) as "isBlocking"
          from unnest(${sql.placeholder('sellers')}::text[], ${sql.placeholder('payers')}::text[]) as pair (seller, payer)
          join ${accounts} a on a.id = pair.seller join ${performers} p on p.id = a.id order by a.id for share of a`,
        values: { sellers: pairs.map((pair) => pair.sellerId), payers: pairs.map((pair) => pair.payerId) },
      });
      return pairs.map((pair) => rows.find((row) => row.id === pair.sellerId && row.payerId === pair.payerId) ?? null);
    }),
};
