import type { Tx } from '../../../db/transaction';
import { toRenewalKey, type PaymentService } from '../payment/payment-service';
import type { Renewable } from './renewal-kind';

/**
 * True if the last failed renewal tried to charge a card. Then only another card helps. False if it failed for another reason,
 * such as the payer's age, a dispute or a spending limit.
 */
export async function hasTriedCard(
  payment: Pick<PaymentService, 'hasPayment'>,
  { id, userId, expiredAt, renewalAttempts }: Renewable,
  tx: Tx,
): Promise<boolean> {
  if (renewalAttempts === 0 || expiredAt === null) return false;
  return payment.hasPayment(userId, toRenewalKey(id, expiredAt, renewalAttempts - 1), tx);
}
