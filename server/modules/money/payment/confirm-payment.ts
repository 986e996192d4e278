import type { Actor } from '../../../access';
import { AppError, requireFound } from '../../../errors';
import { presentOutcome, type TransactionView } from './payment-presenter';
import { settlePayment, type Payments } from './settle-payment';

/** Only for the sandbox's bank: real banks show their own challenge. @throws AppError CARD_DECLINED, PROVIDER_NOT_CONFIGURED */
export async function confirmPayment(
  payments: Payments,
  actor: Actor,
  { id, answer }: { id: string; answer: 'approve' | 'refuse' },
): Promise<TransactionView> {
  const { payment } = payments.gateways;
  if (!payment.confirm) throw new AppError('PROVIDER_NOT_CONFIGURED');
  const row = requireFound(await payments.repository.findOwn(actor.id, id));
  if (row.status !== 'require_authentication' || row.gatewayId === null) return presentOutcome(row);
  return presentOutcome(await settlePayment(payments, row.id, await payment.confirm(row.gatewayId, answer)));
}
