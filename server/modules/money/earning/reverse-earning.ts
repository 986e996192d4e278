import { cents, fromCents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { lockWallet } from '../../../ledger/accounts';
import { postTransfer } from '../../../ledger/post-transfer';
import { publishIncomeChange } from './record-earning';
import { earningRepository, type EarningRow } from './earning-repository';

type ReverseDeps = Pick<ServerContext, 'db' | 'clock' | 'publisher'>;

/**
 * Removes the earning of a refunded sale; the caller reverses the sale's own transfer in the same transaction. What is no
 * longer in the creator's wallet becomes a debt, which their next income pays off.
 */
export async function reverseEarning(context: ReverseDeps, tx: Tx, transactionId: string): Promise<void> {
  const earning = await earningRepository.lockByTransaction(transactionId, tx);
  if (!earning) return;
  const { id, performerId, netPrice } = earning;
  await earningRepository.remove(id, tx);
  if (earning.releasedAt) await unrelease(tx, earning, `unrelease:${id}`);
  const change = { token: -fromCents(netPrice), type: 'refund', pending: !earning.releasedAt };
  tx.afterCommit(() => publishIncomeChange(context, performerId, change));
}

/** Keeps an earning from being released, or takes it back if it was: its payment is disputed. The row is locked. */
export async function holdEarning(context: ReverseDeps, tx: Tx, earning: EarningRow): Promise<void> {
  const { id, performerId, netPrice, releasedAt } = earning;
  const heldAt = context.clock.now();
  const holds = releasedAt ? earning.holds + 1 : earning.holds;
  await earningRepository.update(id, { heldAt, holds, releasedAt: null, updatedAt: heldAt }, tx);
  if (!releasedAt) return;
  await unrelease(tx, earning, `unrelease:${id}:${holds}`);
  const change = { token: -fromCents(netPrice), type: 'dispute', pending: false };
  tx.afterCommit(() => publishIncomeChange(context, performerId, change));
}

/** From the wallet back to what is pending. @param key of the transfer */
async function unrelease(tx: Tx, { id, performerId: ownerId, netPrice }: EarningRow, key: string): Promise<void> {
  if (netPrice === 0) return;
  const to = { kind: 'pending', ownerId } as const;
  const fromWallet = cents(Math.min(await lockWallet(tx, ownerId), netPrice));
  await postTransfer(tx, {
    code: 'unrelease',
    key,
    subject: id,
    postings: [
      { from: { kind: 'wallet', ownerId }, to, amount: fromWallet },
      { from: { kind: 'debt', ownerId }, to, amount: cents(netPrice - fromWallet) },
    ],
  });
}
