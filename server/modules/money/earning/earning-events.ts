import { fromCents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { readPersonBalances } from '../../../ledger/accounts';
import { rooms } from '../../../realtime/publish';

type EventDeps = Pick<ServerContext, 'db' | 'publisher'>;

/** Notifies a creator that their income changed by `token` dollars, with the new balances. Wire contract 4.3. */
export async function publishIncomeChange(
  { db, publisher }: EventDeps,
  performerId: string,
  change: { token: number; type: string; pending: boolean },
): Promise<void> {
  const { wallet, pending } = await readPersonBalances(db, performerId);
  publisher.publish('update_balance', rooms.account(performerId), {
    ...change,
    balance: fromCents(wallet),
    pendingBalance: fromCents(pending),
  });
}

/** Notifies a creator of the balances after a release. */
export async function publishBalances({ db, publisher }: EventDeps, performerId: string): Promise<void> {
  const { wallet, pending } = await readPersonBalances(db, performerId);
  const payload = { balance: fromCents(wallet), pendingBalance: fromCents(pending) };
  publisher.publish('balance_update', rooms.account(performerId), payload);
}
