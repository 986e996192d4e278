import { and, eq, lt } from 'drizzle-orm';
import { cents, fromCents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { findRow, hasRow, hasRows, lockRow } from '../../../db/query-helpers';
import { disputes } from '../../../db/schema/disputes';
import { cardRefunds } from '../../../db/schema/orders';
import { paymentTransactions } from '../../../db/schema/money';
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

/** Milliseconds after which the job of a refund counts as lost. */
const LOST_AFTER_MS = 15 * 60_000;
const BATCH_SIZE = 100;
/** Begins the keys that refunds of sales are asked for with. */
const REFUND = 'refund:';

export type CardRefundService = ReturnType<typeof createCardRefundService>;

/**
 * Pays money back to cards, in two steps: the refund is stored in the transaction that takes back the sale, and a job asks the
 * gateway for it, under a key that pays once. A card that takes no refunds has its money go to the wallet. Promises M-14, M-17.
 */
export function createCardRefundService(deps: CardRefundDeps) {
  const { db, clock, jobs } = deps;
  const isDisputed = (paymentId: string, executor?: Executor) => isPaymentDisputed(deps, paymentId, executor);
  return {
    /** Whether the bank of a card decides on a payment at the moment: it has the money until then. */
    isDisputed,

    /** @throws AppError REFUND_NOT_POSSIBLE while the bank decides on the payment of a sale; a wallet has no bank */
    async assertUndisputed(tx: Tx, paymentId: string | null): Promise<void> {
      if (paymentId !== null && (await isDisputed(paymentId, tx)))
        throw new AppError('REFUND_NOT_POSSIBLE', {
          message: 'The bank of the card is looking into this payment. It decides about the money.',
        });
    },

    /**
     * Once a sale: a repeat does nothing. The caller moves the money back to the gateway's account in the ledger.
     *
     * @param refund.saleId the charge, or the payment where that itself was sold.
     */
    async request(tx: Tx, refund: { saleId: string; paymentId: string; userId: string; amount: Cents }): Promise<void> {
      const { saleId: id, ...rest } = refund;
      const now = clock.now();
      const row = { ...rest, id, status: 'pending', createdAt: now, updatedAt: now } as const;
      const isNew = await hasRows(
        tx.insert(cardRefunds).values(row).onConflictDoNothing().returning({ id: cardRefunds.id }),
      );
      if (isNew) await jobs.send('refund-card', { id }, { tx });
    },

    /** Asks the gateway for a refund. Can run twice. */
    send: ({ id }: { id: string }): Promise<void> => sendRefund(deps, id),

    /**
     * A bank took the money of a payment for a dispute that is lost: refunds of it that wait have reached their payer that way.
     *
     * @returns their sum.
     */
    async endByBank(tx: Tx, paymentId: string): Promise<Cents> {
      const ended = await tx
        .update(cardRefunds)
        .set({ status: 'by_bank', updatedAt: clock.now() })
        .where(and(eq(cardRefunds.paymentId, paymentId), eq(cardRefunds.status, 'pending')))
        .returning({ amount: cardRefunds.amount });
      return cents(ended.reduce((sum, { amount }) => sum + amount, 0));
    },

    /** A bank has sent a refund back, perhaps days later: the money goes to the wallet. */
    async refresh(refundId: string): Promise<void> {
      const refund = await deps.gateways.payment.readRefund?.(refundId);
      if (!refund?.hasFailed || !refund.key.startsWith(REFUND)) return;
      const id = refund.key.slice(REFUND.length);
      if (await findRow(db, cardRefunds, eq(cardRefunds.id, id))) await finishRefund(deps, id, 'refused');
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
  if (gatewayId === null) throw new Error(`payment ${refund.paymentId} was never made`);
  if (await isPaymentDisputed(deps, refund.paymentId)) return;
  try {
    const { status } = await gateways.payment.refund({ gatewayId, amount: refund.amount, key: `${REFUND}${id}` });
    await finishRefund(deps, id, status === 'refunded' ? 'all' : 'part');
  } catch (error) {
    // It is sent again until the dispute has arrived, which then ends it or lets it go on.
    if (error instanceof RefundPostponed) return;
    if (!(error instanceof PaymentRefused)) throw error;
    await finishRefund(deps, id, 'refused');
  }
}

async function finishRefund(deps: CardRefundDeps, id: string, result: 'all' | 'part' | 'refused'): Promise<void> {
  const { db, clock } = deps;
  await inTransaction(db, async (tx) => {
    const refund = requireFound(await lockRow(tx, cardRefunds, eq(cardRefunds.id, id)));
    // A refund that is done may still come back; money in the wallet stays there.
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
    if (result === 'refused') await payToWallet(deps, tx, refund);
  });
}

async function payToWallet({ notification, publisher }: CardRefundDeps, tx: Tx, refund: RefundRow): Promise<void> {
  const { id, paymentId, userId, amount } = refund;
  await notification.add(tx, {
    userId,
    type: 'payment',
    action: 'refunded',
    title: 'Refund in your wallet',
    message: `Your card’s bank didn’t take the refund, so ${moneyText(amount)} is in your wallet.`,
    refId: id,
    refSource: id === paymentId ? 'payment_transaction' : 'wallet_charge',
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
