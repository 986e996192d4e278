import { cents, fromCents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { postTransfer } from '../../../ledger/post-transfer';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { lockWallet, readDebt, readPersonBalances } from '../../../ledger/accounts';
import { rooms } from '../../../realtime/publish';
import { earningRepository, listPerformersDue, type EarningRow } from './earning-repository';

type ReleaseDeps = Pick<ServerContext, 'db' | 'clock' | 'publisher'>;

const BATCH_SIZE = 200;

/** Releases each earning once, even with concurrent processes. @throws AggregateError of the creators whose release failed */
export async function releaseEarnings(deps: ReleaseDeps): Promise<void> {
  const now = deps.clock.now();
  await eachOrThrow(await listPerformersDue(deps.db, now), async (performerId) => {
    while ((await releaseBatch(deps, performerId, now)) === BATCH_SIZE);
  });
}

async function releaseBatch(deps: ReleaseDeps, performerId: string, now: Date): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const due = await earningRepository.lockDue(performerId, now, BATCH_SIZE, tx);
    if (due.length === 0) return 0;
    const ids = due.map((row) => row.id);
    await earningRepository.markReleased(ids, now, tx);
    const from = { kind: 'pending', ownerId: performerId } as const;
    const to = { kind: 'wallet', ownerId: performerId } as const;
    for (const { id, netPrice: amount, holds } of due) {
      if (amount === 0) continue;
      const postings = [{ from, to, amount }];
      await postTransfer(tx, { code: 'release', key: getReleaseKey({ id, holds }), subject: id, postings });
    }
    await payDebt(tx, performerId, getReleaseKey(due[0]!));
    tx.afterCommit(() => publishBalances(deps, performerId));
    return due.length;
  });
}

/** Pays as much as possible of a creator's debt from their wallet. @param key unique per payment @returns the amount paid */
export async function payDebt(tx: Tx, ownerId: string, key: string): Promise<Cents> {
  const debt = await readDebt(tx, ownerId);
  if (debt === 0) return cents(0);
  const amount = cents(Math.min(debt, await lockWallet(tx, ownerId)));
  if (amount === 0) return amount;
  const postings = [{ from: { kind: 'wallet', ownerId }, to: { kind: 'debt', ownerId }, amount }] as const;
  await postTransfer(tx, { code: 'debt-payment', key: `debt:${key}`, subject: ownerId, postings });
  return amount;
}

/** Each hold by a dispute changes the key, so that the earning can be released again. */
const getReleaseKey = ({ id, holds }: Pick<EarningRow, 'id' | 'holds'>): string =>
  holds === 0 ? `release:${id}` : `release:${id}:${holds}`;

async function publishBalances({ db, publisher }: ReleaseDeps, performerId: string): Promise<void> {
  const { wallet, pending } = await readPersonBalances(db, performerId);
  const payload = { balance: fromCents(wallet), pendingBalance: fromCents(pending) };
  publisher.publish('balance_update', rooms.account(performerId), payload);
}
