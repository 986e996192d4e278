import type { Tx } from '../../../db/transaction';
import type { PassedLimit } from '../spending-limit/spending-limit-service';
import { toTransaction, type PaymentPlan } from './payment-plan';
import type { Payments } from './settle-payment';

/**
 * Creates the payment of a renewal. Its reference must be locked.
 *
 * @param plan its `key` makes the payment unique.
 * @returns the id for `drive`; `busy` while another payment for the reference is open; `used` if a payment with this key has
 * ended; or the spending limit that the payment would exceed.
 */
export async function openRenewal(
  { repository, spendingLimit, clock }: Pick<Payments, 'repository' | 'spendingLimit' | 'clock'>,
  tx: Tx,
  plan: PaymentPlan,
): Promise<{ id: string } | PassedLimit | 'busy' | 'used'> {
  if (await repository.findOpen(plan, tx)) return 'busy';
  const passed = await spendingLimit.findPassed(tx, { userId: plan.userId, amount: plan.quote.total });
  if (passed) return passed;
  return (await repository.insert(toTransaction(plan, clock.now()), tx)) ? { id: plan.id } : 'used';
}
