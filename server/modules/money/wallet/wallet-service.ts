import { cents, fromCents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { readPersonBalances } from '../../../ledger/accounts';
import { reverseTransfer } from '../../../ledger/post-transfer';
import { rooms } from '../../../realtime/publish';
import type { CardRefundService } from '../card-refund/card-refund-service';
import type { EarningService } from '../earning/earning-service';
import { chargeKey, createChargeWallet, createRecordSale, toCompletedPayment } from './charge-wallet';
import { createWalletRepository } from './wallet-repository';

export { presentCharge, toCompletedPayment, type MoneyCaller } from './charge-wallet';
export type { ChargeRow } from './wallet-repository';

export type WalletService = ReturnType<typeof createWalletService>;

/** Balances of wallets, payments from them and refunds to them. Decisions 2. */
export function createWalletService(
  context: Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'events'>,
  {
    earning,
    cardRefund,
  }: { earning: Pick<EarningService, 'record' | 'reverse'>; cardRefund: Pick<CardRefundService, 'request'> },
) {
  const { db, clock, publisher, events } = context;
  const repository = createWalletRepository(db);
  const recordSale = createRecordSale({ clock, repository, earning });
  return {
    /** Balances of an account: `wallet` to spend or to be paid out, `pending` not released yet. Cents. */
    balances: (accountId: string): Promise<{ wallet: Cents; pending: Cents }> => readPersonBalances(db, accountId),

    /** Stores a sale within a transaction; its caller posts the money. See `createRecordSale`. */
    recordSale,

    /** Pays for something within a transaction. See `createChargeWallet`. */
    charge: createChargeWallet(context, recordSale),

    /** Whether somebody has bought this. */
    isBought: repository.isBought,

    /**
     * Pays a charge back to where its money came from, and takes the creator's income back: what they have spent of it
     * becomes a debt. A repeat does nothing.
     *
     * @param reason a sentence that both sides read.
     */
    async refund(tx: Tx, chargeId: string, reason?: string): Promise<void> {
      const row = requireFound(await repository.lockCharge(chargeId, tx));
      if (row.status === 'refunded') return;
      await repository.markRefunded(chargeId, clock.now(), tx);
      await repository.removePurchase(chargeId, row, tx);
      await events.emit(tx, 'paymentCompleted', toCompletedPayment(row, { reason }));
      await earning.reverse(tx, chargeId);
      const { userId, paymentId } = row;
      const amount = cents(row.totalPrice + row.taxAmount);
      if (paymentId !== null) await cardRefund.request(tx, { chargeId, paymentId, userId, amount });
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
    },
  };
}
