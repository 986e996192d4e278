import { desc, eq, inArray, or } from 'drizzle-orm';
import { getSiteCurrency } from '@contract/base/currency';
import { cents, fromCents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { findRow, hasRows, lockRow } from '../../../db/query-helpers';
import { disputes } from '../../../db/schema/disputes';
import { earnings, paymentTransactions, walletCharges } from '../../../db/schema/money';
import { inTransaction, type Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { GatewayDispute } from '../../../gateways/payment';
import { postTransfer } from '../../../ledger/post-transfer';
import { moneyText } from '../../../mail/compose-mail';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { CardRefundService } from '../card-refund/card-refund-service';
import type { EarningService } from '../earning/earning-service';
import { sumRefunds, type PaymentService, type TransactionRow } from '../payment/payment-service';

interface DisputeDeps extends Pick<ServerContext, 'db' | 'clock' | 'events' | 'gateways' | 'failures'> {
  earning: Pick<EarningService, 'hold' | 'endHold'>;
  notification: Pick<NotificationService, 'add'>;
  payment: Pick<PaymentService, 'takeBack'>;
  cardRefund: Pick<CardRefundService, 'endByBank'>;
}

type DisputeRow = typeof disputes.$inferSelect;
type EarningRow = typeof earnings.$inferSelect;

/** Shown to both sides of the sale. */
const LOST_REASON = 'The bank of the card took this payment back.';

/**
 * Payments that their payer disputes at the bank, which takes the money back immediately. Until the bank decides, the sellers'
 * earnings are held and the payer cannot make payments. If we win, the hold ends. If we lose, the sale is reversed. The site
 * bears the gateway's fee and what it cannot recover. Promises M-14.
 */
export function createDisputeService(deps: DisputeDeps) {
  const { db, gateways } = deps;

  return {
    /** Updates our record of a dispute from the gateway. Safe to repeat, even concurrently. */
    async refresh(gatewayId: string): Promise<void> {
      const known = await gateways.payment.readDispute?.(gatewayId);
      if (!known) return;
      const payment = await findRow(db, paymentTransactions, eq(paymentTransactions.gatewayId, known.paymentId));
      if (!payment) return;
      await inTransaction(db, (tx) => openDispute(deps, tx, known, payment));
      if (known.status !== 'open') await inTransaction(db, (tx) => closeDispute(deps, tx, known));
    },

    list: (): Promise<DisputeRow[]> => db.select().from(disputes).orderBy(desc(disputes.createdAt)).limit(500),
  };
}

async function openDispute(
  deps: DisputeDeps,
  tx: Tx,
  { gatewayId, amount, fee, reason, respondBy }: GatewayDispute,
  { id: paymentId, userId }: TransactionRow,
): Promise<void> {
  const { clock, earning, events, failures } = deps;
  const now = clock.now();
  const facts = { gatewayId, paymentId, userId, amount, fee, reason, respondBy };
  const row = { id: newId(now.getTime()), ...facts, status: 'open' } as const;
  const inserted = tx.insert(disputes).values({ ...row, createdAt: now, updatedAt: now });
  if (!(await hasRows(inserted.onConflictDoNothing().returning({ id: disputes.id })))) return;
  for (const sale of await listEarnings(tx, paymentId)) {
    await earning.hold(tx, sale);
    await notifySeller(deps, tx, sale, {
      title: 'Payment disputed',
      message: `A payment of ${moneyText(sale.grossPrice)} is disputed at the bank. Your part is held until the bank decides.`,
    });
  }
  await events.emit(tx, 'webhookEvent', {
    type: 'dispute.opened',
    data: {
      id: row.id,
      paymentId,
      fanId: userId,
      amount: fromCents(amount),
      currency: getSiteCurrency().code,
      reason,
      respondBy: respondBy?.toISOString() ?? null,
    },
  });
  tx.afterCommit(() =>
    failures.report('gateway', 'dispute', new Error(`payment ${paymentId}, ${fromCents(amount)}: ${reason}`)),
  );
  await postTransfer(tx, {
    code: 'dispute',
    key: `dispute:${row.id}`,
    subject: row.id,
    postings: [
      { from: { kind: 'disputed' }, to: { kind: 'gateway' }, amount },
      { from: { kind: 'losses' }, to: { kind: 'gateway' }, amount: fee },
    ],
  });
}

async function closeDispute(deps: DisputeDeps, tx: Tx, { gatewayId, status }: GatewayDispute): Promise<void> {
  const { clock, earning, payment, cardRefund } = deps;
  const row = requireFound(await lockRow(tx, disputes, eq(disputes.gatewayId, gatewayId)));
  if (row.status !== 'open' || status === 'open') return;
  const now = clock.now();
  await tx.update(disputes).set({ status, closedAt: now, updatedAt: now }).where(eq(disputes.id, row.id));
  const sales = await listEarnings(tx, row.paymentId);
  for (const sale of sales) await earning.endHold(tx, sale);
  if (status === 'won') {
    for (const sale of sales)
      await notifySeller(deps, tx, sale, {
        title: 'Dispute won',
        message: `The bank decided for you: your part of ${moneyText(sale.grossPrice)} is no longer held.`,
      });
    return settle(tx, row, cents(row.amount));
  }
  // A lost partial dispute reverses no sale, since the disputed part cannot be matched to one.
  const isWhole = row.amount >= (await readUnrefunded(tx, row.paymentId));
  const takenBack = isWhole ? await payment.takeBack(tx, { id: row.paymentId, reason: LOST_REASON }) : cents(0);
  await settle(tx, row, cents(takenBack + (await cardRefund.endByBank(tx, row.paymentId))));
}

/** The part of a payment that has not gone back to its card. Pending refunds still count as not gone back. */
async function readUnrefunded(tx: Tx, paymentId: string): Promise<Cents> {
  const { totalPrice } = requireFound(await findRow(tx, paymentTransactions, eq(paymentTransactions.id, paymentId)));
  return cents(totalPrice - (await sumRefunds(tx, paymentId, 'done')));
}

/** Clears the dispute's amount in the account `disputed`. @param covered the part that the bank or reversed sales returned */
async function settle(tx: Tx, { id, amount }: DisputeRow, covered: Cents): Promise<void> {
  const fromGateway = cents(Math.min(covered, amount));
  await postTransfer(tx, {
    code: 'dispute-end',
    key: `dispute-end:${id}`,
    subject: id,
    postings: [
      { from: { kind: 'gateway' }, to: { kind: 'disputed' }, amount: fromGateway },
      { from: { kind: 'losses' }, to: { kind: 'disputed' }, amount: cents(amount - fromGateway) },
    ],
  });
}

/** Earnings from a payment or from the charges that it paid for, in the order in which all transactions lock them. */
async function listEarnings(tx: Tx, paymentId: string): Promise<EarningRow[]> {
  const charges = tx.select({ id: walletCharges.id }).from(walletCharges).where(eq(walletCharges.paymentId, paymentId));
  return tx
    .select()
    .from(earnings)
    .where(or(eq(earnings.transactionId, paymentId), inArray(earnings.transactionId, charges)))
    .orderBy(earnings.id)
    .for('update');
}

async function notifySeller(
  { notification }: DisputeDeps,
  tx: Tx,
  { performerId, transactionId }: EarningRow,
  text: { title: string; message: string },
): Promise<void> {
  await notification.add(tx, {
    userId: performerId,
    type: 'payment',
    action: 'disputed',
    ...text,
    refId: transactionId,
    refSource: 'payment_transaction',
  });
}
