import { desc, eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { operatorActs } from '../../../db/schema/operators';
import { paymentTransactions } from '../../../db/schema/money';
import { buildSale, listProblems } from '../../../../tests/factories/money';
import { buildOperator } from '../../../../tests/factories/operator';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import type { TestApp } from '../../../../tests/harness/build-test-app';
import { buildStripeApp, saveStripeCard } from '../../../../tests/stripe-double/build-stripe-app';
import { closeDispute, openDispute } from '../../../../tests/stripe-double/double-payments';
import type { StripeDouble } from '../../../../tests/stripe-double/stripe-double';

let app: TestApp;
let double: StripeDouble;
let close: () => Promise<void>;
let accountant: BuiltPerson;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let as: string;
beforeAll(async () => {
  ({ app, double, close } = await buildStripeApp());
  accountant = await buildOperator(app, 'accountant');
});
afterAll(() => close());
beforeEach(async () => {
  as = await app.services.session.open(accountant.id);
  creator = await buildPerformer(app, { name: 'Noor Halim' });
  fan = await buildUser(app, { name: 'Zoë Marsh', wallet: cents(10_000) });
});
afterEach(async () => {
  await settle();
  expect(await listProblems(app)).toEqual([]);
});

async function settle() {
  await double.deliver({ times: 2 });
  await app.jobs.drain();
}

async function askForRefund() {
  const post = await buildSale(app, creator, cents(600));
  const { data } = await app.call('buyFeed', { as: fan.token, params: { id: post.id } });
  const body = { saleId: data._id, reason: 'Not as shown' };
  const { data: request } = await app.call('askForRefund', { as: fan.token, body });
  return { id: request._id, saleId: data._id };
}

async function buyByCard() {
  const cardId = await saveStripeCard(app, fan.token);
  const post = await buildSale(app, creator, cents(600));
  const headers = { 'cf-ipcountry': 'PT' };
  const body = { target: 'feed' as const, targetId: post.id, cardId };
  const { data } = await app.call('buyByCard', { as: fan.token, headers, body });
  await settle();
  const id = (data as { _id: string })._id;
  const [row] = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.id, id));
  return { id, gatewayId: row!.gatewayId! };
}

const search = async (query: Record<string, unknown> = {}) => (await app.call('searchRefunds', { as, query })).data;
const get = (id: string) => app.call('getRefund', { as, params: { id } });
const grant = (id: string, body: object = {}) => app.call('grantRefundAsOperator', { as, params: { id }, body });
const refuse = (id: string, body: object) => app.call('refuseRefundAsOperator', { as, params: { id }, body });
const readLog = async (id: string) =>
  app.context.db.select().from(operatorActs).where(eq(operatorActs.subjectId, id)).orderBy(desc(operatorActs.seq));

describe('refund requests', () => {
  it('are found by state, id, fan and creator, and show what the creator pays', async () => {
    const { id, saleId } = await askForRefund();
    for (const q of [id, saleId, creator.account.username, fan.account.username])
      expect(await search({ q, state: 'asked' })).toMatchObject({
        total: 1,
        data: [{ _id: id, amount: 6, takes: 4.8 }],
      });
    expect((await search({ q: id, state: 'granted' })).total).toBe(0);
    expect((await search({ q: 'no such name' })).total).toBe(0);
    const { data } = await get(id);
    expect(data).toMatchObject({
      request: { _id: id, reason: 'Not as shown', userInfo: { name: 'Zoë Marsh' } },
      sale: { paymentId: null, isDisputed: false },
      ofFan: { asked: 1, granted: 0 },
    });
    expect((await get('a'.repeat(24))).status).toBe(404);
  });

  it('are on the list of what waits, also while creators have them', async () => {
    const owner = await app.services.session.open((await buildOperator(app)).id);
    const count = async (kind: string) =>
      (await app.call('listTodos', { as: owner })).data.find((todo) => todo.kind === kind)?.count ?? 0;
    const before = { asked: await count('askedRefund'), toDecide: await count('refund') };
    const { id } = await askForRefund();
    expect(await count('askedRefund')).toBe(before.asked + 1);
    expect(await count('refund')).toBe(before.toDecide);
    await grant(id);
    expect(await count('askedRefund')).toBe(before.asked);
  });

  it('are granted once, with a line in the log', async () => {
    const { id } = await askForRefund();
    expect((await get(id)).data.operator).toBeNull();
    expect((await grant(id, { answer: 'Sorry!' })).status).toBe(200);
    const { username } = accountant.account;
    expect((await get(id)).data.operator).toMatchObject({ _id: accountant.id, username });
    expect((await get(id)).data.request).toMatchObject({ state: 'granted', decidedBy: 'operator', answer: 'Sorry!' });
    expect((await app.services.wallet.balances(fan.id)).wallet).toBe(10_000);
    expect((await grant(id)).body.error).toBe('REFUND_DECIDED');
    expect(await readLog(id)).toMatchObject([{ act: 'refund.granted', via: 'console', operatorId: accountant.id }]);
  });

  it('are refused with a reason', async () => {
    const { id } = await askForRefund();
    expect((await refuse(id, {})).status).toBe(400);
    expect((await refuse(id, { answer: 'It was as shown.' })).status).toBe(200);
    expect((await get(id)).data.request).toMatchObject({ state: 'refused', answer: 'It was as shown.' });
    expect((await app.services.wallet.balances(fan.id)).wallet).toBe(9_400);
    expect(await readLog(id)).toMatchObject([{ act: 'refund.refused', details: { answer: 'It was as shown.' } }]);
  });

  it('need a fresh proof of identity', async () => {
    const { id } = await askForRefund();
    app.clock.advance({ hours: 2 });
    expect((await grant(id)).body.error).toBe('FRESH_LOGIN_REQUIRED');
    expect((await get(id)).data.request.state).toBe('asked');
  });

  it('cannot be granted while the bank has the money', async () => {
    const { id: saleId, gatewayId } = await buyByCard();
    const body = { saleId, reason: 'Not as shown' };
    const { data } = await app.call('askForRefund', { as: fan.token, body });
    openDispute(double.state, gatewayId);
    await settle();
    expect((await get(data._id)).data.sale).toMatchObject({ paymentId: saleId, isDisputed: true });
    expect((await grant(data._id)).body.error).toBe('REFUND_NOT_POSSIBLE');
  });
});

describe('disputes', () => {
  it('are listed with their deadline and outcome, and found by id and payer', async () => {
    const { id: paymentId, gatewayId } = await buyByCard();
    const { id, created } = openDispute(double.state, gatewayId);
    await settle();
    const find = async (query: Record<string, unknown>) => (await app.call('searchDisputes', { as, query })).data;
    const respondBy = new Date((Number(created) + 7 * 86_400) * 1000).toISOString();
    for (const q of [id, paymentId, fan.account.username])
      expect(await find({ q, status: 'open' })).toMatchObject({
        total: 1,
        data: [
          {
            gatewayId: id,
            paymentId,
            userName: 'Zoë Marsh',
            userUsername: fan.account.username,
            amount: 7.38,
            fee: 15,
            respondBy,
            closedAt: null,
          },
        ],
      });
    closeDispute(double.state, id, 'won');
    await settle();
    expect((await find({ q: id, status: 'open' })).total).toBe(0);
    expect((await find({ q: id })).data).toMatchObject([{ status: 'won', closedAt: expect.any(String) }]);
  });
});
