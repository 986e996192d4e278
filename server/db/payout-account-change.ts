import { eq, sql } from 'drizzle-orm';
import { requireFound } from '../errors';
import { performers } from './schema/accounts';
import type { Tx } from './transaction';

/**
 * Pauses payouts for a day. Call it only if the account is another one, and before that is written: the first one replaces
 * nothing.
 *
 * @returns `isFirst`, whether it is the creator's first payout account
 */
export async function recordPayoutAccountChange(tx: Tx, performerId: string, now: Date): Promise<{ isFirst: boolean }> {
  const [row] = await tx
    .update(performers)
    .set({
      payoutAccountChangedAt: now,
      isFirstPayoutAccount: sql`${performers.payoutAccountChangedAt} is null and ${performers.banking} is null`,
    })
    .where(eq(performers.id, performerId))
    .returning({ isFirst: performers.isFirstPayoutAccount });
  return requireFound(row);
}
