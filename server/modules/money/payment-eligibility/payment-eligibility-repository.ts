import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { isBlockedBy } from '../../../db/conditions';
import { firstOrNull } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import type { Executor, Tx } from '../../../db/transaction';
import type { PayerState, SellerState } from './payment-eligibility-policy';

export interface PayerRow extends PayerState {
  name: string;
  username: string | null;
}

export interface SellerRow extends SellerState {
  id: string;
  /** Their own share for the platform as a fraction; null for the site's. */
  commission: number | null;
  /** Countries that the creator blocks. */
  countries: string[];
  isBlocking: boolean;
}

const selectPayer = (payerId: string, executor: Executor) =>
  executor
    .select({
      status: accounts.status,
      deletionAt: accounts.deletionAt,
      isAdmin: sql<boolean>`'admin' = any(${accounts.roles})`,
      ageDeclaredAt: accounts.ageDeclaredAt,
      isWithoutForm: accounts.isWithoutForm,
      name: accounts.name,
      username: accounts.username,
    })
    .from(accounts)
    .where(eq(accounts.id, payerId));

/**
 * The two sides of a payment, locked until the transaction ends, so that neither account is closed or erased while money
 * moves. The lock of a payer is exclusive; concurrent payments to one creator share the creator's lock.
 */
export const paymentEligibilityRepository = {
  lockPayer: (payerId: string, tx: Tx): Promise<PayerRow | null> =>
    firstOrNull(selectPayer(payerId, tx).for('no key update')),

  findPayer: (payerId: string, db: Db): Promise<PayerRow | null> => firstOrNull(selectPayer(payerId, db)),

  lockSeller: (sellerId: string, payerId: string, tx: Tx): Promise<SellerRow | null> =>
    firstOrNull(
      tx
        .select({
          id: accounts.id,
          status: accounts.status,
          deletionAt: accounts.deletionAt,
          isApproved: performers.verifiedDocument,
          dateOfBirth: performers.dateOfBirth,
          commission: performers.commission,
          countries: performers.blockedCountries,
          isBlocking: isBlockedBy(accounts.id, payerId),
        })
        .from(accounts)
        .innerJoin(performers, eq(performers.id, accounts.id))
        .where(eq(accounts.id, sellerId))
        .for('share', { of: accounts }),
    ),
};
