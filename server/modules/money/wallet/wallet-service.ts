import { cents, fromCents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { readPersonBalances } from '../../../ledger/accounts';
import { reverseTransfer } from '../../../ledger/post-transfer';
import { rooms } from '../../../realtime/publish';
import type { CardRefundService } from '../card-refund/card-refund-service';
import type { EarningService } from '../earning/earning-service';
import type { SpendingLimitService } from '../spending-limit/spending-limit-service';
import { chargeKey, createChargeWallet, createRecordSale, toCompletedPayment } from './charge-wallet';
import { createWalletRepository } from './wallet-repository';

export { presentCharge, toCompletedPayment, type MoneyCaller } from './charge-wallet';
export { SALE_CODES } from './unlock-content';
export type { ChargeRow } from './wallet-repository';

interface RefundOptions {
  /** A sentence that both sides read. */
  reason?: string | undefined;
  /** The bank of the card has taken the money already. */
  isPaidBack?: boolean;
}

export type WalletService = ReturnType<typeof createWalletService>;

/** Balances of wallets, payments from them and refunds to them. Decisions 2. */
export function createWalletService(
  context: Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'events'>,
  {
    earning,
    cardRefund,
    spendingLimit,
  }: {
    earning: Pick<EarningService, 'record' | 'reverse'>;
    cardRefund: Pick<CardRefundService, 'request' | 'assertUndisputed'>;
    spendingLimit: Pick<SpendingLimitService, 'assertWithin'>;
  },
) {
  const { db, clock, publisher, events } = context;
  const repository = createWalletRepository(db);
  const recordSale = createRecordSale({ clock, repository, earning, spendingLimit });

  /**
   * Pays a charge back to where its money came from, and takes the creator's income back: what they have spent of it
   * becomes a debt. A repeat does nothing.
   *
   * @throws AppError REFUND_NOT_POSSIBLE while the bank decides on a dispute: it has the money
   */
  async function refund(tx: Tx, chargeId: string, { reason, isPaidBack = false }: RefundOptions = {}): Promise<void> {
    const row = requireFound(await repository.lockCharge(chargeId, tx));
    if (row.status === 'refunded') return;
    if (!isPaidBack) await cardRefund.assertUndisputed(tx, row.paymentId);
    await repository.markRefunded(chargeId, clock.now(), tx);
    await repository.removePurchase(chargeId, row, tx);
    await events.emit(tx, 'paymentCompleted', toCompletedPayment(row, { reason }));
    await earning.reverse(tx, chargeId);
    const { userId, paymentId } = row;
    const amount = cents(row.totalPrice + row.taxAmount);
    if (paymentId !== null && !isPaidBack)
      await cardRefund.request(tx, { saleId: chargeId, paymentId, userId, amount });
    await reverseTransfer(tx, { key: chargeKey(chargeId), reverseKey: `refund:${chargeId}` });
    if (paymentId !== null) return;
    tx.afterCommit(async () => {
      const { wallet } = await readPersonBalances(db, row.userId);
      const payload = {
        token: fromCents(amount),
        type: 'refund',
        pending: false,
        balance: fromCents(wallet),
      };
      publisher.publish('update_balance', rooms.account(row.userId), payload);
    });
  }

  return {
    /** Balances of an account: `wallet` to spend or to be paid out, `pending` not released yet. Cents. */
    balances: (accountId: string): Promise<{ wallet: Cents; pending: Cents }> => readPersonBalances(db, accountId),

    /** Stores a sale within a transaction; its caller posts the money. See `createRecordSale`. */
    recordSale,

    /** Pays for something within a transaction. See `createChargeWallet`. */
    charge: createChargeWallet(context, recordSale),

    /**
     * Takes back the sales that a card paid for and whose money its bank has taken.
     *
     * @returns what came back of it.
     */
    async takeBack(tx: Tx, paymentId: string, reason: string): Promise<Cents> {
      const rows = await repository.lockSoldByCard(paymentId, tx);
      for (const { id } of rows) await refund(tx, id, { reason, isPaidBack: true });
      return cents(rows.reduce((sum, { totalPrice, taxAmount }) => sum + totalPrice + taxAmount, 0));
    },

    lockCharge: repository.lockCharge,

    /** Whether somebody has bought this. */
    isBought: repository.isBought,

    refund,
  };
}
