import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { paymentTransactions } from '../../../db/schema/money';
import { operatorActs } from '../../../db/schema/operators';
import { reconciliations } from '../../../db/schema/reconciliations';
import { buildSale } from '../../../../tests/factories/money';
import { buildOperator, runAdmin } from '../../../../tests/factories/operator';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { buildStripeApp, saveStripeCard } from '../../../../tests/stripe-double/build-stripe-app';
import type { StripeDouble } from '../../../../tests/stripe-double/stripe-double';

let app: TestApp;
let double: StripeDouble;
let close: () => Promise<void>;
let as: string;
let fan: BuiltPerson;
let payment: typeof paymentTransactions.$inferSelect;
beforeAll(async () => {
  ({ app, double, close } = await buildStripeApp());
  as = (await buildOperator(app, 'accountant')).token;
  fan = await buildUser(app, { name: 'Zoë Marsh' });
  const post = await buildSale(app, await buildPerformer(app, { name: 'Noor Halim' }), cents(600));
  const cardId = await saveStripeCard(app, fan.token);
  const headers = { 'cf-ipcountry': 'PT' };
  const body = { target: 'feed' as const, targetId: post.id, cardId };
  await app.call('buyByCard', { as: fan.token, headers, body });
  await double.deliver({ times: 2 });
  await app.jobs.drain();
  const [row] = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.userId, fan.id));
  payment = row!;
});
afterAll(() => close());

const search = async (query: Record<string, unknown>) => (await app.call('searchPayments', { as, query })).data;
const get = (id: string) => app.call('getPayment', { as, params: { id } });

describe('payments', () => {
  it('are found by id, id at the gateway and payer, and filtered by state', async () => {
    for (const q of [payment.id, payment.gatewayId, fan.id, fan.account.username, fan.account.email])
      expect(await search({ q })).toMatchObject({
        total: 1,
        data: [
          {
            _id: payment.id,
            userName: 'Zoë Marsh',
            userUsername: fan.account.username,
            totalPrice: payment.totalPrice / 100,
            status: 'success',
          },
        ],
      });
    expect((await search({ q: payment.id, status: 'fail' })).total).toBe(0);
    expect((await search({ q: '%' })).total).toBe(0);
  });

  it('show their entries in the ledger, which sum to zero', async () => {
    const { data } = await get(payment.id);
    expect(data.payment.gatewayId).toBe(payment.gatewayId);
    expect(data.transfers).toMatchObject([{ code: 'feed', reversesId: null }]);
    const entries = data.transfers[0]?.entries ?? [];
    expect(entries.find(({ account }) => account === 'pending')).toMatchObject({
      ownerName: 'Noor Halim',
      amount: 4.8,
    });
    expect(entries.find(({ account }) => account === 'gateway')?.amount).toBe(-payment.totalPrice / 100);
    expect(entries.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(0);
    expect((await get('a'.repeat(24))).status).toBe(404);
  });

  it('are printed by command', async () => {
    expect(await runAdmin(app, 'payments', 'find', payment.gatewayId ?? '')).toContain(payment.id);
    expect(await runAdmin(app, 'payments', 'show', payment.id)).toContain('pending');
    expect(await runAdmin(app, 'payments', 'find', 'no such payment')).toBe('No payment fits.');
  });
});

describe('reconciliation', () => {
  const list = async (query: Record<string, unknown> = {}) =>
    (await app.call('listReconciliations', { as, query })).data;
  const compare = (day: string, body: object = { day }) => app.call('reconcileDay', { as, body });

  it('compares a day, stores the outcome and adds a line to the log', async () => {
    const day = payment.createdAt.toISOString().slice(0, 10);
    const { data } = await compare(day);
    expect(data).toMatchObject({ _id: day, movements: expect.any(Number) });
    expect(await list()).toMatchObject({ total: 1, data: [data], isPossible: true });
    const [line] = await app.context.db.select().from(operatorActs).where(eq(operatorActs.subjectId, day));
    expect(line).toMatchObject({ act: 'day.compared', subjectKind: 'day', details: { movements: data.movements } });
  });

  it('lists the newest day first, and those with differences alone', async () => {
    const row = { checkedAt: app.clock.now(), movements: 3, fees: cents(30) };
    const days = [
      { day: '2020-01-01', ...row, differences: ['Payment 1 is missing.'] },
      { day: '2020-01-02', ...row, differences: [] },
    ];
    await app.context.db.insert(reconciliations).values(days);
    expect((await list()).data.slice(-2).map(({ _id }) => _id)).toEqual(['2020-01-02', '2020-01-01']);
    const found = await list({ hasDifferences: 'true' });
    expect(found.data.at(-1)).toMatchObject({ _id: '2020-01-01', fees: 0.3, differences: ['Payment 1 is missing.'] });
    expect(found.data.map(({ _id }) => _id)).not.toContain('2020-01-02');
  });

  it('rejects what is no day, and sites whose gateway has no record', async () => {
    for (const day of ['2026-02-30', 'yesterday']) expect((await compare(day)).status).toBe(400);
    const other = await buildTestApp();
    const { token } = await buildOperator(other, 'accountant');
    const reply = await other.call('reconcileDay', { as: token, body: { day: '2026-03-01' } });
    expect(reply.body.error).toBe('PROVIDER_NOT_CONFIGURED');
    expect((await other.call('listReconciliations', { as: token })).data.isPossible).toBe(false);
    await other.close();
  });
});
