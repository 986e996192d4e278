import { and, eq, lt } from 'drizzle-orm';
import { cents, fromCents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { findRow, hasRow, hasRows, lockRow } from '../../../db/query-helpers';
import { disputes } from '../../../db/schema/disputes';
import { cardRefunds } from '../../../db/schema/orders';
import { paymentTransactions, walletCharges } from '../../../db/schema/money';
import { inTransaction, type Executor, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { PaymentRefused, RefundPostponed } from '../../../gateways/payment';
import { getAccountKey } from '../../../ledger/accounts';
import { postTransfer } from '../../../ledger/post-transfer';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { moneyText } from '../../../mail/compose-mail';
import { rooms } from '../../../realtime/publish';
import type { NotificationService } from '../../conversation/notification/notification-service';

type CardRefundDeps = Pick<ServerContext, 'db' | 'clock' | 'jobs' | 'gateways' | 'publisher'> & {
  notification: Pick<NotificationService, 'add'>;
};
type RefundRow = typeof cardRefunds.$inferSelect;
type UngrantedPayment = Pick<typeof paymentTransactions.$inferSelect, 'id' | 'userId' | 'totalPrice'>;

const LOST_AFTER_MS = 15 * 60_000;
const BATCH_SIZE = 100;
/** Prefix of the gateway's idempotency keys. */
const REFUND = 'refund:';

export type CardRefundService = ReturnType<typeof createCardRefundService>;

/**
 * Refunds to cards, in two steps: the transaction that reverses the sale stores the refund, and a job requests it from the
 * gateway with an idempotency key. If a card's bank takes no refunds, the money goes to the wallet. Promises M-14, M-17.
 */
export function createCardRefundService(deps: CardRefundDeps) {
  const { db, clock, jobs } = deps;
  const isDisputed = (paymentId: string, executor?: Executor) => isPaymentDisputed(deps, paymentId, executor);
  return {
    /** Whether the bank is holding the money because of an open dispute. */
    isDisputed,

    /** @param paymentId null for sales paid from the wallet, where no bank is involved. @throws AppError REFUND_NOT_POSSIBLE */
    async assertUndisputed(tx: Tx, paymentId: string | null): Promise<void> {
      if (paymentId !== null && (await isDisputed(paymentId, tx)))
        throw new AppError('REFUND_NOT_POSSIBLE', {
          message: 'The bank of the card is looking into this payment. It decides about the money.',
        });
    },

    /**
     * Stores a refund. The caller moves the money to the ledger's `gateway` account.
     *
     * @param refund.saleId id of the charge, or of the payment if the payment itself was the sale; a new id for a refund of a
     *   wallet, whose top-ups can be refunded in several parts
     * @throws Error if the sale has a refund: the gateway pays only one per sale, so the money would leave only the ledger
     */
    async request(tx: Tx, refund: { saleId: string; paymentId: string; userId: string; amount: Cents }): Promise<void> {
      const { saleId: id, ...rest } = refund;
      const now = clock.now();
      const row = { ...rest, id, status: 'pending', createdAt: now, updatedAt: now } as const;
      const isNew = await hasRows(
        tx.insert(cardRefunds).values(row).onConflictDoNothing().returning({ id: cardRefunds.id }),
      );
      if (!isNew) throw new Error(`Sale ${id} has a card refund already`);
      await jobs.send('refund-card', { id }, { tx });
    },

    /** Pays a payment that granted nothing to the wallet, because the bank does not take its refund. Once per payment. */
    payUngranted: (tx: Tx, payment: UngrantedPayment): Promise<void> => payUngranted(deps, tx, payment),

    /** Requests a refund from the gateway. Safe to repeat. */
    send: ({ id }: { id: string }): Promise<void> => sendRefund(deps, id),

    /** Ends pending refunds, since the bank has returned the whole payment after a lost dispute. @returns their sum */
    async endByBank(tx: Tx, paymentId: string): Promise<Cents> {
      const ended = await tx
        .update(cardRefunds)
        .set({ status: 'by_bank', updatedAt: clock.now() })
        .where(and(eq(cardRefunds.paymentId, paymentId), eq(cardRefunds.status, 'pending')))
        .returning({ amount: cardRefunds.amount });
      return cents(ended.reduce((sum, { amount }) => sum + amount, 0));
    },

    /** Pays a refund to the wallet if the bank sent it back, which can happen days later. */
    async refresh(refundId: string): Promise<void> {
      const refund = await deps.gateways.payment.readRefund?.(refundId);
      if (!refund?.hasFailed || !refund.key.startsWith(REFUND)) return;
      const id = refund.key.slice(REFUND.length);
      if (await findRow(db, cardRefunds, eq(cardRefunds.id, id))) await finishRefund(deps, id, 'refused');
      else await returnUngranted(deps, id);
    },

    /** Sends refunds whose job was lost. @throws AggregateError of those that failed */
    async recover(): Promise<void> {
      const isLost = lt(cardRefunds.updatedAt, new Date(clock.now().getTime() - LOST_AFTER_MS));
      const rows = await db
        .select({ id: cardRefunds.id })
        .from(cardRefunds)
        .where(and(eq(cardRefunds.status, 'pending'), isLost))
        .limit(BATCH_SIZE);
      await eachOrThrow(rows, ({ id }) => sendRefund(deps, id));
    },
  };
}

const isPaymentDisputed = ({ db }: Pick<CardRefundDeps, 'db'>, paymentId: string, executor: Executor = db) =>
  hasRow(executor, disputes, eq(disputes.paymentId, paymentId), eq(disputes.status, 'open'));

async function sendRefund(deps: CardRefundDeps, id: string): Promise<void> {
  const { db, gateways } = deps;
  const refund = requireFound(await findRow(db, cardRefunds, eq(cardRefunds.id, id)));
  if (refund.status !== 'pending') return;
  const { gatewayId } = requireFound(
    await findRow(db, paymentTransactions, eq(paymentTransactions.id, refund.paymentId)),
  );
  if (gatewayId === null) throw new Error(`Payment ${refund.paymentId} has no gateway id: it was never charged`);
  if (await isPaymentDisputed(deps, refund.paymentId)) return;
  try {
    const { status } = await gateways.payment.refund({ gatewayId, amount: refund.amount, key: `${REFUND}${id}` });
    await finishRefund(deps, id, status === 'refunded' ? 'all' : 'part');
  } catch (error) {
    // The payment is disputed, but we have not received that event yet. The refund stays pending until the dispute is decided.
    if (error instanceof RefundPostponed) return;
    if (!(error instanceof PaymentRefused)) throw error;
    await finishRefund(deps, id, 'refused');
  }
}

async function finishRefund(deps: CardRefundDeps, id: string, result: 'all' | 'part' | 'refused'): Promise<void> {
  const { db, clock } = deps;
  await inTransaction(db, async (tx) => {
    const refund = requireFound(await lockRow(tx, cardRefunds, eq(cardRefunds.id, id)));
    // A completed refund can still be sent back by the bank. Money that went to the wallet stays there.
    if (refund.status === 'to_wallet' || refund.status === 'by_bank') return;
    if (refund.status === 'done' && result !== 'refused') return;
    const updatedAt = clock.now();
    const status = result === 'refused' ? 'to_wallet' : 'done';
    await tx.update(cardRefunds).set({ status, updatedAt }).where(eq(cardRefunds.id, id));
    if (result === 'all')
      await tx
        .update(paymentTransactions)
        .set({ status: 'refunded', updatedAt })
        .where(eq(paymentTransactions.id, refund.paymentId));
    if (result !== 'refused') return;
    await reopenTopUp(tx, refund.paymentId);
    await payToWallet(deps, tx, refund);
  });
}

/**
 * Sets a refunded top-up back to paid, since its money is in the wallet again, where a lost dispute must find it. `updatedAt`
 * stays the date of the refund, which its credit note has.
 */
async function reopenTopUp(tx: Tx, paymentId: string): Promise<void> {
  const { id, target } = paymentTransactions;
  const topUp = await lockRow(tx, paymentTransactions, eq(id, paymentId), eq(target, 'token_package'));
  if (topUp?.status !== 'refunded') return;
  // Then the rest of it went back to the bank.
  if (await hasRow(tx, disputes, eq(disputes.paymentId, paymentId), eq(disputes.status, 'lost'))) return;
  await tx.update(paymentTransactions).set({ status: 'success' }).where(eq(id, paymentId));
}

/** The bank sent back the refund of a payment that granted nothing. Does nothing for refunds of other sites. */
async function returnUngranted(deps: CardRefundDeps, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const payment = await lockRow(tx, paymentTransactions, eq(paymentTransactions.id, id));
    if (!payment?.isRefundDue || payment.status !== 'refunded') return;
    await tx.update(paymentTransactions).set({ isRefundDue: false }).where(eq(paymentTransactions.id, id));
    await payUngranted(deps, tx, payment);
  });
}

async function payUngranted(deps: CardRefundDeps, tx: Tx, payment: UngrantedPayment): Promise<void> {
  const { id, userId, totalPrice: amount } = payment;
  const now = deps.clock.now();
  const row = { id, paymentId: id, userId, amount, status: 'to_wallet', createdAt: now, updatedAt: now } as const;
  await tx.insert(cardRefunds).values(row);
  await payToWallet(deps, tx, row);
}

async function payToWallet({ notification, publisher }: CardRefundDeps, tx: Tx, refund: RefundRow): Promise<void> {
  const { id, paymentId, userId, amount } = refund;
  const isOfCharge = await hasRow(tx, walletCharges, eq(walletCharges.id, id));
  await notification.add(tx, {
    userId,
    type: 'payment',
    action: 'refunded',
    title: 'Refund in your wallet',
    message: `Your card’s bank didn’t take the refund, so ${moneyText(amount)} is in your wallet.`,
    refId: isOfCharge ? id : paymentId,
    refSource: isOfCharge ? 'wallet_charge' : 'payment_transaction',
  });
  const to = { kind: 'wallet', ownerId: userId } as const;
  const { balances } = await postTransfer(tx, {
    code: 'refund-to-wallet',
    key: `refund-to-wallet:${id}`,
    subject: id,
    postings: [{ from: { kind: 'gateway' }, to, amount }],
  });
  const balance = fromCents(balances.get(getAccountKey(to)) ?? amount);
  tx.afterCommit(() => publisher.publish('balance_update', rooms.account(userId), { balance }));
}
