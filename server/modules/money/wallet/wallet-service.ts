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
  /** Shown to fan and creator. */
  reason?: string | undefined;
  /** True if the card's bank has already taken back the money. */
  isPaidBack?: boolean;
}

export type WalletService = ReturnType<typeof createWalletService>;

/** Balances of wallets, payments from wallets, and refunds of charges. Decisions 2. */
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
   * Refunds a charge to the card or wallet that paid, and takes back the creator's income; what they have spent of it becomes a
   * debt. A repeat does nothing.
   *
   * @throws AppError REFUND_NOT_POSSIBLE during a dispute, when the bank has the money
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
    /** In cents. `wallet` can be spent or paid out; `pending` is not released yet. */
    balances: (accountId: string): Promise<{ wallet: Cents; pending: Cents }> => readPersonBalances(db, accountId),

    recordSale,

    charge: createChargeWallet(context, recordSale),

    /** Reverses the sales of a card payment whose money the bank has taken back. @returns the sum of the sales */
    async takeBack(tx: Tx, paymentId: string, reason: string): Promise<Cents> {
      const rows = await repository.lockSoldByCard(paymentId, tx);
      for (const { id } of rows) await refund(tx, id, { reason, isPaidBack: true });
      return cents(rows.reduce((sum, { totalPrice, taxAmount }) => sum + totalPrice + taxAmount, 0));
    },

    lockCharge: repository.lockCharge,

    isBought: repository.isBought,

    refund,
  };
}
