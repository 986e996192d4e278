import { eq, sql } from 'drizzle-orm';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { paymentTransactions } from '../../../db/schema/money';
import { migrationsFolder } from '../../../db/migrate';
import { buildCard, byDefaultCard } from '../../../../tests/factories/money';
import { buildOperator } from '../../../../tests/factories/operator';
import { buildUser } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { setClock } from '../../../../tests/harness/clock/set-clock';

const BEGUN = new Date('2026-11-20T23:58:00Z');

let app: TestApp;
let as: string;
let id: string;
beforeEach(async () => {
  setClock('2026-11-21T00:05:00Z');
  app = await buildTestApp();
  as = (await buildOperator(app, 'accountant')).token;
  const fan = await buildUser(app);
  await buildCard(app, fan, { code: 'authenticate' });
  const { data } = await app.call('topUpWallet', {
    as: fan.token,
    body: { ...(await byDefaultCard(app, fan)), amount: 10 },
  });
  if (!('_id' in data)) throw new Error('Expected a payment');
  id = data._id;
  await store({ createdAt: BEGUN, bookedAt: BEGUN });
  await app.call('confirmPayment', { as: fan.token, params: { id }, body: { outcome: 'approve' } });
});
afterEach(() => app.close());

const store = (values: Partial<typeof paymentTransactions.$inferInsert>) =>
  app.context.db.update(paymentTransactions).set(values).where(eq(paymentTransactions.id, id));

const listDay = async (day: string) =>
  (await app.call('searchPayments', { as, query: { fromDate: day, toDate: day } })).data;

async function expectOnOneDay() {
  const { data: today } = await app.call('getMoneyOverview', { as, query: { period: '1' } });
  expect(today).toMatchObject({ payments: 1, moneyIn: 10 });
  expect(await listDay('2026-11-21')).toMatchObject({
    total: 1,
    data: [{ _id: id, createdAt: BEGUN.toISOString(), bookedAt: expect.stringMatching(/^2026-11-21T00:0/) }],
  });
  expect((await listDay('2026-11-20')).total).toBe(0);
}

describe('a payment that begins before midnight and is booked after it', () => {
  it('is of the second day in the overview, the list and the CSV file', async () => {
    await expectOnOneDay();
    const { data } = await app.call('exportPayments', {
      as,
      body: { fromDate: '2026-11-21', toDate: '2026-11-21' },
    });
    expect(data).toMatchObject({ count: 1, content: expect.stringContaining(BEGUN.toISOString()) });
  });

  it('is so too if it was booked before the list knew', async () => {
    await store({ bookedAt: BEGUN });
    const migration = await readFile(path.join(migrationsFolder(), '0055_payment_booked_at.sql'), 'utf8');
    await app.context.db.execute(sql.raw(migration.split('--> statement-breakpoint')[1] ?? ''));
    await expectOnOneDay();
  });
});
