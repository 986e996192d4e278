import { sql } from 'drizzle-orm';
import { executePrepared } from '../../../db/execute-prepared';
import { accounts, performers } from '../../../db/schema/accounts';
import { userBlocks } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';
import type { SellingTrader, Trader } from './trade-policy';

export interface PayerRow extends Trader {
  isAdmin: boolean;
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
  async lockPayer(id: string, tx: Tx): Promise<PayerRow | null> {
    const [row] = await executePrepared<PayerRow>(tx, {
      shape: 'lock payer',
      build: () => sql`select a.status, a.deletion_at as "deletionAt", 'admin' = any(a.roles) as "isAdmin"
        from ${accounts} a where a.id = ${sql.placeholder('id')} for no key update`,
      values: { id },
    });
    return row ?? null;
  },

  async lockSeller(id: string, payerId: string, tx: Tx): Promise<SellerRow | null> {
    const [row] = await executePrepared<SellerRow>(tx, {
      shape: 'lock seller',
      build: () => sql`select a.id, a.status, a.deletion_at as "deletionAt", p.verified_document as "isApproved",
        p.date_of_birth::text as "dateOfBirth", p.commission, p.blocked_countries as countries,
        exists (select 1 from ${userBlocks} b where b.performer_id = a.id and b.user_id = ${sql.placeholder('payerId')})
          as "isBlocking"
        from ${accounts} a join ${performers} p on p.id = a.id where a.id = ${sql.placeholder('id')} for share of a`,
      values: { id, payerId },
    });
    return row ?? null;
  },
};
