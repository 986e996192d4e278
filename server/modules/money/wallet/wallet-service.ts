import { fromCents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { readPersonBalances } from '../../../ledger/accounts';
import { reverseTransfer } from '../../../ledger/post-transfer';
import { rooms } from '../../../realtime/publish';
import type { EarningService } from '../earning/earning-service';
import { chargeKey, toCompletedPayment, createChargeWallet } from './charge-wallet';
import { createWalletRepository } from './wallet-repository';

export type { ChargeRow } from './wallet-repository';

/** Balances of wallets, payments from them and refunds to them. Decisions 2. */
export function createWalletService(
  context: Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'events'>,
  { earning }: { earning: Pick<EarningService, 'record' | 'reverse'> },
) {
  const { db, clock, publisher, events } = context;
  const repository = createWalletRepository(db);
  return {
    /** Balances of an account: `wallet` to spend or to be paid out, `pending` not released yet. Cents. */
    balances: (accountId: string): Promise<{ wallet: Cents; pending: Cents }> => readPersonBalances(db, accountId),

    /** Pays for something within a transaction. See `createChargeWallet`. */
    charge: createChargeWallet(context, { repository, earning }),

    /**
     * Refunds a charge to its payer and reverses the creator's income. A repeat does nothing.
     *
     * @param reason a sentence that both sides read.
     * @throws AppError NOT_ENOUGH_BALANCE when the creator no longer has the money.
     */
    async refund(tx: Tx, chargeId: string, reason?: string): Promise<void> {
      const row = requireFound(await repository.lockCharge(chargeId, tx));
      if (row.status === 'refunded') return;
      await repository.markRefunded(chargeId, clock.now(), tx);
      await repository.removePurchase(chargeId, row, tx);
      await events.emit(tx, 'paymentCompleted', toCompletedPayment(row, { reason }));
      await earning.reverse(tx, chargeId);
      await reverseTransfer(tx, { key: chargeKey(chargeId), reverseKey: `refund:${chargeId}` });
      tx.afterCommit(async () => {
        const { wallet } = await readPersonBalances(db, row.userId);
        const payload = {
          token: fromCents(row.totalPrice),
          type: 'refund',
          pending: false,
          balance: fromCents(wallet),
        };
        publisher.publish('update_balance', rooms.account(row.userId), payload);
      });
    },
  };
}
