import { desc, eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { operatorActs } from '../../../db/schema/operators';
import { buildProduct } from '../../../../tests/factories/assets';
import { listProblems } from '../../../../tests/factories/money';
import { buildOperator, runAdmin } from '../../../../tests/factories/operator';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let accountant: BuiltPerson;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  accountant = await buildOperator(app, 'accountant');
});
afterAll(() => app.close());
beforeEach(async () => {
  creator = await buildPerformer(app, { name: 'Noor Halim' });
  fan = await buildUser(app, { name: 'Zoë Marsh', wallet: cents(10_000) });
});
afterEach(async () => {
  await app.jobs.drain();
  expect(await listProblems(app)).toEqual([]);
});

async function buy(): Promise<string> {
  const { _id: productId } = await buildProduct(app, creator, { stock: 5 });
  const home = { name: 'Home', country: 'PT', state: 'Lisboa', city: 'Lisboa', streetNumber: '1', streetAddress: 'Rua', zipCode: '1100-001' }; // prettier-ignore
  const { data: address } = await app.call('createAddress', { as: fan.token, body: home });
  const lines = [{ productId, quantity: 1 }];
  const body = { lines, deliveryAddressId: address._id, payBy: 'wallet', expectedTotal: 20 };
  const { data } = await app.call('checkoutOrders', { as: fan.token, body });
  return data.orders[0]!._id;
}

const search = async (query: Record<string, unknown>, as = accountant.token) =>
  (await app.call('searchAllOrders', { as, query })).data;
const get = async (id: string) => (await app.call('getOrderAsOperator', { as: accountant.token, params: { id } })).data;
const refund = (id: string, body: object = { reason: 'Never arrived' }, as = accountant.token) =>
  app.call('refundOrderAsOperator', { as, params: { id }, body });
const readLog = async (id: string) =>
  app.context.db.select().from(operatorActs).where(eq(operatorActs.subjectId, id)).orderBy(desc(operatorActs.seq));

it('orders are found by number, id, product, buyer and seller, and filtered by state', async () => {
  const id = await buy();
  const { orderNumber, name } = await get(id);
  for (const q of [id, orderNumber, fan.account.username, creator.account.username])
    expect(await search({ q })).toMatchObject({ total: 1, data: [{ _id: id }] });
  expect((await search({ q: name })).data.map(({ _id }) => _id)).toContain(id);
  expect((await search({ q: orderNumber, deliveryStatus: 'refunded' })).total).toBe(0);
  expect((await search({ q: '_' })).total).toBe(0);
});

it('an order shows its timeline and both sides, also to support', async () => {
  const id = await buy();
  expect(await get(id)).toMatchObject({
    timeline: [{ kind: 'ordered' }],
    paidWith: 'wallet',
    userInfo: { name: 'Zoë Marsh' },
    performerInfo: { name: 'Noor Halim' },
  });
  const support = await buildOperator(app, 'support');
  expect((await search({ q: id }, support.token)).total).toBe(1);
  expect((await refund(id, undefined, support.token)).status).toBe(403);
});

it('an order is refunded once, with a reason that both sides read, and a line in the log', async () => {
  const id = await buy();
  expect((await refund(id, {})).status).toBe(400);
  expect((await refund(id)).status).toBe(200);
  expect(await get(id)).toMatchObject({
    deliveryStatus: 'refunded',
    timeline: [{ kind: 'ordered' }, { kind: 'refunded', detail: 'Never arrived' }],
  });
  expect((await app.services.wallet.balances(fan.id)).wallet).toBe(10_000);
  expect((await refund(id)).body.error).toBe('ORDER_NOT_EDITABLE');
  expect(await readLog(id)).toMatchObject([
    { act: 'order.changed', via: 'console', details: { after: 'refunded', amount: 2000, reason: 'Never arrived' } },
  ]);
});

it('an order is refunded by command, too', async () => {
  const id = await buy();
  expect(await runAdmin(app, 'orders', 'refund', id, 'Never', 'arrived')).toBe('The order is refunded.');
  expect((await get(id)).deliveryStatus).toBe('refunded');
  await expect(runAdmin(app, 'orders', 'refund', 'a'.repeat(24), 'No')).rejects.toThrow('There is no order');
  await expect(runAdmin(app, 'orders', 'refund', id)).rejects.toThrow('<id> <reason>');
});

it('a refund needs a fresh proof of identity, and an order that exists', async () => {
  expect((await refund('a'.repeat(24))).status).toBe(404);
  const id = await buy();
  app.clock.advance({ hours: 2 });
  expect((await refund(id)).body.error).toBe('FRESH_LOGIN_REQUIRED');
});
