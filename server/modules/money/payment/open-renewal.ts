import type { Tx } from '../../../db/transaction';
import type { PassedLimit } from '../spending-limit/spending-limit-service';
import { toTransaction, type PaymentPlan } from './payment-plan';
import type { Payments } from './settle-payment';

/**
 * Creates the payment of a renewal, whose reference is locked.
 *
 * @param plan its `key` makes it unique.
 * @returns the id for `drive`; `busy` while another payment for the reference is open; `used` if one with this key has ended;
 * the spending limit that it would exceed.
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
