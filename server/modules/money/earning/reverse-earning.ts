import { fromCents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { reverseTransfer } from '../../../ledger/post-transfer';
import { publishIncomeChange } from './record-earning';
import { earningRepository } from './earning-repository';
import { getReleaseKey } from './release-earnings';

/**
 * Removes the earning of a refunded sale; the caller reverses the sale's own transfer in the same transaction.
 *
 * @throws AppError NOT_ENOUGH_BALANCE when it was released and is no longer in the creator's wallet.
 */
export async function reverseEarning(
  context: Pick<ServerContext, 'db' | 'publisher'>,
  tx: Tx,
  transactionId: string,
): Promise<void> {
  const earning = await earningRepository.lockByTransaction(transactionId, tx);
  if (!earning) return;
  const { id, performerId, netPrice } = earning;
  await earningRepository.remove(id, tx);
  if (earning.releasedAt && netPrice > 0) {
    await reverseTransfer(tx, { key: getReleaseKey(id), reverseKey: `unrelease:${id}` });
  }
  const change = { token: -fromCents(netPrice), type: 'refund', pending: !earning.releasedAt };
  tx.afterCommit(() => publishIncomeChange(context, performerId, change));
}
