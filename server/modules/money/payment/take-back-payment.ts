import { cents, roundToCoin, type Cents } from '@contract/base/money';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { postTransfer } from '../../../ledger/post-transfer';
import { sumRefunds, type TransactionRow } from './payment-repository';
import { toCompletedPayment } from './completed-payment';
import { isSoldDirectly } from './payment-kind';
import type { Payments } from './settle-payment';

type TakeBackDeps = Pick<Payments, 'repository' | 'effects' | 'events' | 'clock' | 'cardRefund' | 'earning'>;

/**
 * Takes back a payment that succeeded.
 *
 * @param toCard refunds the card; only for payments that were sold directly. If false, the bank has already taken the money.
 * @returns how much of the money was recovered from its receivers.
 */
export async function takeBackPayment(
  { repository, effects, events, clock, cardRefund }: TakeBackDeps,
  tx: Tx,
  { id, reason, toCard = false }: { id: string; reason: string; toCard?: boolean },
): Promise<Cents> {
  const payment = requireFound(await repository.lock(id, tx));
  if (payment.status !== 'success') return cents(0);
  const ended = await repository.update(id, { status: 'refunded', updatedAt: clock.now() }, tx);
  const repaid = await sumRefunds(tx, id);
  const rest = cents(payment.totalPrice - repaid);
  // A bank that takes back the rest also takes the refunds that it had returned.
  const total = toCard ? rest : cents(rest + (await sumRefunds(tx, id, 'to_wallet')));
  // The charges of other payments emit their own events.
  if (isSoldDirectly(payment))
    await events.emit(tx, 'paymentCompleted', { ...toCompletedPayment(ended), kind: 'refund', total, reason });
  if (toCard) await cardRefund.request(tx, { saleId: id, paymentId: id, userId: payment.userId, amount: rest });
  const taken = await effects[payment.target].takeBack(tx, payment, reason);
  return isSoldDirectly(payment) ? cents(taken - repaid) : taken;
}

/** Refunds part of a subscription payment to its card: creator, platform and tax bear their shares. Once per payment. */
export async function refundPart(
  { repository, cardRefund, earning, events }: TakeBackDeps,
  tx: Tx,
  { id, amount }: { id: string; amount: Cents },
): Promise<void> {
  const payment = requireFound(await repository.lock(id, tx));
  const tax = getTaxPart(payment, amount);
  await cardRefund.request(tx, { saleId: id, paymentId: id, userId: payment.userId, amount });
  await events.emit(tx, 'paymentPartRefunded', { id, amount });
  const part = await earning.reversePart(tx, { transactionId: id, gross: cents(amount - tax) });
  const to = { kind: 'gateway' } as const;
  await postTransfer(tx, {
    code: 'part-refund',
    key: `part-refund:${id}`,
    subject: id,
    postings: [
      { from: { kind: 'pending', ownerId: part.performerId }, to, amount: part.net },
      { from: { kind: 'revenue' }, to, amount: part.commission },
      { from: { kind: 'tax' }, to, amount: tax },
    ],
  });
}

/** @param amount includes the tax */
export const getTaxPart = ({ taxAmount, totalPrice }: TransactionRow, amount: Cents): Cents =>
  roundToCoin((taxAmount * amount) / totalPrice);
