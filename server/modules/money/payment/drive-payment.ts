import { AppError, requireFound } from '../../../errors';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { chargeCard } from './charge-card';
import type { TransactionRow } from './payment-repository';
import { isFinal, settlePayment, type Payments } from './settle-payment';

/** The gateway answers within seconds. After this time, the process that was handling the payment counts as dead. */
const STUCK_AFTER_MS = 60_000;
/** How long the payer has to answer their bank. */
const BANK_ANSWER_MS = 3600 * 1000;

/** Requests the payment from the gateway and settles its outcome. Can be repeated at any time, by any process. */
export async function drivePayment(payments: Payments, row: TransactionRow): Promise<TransactionRow> {
  if (isFinal(row)) return row;
  const { id, isRefundDue, gatewayId } = row;
  // Do not request the charge again: a gateway that has forgotten the key would charge twice.
  if (isRefundDue && gatewayId !== null) return settlePayment(payments, id, { status: 'succeeded', gatewayId });
  const outcome = await chargeCard(payments.gateways.payment, row);
  // The card may have been charged, so the payment stays open and `recoverPayments` tries again.
  return outcome === 'unknown' ? row : settlePayment(payments, id, outcome);
}

export const resumePayment = async (payments: Payments, id: string): Promise<TransactionRow> =>
  drivePayment(payments, requireFound(await payments.repository.find(id)));

/** Settles an outcome that came later: the payer's bank has agreed, or the gateway's response was lost. */
export async function refreshPayment(payments: Payments, gatewayId: string): Promise<void> {
  const { repository, gateways } = payments;
  const known = await gateways.payment.read(gatewayId);
  const row = known && (await repository.find(known.key));
  // The payment has been settled before, or belongs to another site with the same gateway account.
  if (!row || isFinal(row)) return;
  await settlePayment(payments, row.id, known.outcome);
}

/** @throws AppError GATEWAY_FAILED; the payment stays open */
export async function cancelPayment(payments: Payments, row: TransactionRow): Promise<void> {
  if (row.gatewayId === null) return;
  const outcome = await payments.gateways.payment.cancel(row.gatewayId).catch((error: unknown) => {
    throw new AppError('GATEWAY_FAILED', { details: error });
  });
  await settlePayment(payments, row.id, outcome);
}

/** Continues payments whose process died; cancels those that the payer did not confirm in time. @throws AggregateError */
export async function recoverPayments(payments: Payments): Promise<void> {
  const { repository, clock } = payments;
  const now = clock.now().getTime();
  const before = { processing: new Date(now - STUCK_AFTER_MS), unanswered: new Date(now - BANK_ANSWER_MS) };
  const rows = await repository.listStuck(before);
  const recover = (row: TransactionRow) =>
    row.status === 'processing' ? resumePayment(payments, row.id) : cancelPayment(payments, row);
  await eachOrThrow(rows, recover, { atOnce: 4 });
}
