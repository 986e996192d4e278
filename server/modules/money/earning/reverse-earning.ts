import { cents, fromCents, roundToCoin, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { lockWallet } from '../../../ledger/accounts';
import { postTransfer } from '../../../ledger/post-transfer';
import { publishIncomeChange } from './record-earning';
import { earningRepository, type EarningRow } from './earning-repository';

type ReverseDeps = Pick<ServerContext, 'db' | 'clock' | 'publisher'>;

/**
 * Removes the earning of a refunded sale; the caller reverses the sale's transfer in the same transaction. The part that the
 * creator has already spent becomes a debt.
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

/** Takes a partial refund's share out of an earning. The caller moves the money, in the same transaction and as split here. */
export async function reversePart(
  context: ReverseDeps,
  tx: Tx,
  { transactionId, gross }: { transactionId: string; gross: Cents },
): Promise<{ performerId: string; net: Cents; commission: Cents }> {
  const earning = requireFound(await earningRepository.lockByTransaction(transactionId, tx));
  const { id, performerId, releasedAt } = earning;
  const { net, commission } = splitPart(earning, gross);
  const rest = {
    grossPrice: cents(earning.grossPrice - gross),
    netPrice: cents(earning.netPrice - net),
    commission: cents(earning.commission - commission),
  };
  await earningRepository.update(id, { ...rest, updatedAt: context.clock.now() }, tx);
  if (releasedAt) await unrelease(tx, { ...earning, netPrice: net }, `unrelease:${id}:part`);
  const change = { token: -fromCents(net), type: 'refund', pending: !releasedAt };
  tx.afterCommit(() => publishIncomeChange(context, performerId, change));
  return { performerId, net, commission };
}

/** Splits a part of a sale into net and commission, which add up to exactly `gross`. */
export function splitPart(
  { grossPrice, netPrice, commission }: Pick<EarningRow, 'grossPrice' | 'netPrice' | 'commission'>,
  gross: Cents,
): { net: Cents; commission: Cents } {
  const share = grossPrice === 0 ? 0 : roundToCoin((netPrice * gross) / grossPrice);
  const net = cents(Math.min(netPrice, Math.max(gross - commission, share)));
  return { net, commission: cents(gross - net) };
}

/** Keeps a disputed earning from being released, or takes it back if it already was. The row must be locked. */
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

/** Moves released income back to `pending`; what the wallet lacks becomes a debt. @param key of the transfer */
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
