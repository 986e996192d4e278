import { sql } from 'drizzle-orm';
import { fromCents, cents } from '@contract/base/money';
import { seedMoney } from '../../../../demo/seed/seed-money';
import { seedPeople } from '../../../../demo/seed/seed-people';
import type { SeedContext } from '../../../../demo/seed/seed-context';
import { demoSite } from '../../../../demo/site';
import { inTransaction } from '../../../db/transaction';
import { buildOperator } from '../../../../tests/factories/operator';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

const DAY_MS = 24 * 3600 * 1000;
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

const toDay = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Until the end of today, from the first of `days` days. */
const getRange = (days: number) => {
  const now = new Date(NOW).getTime();
  return { fromDate: toDay(now - (days - 1) * DAY_MS), toDate: toDay(now) };
};

async function readLedger(days: number) {
  const { rows } = await app.context.db.execute<{ paid: number; shared: number }>(sql`
    select coalesce(-sum(e.amount) filter (where l.kind = 'gateway'), 0)::float8 as paid,
      coalesce(sum(e.amount) filter (where l.kind in ('pending', 'revenue') and t.code <> 'release'), 0)::float8 as shared
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts l on l.id = e.account_id
    where t.created_at >= ${`${getRange(days).fromDate}T00:00:00Z`}::timestamptz`);
  return { paid: fromCents(cents(rows[0]?.paid ?? 0)), shared: fromCents(cents(rows[0]?.shared ?? 0)) };
}

async function readOverview(days: number) {
  const { data } = await app.call('getMoneyOverview', { as: token, query: { days: String(days) } });
  const { creators, commission, tax } = data.sales;
  return {
    moneyIn: data.moneyIn,
    payments: data.payments,
    sales: Math.round((creators + commission + tax) * 100) / 100,
  };
}

async function readPayments(days: number) {
  const query = { ...getRange(days), status: 'success', limit: '100' };
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
  for (const days of [1, 7, 30]) {
    const [overview, payments, ledger] = [await readOverview(days), await readPayments(days), await readLedger(days)];
    expect(overview).toMatchObject({ moneyIn: payments.sum, payments: payments.total });
    expect(overview).toMatchObject({ moneyIn: ledger.paid, sales: ledger.shared });
    seen.push(overview);
  }
  const [today, week, month] = seen;
  expect(today?.payments).toBeLessThan(week?.payments ?? 0);
  expect(week?.payments).toBeLessThan(month?.payments ?? 0);
  expect(week?.sales).toBeLessThan(month?.sales ?? 0);
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
