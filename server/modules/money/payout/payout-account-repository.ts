import { eq, inArray } from 'drizzle-orm';
import { existsIn } from '../../../db/conditions';
import { findRow } from '../../../db/query-helpers';
import { performers } from '../../../db/schema/accounts';
import { payoutRecipients, payoutRequests } from '../../../db/schema/payouts';
import type { Executor, Tx } from '../../../db/transaction';
import type { PayoutAccountChange } from './payout-rest';
import { isPending } from './payout-repository';

/** Accounts that creators are paid to. */
export const payoutAccountRepository = {
  /** The last change of a creator's payout account. */
  async findChange(performerId: string, executor: Executor): Promise<PayoutAccountChange | null> {
    return findRow(executor, performers, eq(performers.id, performerId));
  },

  /** The last changes of the payout accounts of these creators. */
  listChanges: (performerIds: readonly string[], executor: Executor): Promise<PayoutAccountChange[]> =>
    executor
      .select({
        payoutAccountChangedAt: performers.payoutAccountChangedAt,
        isFirstPayoutAccount: performers.isFirstPayoutAccount,
      })
      .from(performers)
      .where(inArray(performers.id, [...performerIds])),

  /** Locks a creator's payout account: changes to it and other payout requests wait. */
  async lock(performerId: string, tx: Tx) {
    const [row] = await tx
      .select({
        banking: performers.banking,
        payoutSettings: performers.payoutSettings,
        hold: performers.payoutHold,
        payoutAccountChangedAt: performers.payoutAccountChangedAt,
        isFirstPayoutAccount: performers.isFirstPayoutAccount,
        recipientId: payoutRecipients.recipientId,
        isReady: payoutRecipients.isReady,
        hasPending: existsIn(payoutRequests, isPending(performerId)),
      })
      .from(performers)
      .leftJoin(payoutRecipients, eq(payoutRecipients.performerId, performers.id))
      .where(eq(performers.id, performerId))
      .for('no key update', { of: performers });
    return row ?? null;
  },

  async isHeld(performerId: string, executor: Executor): Promise<boolean> {
    const performer = await findRow(executor, performers, eq(performers.id, performerId));
    return (performer?.payoutHold ?? null) !== null;
  },

  async setHold(performerId: string, reason: string | null, tx: Tx): Promise<void> {
    await tx.update(performers).set({ payoutHold: reason }).where(eq(performers.id, performerId));
  },
};
