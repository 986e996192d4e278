import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { paymentTransactions } from '../../../db/schema/money';
import { buildSale, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import type { TestApp } from '../../../../tests/harness/build-test-app';
import { buildStripeApp, saveStripeCard } from '../../../../tests/stripe-double/build-stripe-app';
import { closeDispute, openDispute } from '../../../../tests/stripe-double/double-payments';
import type { StripeDouble } from '../../../../tests/stripe-double/stripe-double';

let app: TestApp;
let double: StripeDouble;
let close: () => Promise<void>;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  ({ app, double, close } = await buildStripeApp());
});
afterAll(() => close());
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app);
});
afterEach(async () => {
  await settle();
  expect(await listProblems(app)).toEqual([]);
});

async function settle() {
  await double.deliver({ times: 2 });
  await app.jobs.drain();
}

/** Has the fan buy a post by card and request a refund. */
async function buyAndAsk() {
  const cardId = await saveStripeCard(app, fan.token);
  const post = await buildSale(app, creator, cents(600));
  const paid = { target: 'feed' as const, targetId: post.id, cardId };
  const headers = { 'cf-ipcountry': 'PT' };
  const { data } = await app.call('buyByCard', { as: fan.token, headers, body: paid });
  const saleId = (data as { _id: string })._id;
  await settle();
  const [row] = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.id, saleId));
  const body = { saleId, reason: 'Not as shown' };
  const { data: request } = await app.call('askForRefund', { as: fan.token, body });
  return { saleId, gatewayId: row!.gatewayId!, requestId: request._id };
}
const grant = (id: string) => app.call('grantRefund', { as: creator.token, params: { id }, body: {} });
const look = async (id: string) => (await app.call('getRefundOfSale', { as: fan.token, params: { id } })).data;

it('a refund request cannot be granted during a dispute, and is closed if the bank takes the money back', async () => {
  const { saleId, gatewayId, requestId } = await buyAndAsk();
  const { id } = openDispute(double.state, gatewayId);
  await settle();
  expect((await grant(requestId)).body.error).toBe('REFUND_NOT_POSSIBLE');
  closeDispute(double.state, id, 'lost');
  await settle();
  expect(await look(saleId)).toMatchObject({ canAsk: false, request: { state: 'granted', decidedBy: null } });
  expect(double.state.list('refund')).toEqual([]);
});

it('a refund request can be granted once the bank has decided for the creator', async () => {
  const { saleId, gatewayId, requestId } = await buyAndAsk();
  const { id } = openDispute(double.state, gatewayId);
  await settle();
  closeDispute(double.state, id, 'won');
  await settle();
  expect((await grant(requestId)).status).toBe(200);
  expect((await look(saleId)).returned).toMatchObject({ to: 'card' });
});

it('a refund request that is granted while a dispute opens is settled once', async () => {
  const { saleId, gatewayId, requestId } = await buyAndAsk();
  const { id } = openDispute(double.state, gatewayId);
  const [, reply] = await Promise.all([settle(), grant(requestId)]);
  expect([200, 422]).toContain(reply.status);
  closeDispute(double.state, id, 'lost');
  await settle();
  expect((await look(saleId)).request).toMatchObject({ state: 'granted' });
});
