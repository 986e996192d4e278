import { and, eq, inArray, sql, sum } from 'drizzle-orm';
import { cents, fromCents } from '@contract/base/money';
import type { EndpointReply } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { getSingle } from '../../../db/query-helpers';
import { earnings, ledgerAccounts, paymentTransactions, walletCharges } from '../../../db/schema/money';
import { payoutRequests } from '../../../db/schema/payouts';

type MoneyReply = Omit<EndpointReply<'readPersonMoney'>, 'walletRefund'>;

/** Everything else that is paid by card is also a charge, or fills the wallet. */
const isSubscription = inArray(paymentTransactions.type, [
  'monthly_subscription',
  'yearly_subscription',
  'platform_subscription',
]);

const isDone = (
  status: typeof walletCharges.status | typeof paymentTransactions.status,
  state: 'success' | 'refunded',
) => sql`${status} = ${state}`;

/** Balances as they stand in the ledger. */
export async function readMoney(db: Db, id: string): Promise<MoneyReply> {
  const [balances, sold, refunded, paidOut, spent] = await Promise.all([
    db.select().from(ledgerAccounts).where(eq(ledgerAccounts.ownerId, id)),
    total(db, sum(earnings.grossPrice), earnings, eq(earnings.performerId, id)),
    sumSales(db, id, 'performerId', 'refunded'),
    total(
      db,
      sum(payoutRequests.amount),
      payoutRequests,
      and(eq(payoutRequests.performerId, id), eq(payoutRequests.status, 'done')),
    ),
    sumSales(db, id, 'userId', 'success'),
  ]);
  const balance = (kind: string) => fromCents(cents(balances.find((row) => row.kind === kind)?.balance ?? 0));
  return {
    wallet: balance('wallet'),
    pending: balance('pending'),
    reserved: balance('reserved'),
    debt: Math.abs(balance('debt')),
    sold: fromCents(cents(sold)),
    paidOut: fromCents(cents(paidOut)),
    spent: fromCents(cents(spent)),
    refundShare: sold + refunded === 0 ? null : refunded / (sold + refunded),
  };
}

type Summed = typeof earnings | typeof payoutRequests | typeof walletCharges | typeof paymentTransactions;

const total = async (
  db: Db,
  amount: ReturnType<typeof sum>,
  table: Summed,
  where: ReturnType<typeof and>,
): Promise<number> => Number((await getSingle(db.select({ amount }).from(table).where(where))).amount ?? 0);

/** Without tax. */
async function sumSales(
  db: Db,
  id: string,
  side: 'performerId' | 'userId',
  state: 'success' | 'refunded',
): Promise<number> {
  const paid = paymentTransactions;
  const [charges, subscriptions] = await Promise.all([
    total(
      db,
      sum(walletCharges.totalPrice),
      walletCharges,
      and(eq(walletCharges[side], id), isDone(walletCharges.status, state)),
    ),
    total(
      db,
      sum(sql`${paid.totalPrice} - ${paid.taxAmount}`),
      paid,
      and(eq(paid[side], id), isDone(paid.status, state), isSubscription),
    ),
  ]);
  return charges + subscriptions;
}
