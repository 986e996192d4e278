import { cents, fromCents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { lockWallet } from '../../../ledger/accounts';
import { postTransfer } from '../../../ledger/post-transfer';
import { publishIncomeChange } from './record-earning';
import { earningRepository } from './earning-repository';

/**
 * Removes the earning of a refunded sale; the caller reverses the sale's own transfer in the same transaction. What is no
 * longer in the creator's wallet becomes a debt, which their next income pays off.
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
    const ownerId = performerId;
    const left = await lockWallet(tx, ownerId);
    const to = { kind: 'pending', ownerId } as const;
    const fromWallet = cents(Math.min(left, netPrice));
    await postTransfer(tx, {
      code: 'unrelease',
      key: `unrelease:${id}`,
      subject: id,
      postings: [
        { from: { kind: 'wallet', ownerId }, to, amount: fromWallet },
        { from: { kind: 'debt', ownerId }, to, amount: cents(netPrice - fromWallet) },
      ],
    });
  }
  const change = { token: -fromCents(netPrice), type: 'refund', pending: !earning.releasedAt };
  tx.afterCommit(() => publishIncomeChange(context, performerId, change));
}
