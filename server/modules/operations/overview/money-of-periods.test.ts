import { sql } from 'drizzle-orm';
import { fromCents, cents } from '@contract/base/money';
import { seedMoney } from '../../../../demo/seed/seed-money';
import { seedPeople } from '../../../../demo/seed/seed-people';
import type { SeedContext } from '../../../../demo/seed/seed-context';
import { demoSite } from '../../../../demo/site';
import { inTransaction } from '../../../db/transaction';
import { buildOperator } from '../../../../tests/factories/operator';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

const NOW = '2026-11-21T14:00:00Z';

let app: TestApp;
let token: string;
beforeEach(async () => {
  app = await buildTestApp();
  app.clock.set(NOW);
  token = (await buildOperator(app, 'owner')).token;
});
afterEach(() => app.close());

/** Payments, tips and subscriptions of the demo; its other movements need posts and shows. */
async function seedPayments() {
  const { db, env } = app.context;
  const movements = demoSite.movements.filter(
    (movement) => movement.kind !== 'purchase' && !(movement.kind === 'tip' && movement.show !== undefined),
  );
  const site = { ...demoSite, movements };
  const store = () => Promise.reject(new Error('The demo’s money has no files'));
  const seed: SeedContext = {
    db,
    env,
    now: new Date(NOW),
    people: new Map(),
    items: new Map(),
    sessions: new Map(),
    store,
  };
  await seedPeople(seed, site, 'no-password');
  await inTransaction(db, (tx) => seedMoney(seed, tx, site));
  return movements;
}

/** First and last day of each period. */
const ranges = {
  '1': { fromDate: '2026-11-21', toDate: '2026-11-21' },
  '7': { fromDate: '2026-11-15', toDate: '2026-11-21' },
  '30': { fromDate: '2026-10-23', toDate: '2026-11-21' },
  month: { fromDate: '2026-11-01', toDate: '2026-11-30' },
  'last-month': { fromDate: '2026-10-01', toDate: '2026-10-31' },
};
type Period = keyof typeof ranges;

async function readLedger(period: Period) {
  const { fromDate, toDate } = ranges[period];
  const { rows } = await app.context.db.execute<{ paid: number; shared: number }>(sql`
    select coalesce(-sum(e.amount) filter (where l.kind = 'gateway'), 0)::float8 as paid,
      coalesce(sum(e.amount) filter (where l.kind in ('pending', 'revenue') and t.code <> 'release'), 0)::float8 as shared
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts l on l.id = e.account_id
    where (t.created_at at time zone 'UTC')::date between ${fromDate}::date and ${toDate}::date`);
  return { paid: fromCents(cents(rows[0]?.paid ?? 0)), shared: fromCents(cents(rows[0]?.shared ?? 0)) };
}

async function readOverview(period: Period) {
  const { data } = await app.call('getMoneyOverview', { as: token, query: { period } });
  const { creators, commission, tax } = data.sales;
  return {
    moneyIn: data.moneyIn,
    payments: data.payments,
    sales: Math.round((creators + commission + tax) * 100) / 100,
  };
}

async function readPayments(period: Period) {
  const query = { ...ranges[period], status: 'success', limit: '100' };
  const first = await app.call('searchPayments', { as: token, query });
  const rest = await app.call('searchPayments', { as: token, query: { ...query, offset: '100' } });
  const rows = [...first.data.data, ...rest.data.data];
  expect(rows).toHaveLength(first.data.total);
  const sum = rows.reduce((all, { totalPrice }) => all + totalPrice, 0);
  return { total: first.data.total, sum: Math.round(sum * 100) / 100 };
}

it('shows the money of each period as the payments and the ledger have it', async () => {
  await seedPayments();
  const seen = [];
  for (const period of ['1', '7', '30', 'month', 'last-month'] as const) {
    const [overview, payments] = [await readOverview(period), await readPayments(period)];
    const ledger = await readLedger(period);
    expect(overview).toMatchObject({ moneyIn: payments.sum, payments: payments.total });
    expect(overview).toMatchObject({ moneyIn: ledger.paid, sales: ledger.shared });
    seen.push(overview);
  }
  const [today, week, month, , lastMonth] = seen;
  expect(today?.payments).toBeLessThan(week?.payments ?? 0);
  expect(week?.payments).toBeLessThan(month?.payments ?? 0);
  expect(week?.sales).toBeLessThan(month?.sales ?? 0);
  expect(lastMonth?.payments).toBeGreaterThan(0);
});

it('books the demo’s money when it moved, in the order of time', async () => {
  const movements = await seedPayments();
  const { rows } = await app.context.db.execute<{ first: string; backwards: number; isFuture: boolean }>(sql`
    with booked as (
      select t.created_at as at, lag(t.created_at) over (order by e.id) as earlier
      from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    )
    select min(at) as first, count(*) filter (where at < earlier)::int as backwards, max(at) > ${NOW} as "isFuture"
    from booked`);
  const oldest = Math.max(...movements.map(({ minutesAgo }) => minutesAgo));
  expect(new Date(rows[0]?.first ?? 0)).toEqual(new Date(new Date(NOW).getTime() - oldest * 60_000));
  expect(rows[0]).toMatchObject({ backwards: 0, isFuture: false });
});
