import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { gatewayEvents } from '../../../db/schema/gateway';
import { cardRefunds } from '../../../db/schema/orders';
import { inTransaction } from '../../../db/transaction';
import { PaymentRefused, type PaymentGateway } from '../../../gateways/payment';
import { readPersonBalances } from '../../../ledger/accounts';
import { buildGallery, buildGalleryPhoto, buildVideo } from '../../../../tests/factories/assets';
import { byDefaultCard, buildCard, buildSale, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildShow, paidShow } from '../../../../tests/factories/show';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.jobs.drain();
  app.mails.splice(0);
  creator = await buildPerformer(app);
  fan = await buildUser(app);
});
afterEach(async () => {
  await app.jobs.drain();
  expect(await listProblems(app)).toEqual([]);
});

const header = { 'cf-ipcountry': 'PT' };
async function buy(
  targetId: string,
  { target = 'feed', code = 'visa', headers = {}, ...body }: Record<string, unknown> = {},
) {
  const { data: saved } = await app.call('listCards', { as: fan.token });
  if (saved.total === 0) await buildCard(app, fan, { code: String(code) });
  const card = await byDefaultCard(app, fan);
  return app.call('buyByCard', {
    as: fan.token,
    headers: { ...header, ...(headers as object) },
    body: { target, targetId, ...card, ...body },
  });
}
const getPending = async () => (await readPersonBalances(app.context.db, creator.id)).pending;
const isBought = async (id: string) => (await app.call('getFeed', { as: fan.token, params: { id } })).data.isBought;

it('charges exactly the price and its tax, and gives access to the post', async () => {
  const post = await buildSale(app, creator, cents(600));
  const { status, data } = await buy(post.id);
  expect([status, data]).toEqual([
    200,
    expect.objectContaining({ status: 'success', target: 'feed', type: 'feed', originalPrice: 6 }),
  ]);
  const tax = '_id' in data ? (data.taxAmount ?? 0) : 0;
  expect(tax).toBeGreaterThan(0);
  expect(data).toMatchObject({ totalPrice: expect.closeTo(6 + tax) });
  expect([await isBought(post.id), await getPending()]).toEqual([true, 480]);
  const { data: charges } = await app.call('listCharges', { as: fan.token });
  expect(charges.data).toMatchObject([{ totalPrice: 6, taxAmount: tax }]);
  const { data: shelf } = await app.call('listPurchases', { as: fan.token });
  expect(shelf.data).toMatchObject([{ target: 'feed', price: 6, isAvailable: true }]);
  await app.jobs.drain();
  expect(app.mails.map(({ to }) => to)).toEqual([fan.account.email]);
  const { data: news } = await app.call('listNotifications', { as: creator.token });
  expect(news.data).toHaveLength(1);
});

it('sells videos and galleries, and names them to their creator', async () => {
  const video = await buildVideo(app, creator, { title: 'Dusk', isSale: true, price: 7 });
  const gallery = await buildGallery(app, creator, { title: 'Kilns', isSale: true, price: 5 });
  await buildGalleryPhoto(app, creator, { galleryId: gallery._id });
  expect((await buy(video._id, { target: 'video' })).status).toBe(200);
  expect((await buy(gallery._id, { target: 'gallery' })).status).toBe(200);
  expect(await getPending()).toBe(960);
  const { data: news } = await app.call('listNotifications', { as: creator.token });
  const messages = news.data.map(({ message }) => message).toSorted();
  expect(messages).toEqual([expect.stringContaining('Dusk'), expect.stringContaining('Kilns')]);
});

it.each([
  ['an unknown item', async () => 'f'.repeat(24), {}, 404, 'ENTITY_NOT_FOUND'],
  ['a free item', async () => (await buildSale(app, creator, cents(0))).id, {}, 404, 'NOTHING_TO_PAY'],
  [
    'a price other than the buyer saw',
    async () => (await buildSale(app, creator)).id,
    { expectedPrice: 1 },
    409,
    'PRICE_CHANGED',
  ],
  ['a request without a card', async () => (await buildSale(app, creator)).id, { cardId: null }, 422, 'CARD_REQUIRED'],
  ['a declined card', async () => (await buildSale(app, creator)).id, { code: 'declinedLater' }, 400, 'CARD_DECLINED'],
] as const)('rejects %s', async (_what, make, body: Record<string, unknown>, status, error) => {
  const reply = await buy(await make(), body);
  expect([reply.status, reply.body.error]).toEqual([status, error]);
  expect(await getPending()).toBe(0);
});

it('refunds an item that was bought from the wallet during the bank challenge', async () => {
  fan = await buildUser(app, { wallet: cents(1_000) });
  const post = await buildSale(app, creator, cents(600));
  const { data } = await buy(post.id, { code: 'authenticate' });
  const id = '_id' in data ? data._id : '';
  expect(data).toMatchObject({ status: 'require_authentication' });
  expect((await app.call('buyFeed', { as: fan.token, params: { id: post.id } })).status).toBe(200);
  const params = { id };
  const { data: after } = await app.call('confirmPayment', { as: fan.token, params, body: { outcome: 'approve' } });
  expect([after.status, await isBought(post.id), await getPending()]).toEqual(['refunded', true, 480]);
  expect((await buy(post.id)).body.error).toBe('ALREADY_BOUGHT');
});

it.each([
  [
    'a gallery whose photos were deleted',
    'gallery',
    async () => {
      const gallery = await buildGallery(app, creator, { isSale: true, price: 5 });
      const photo = await buildGalleryPhoto(app, creator, { galleryId: gallery._id });
      const remove = () => app.call('deletePhoto', { as: creator.token, params: { id: photo._id } });
      return { id: gallery._id, change: remove };
    },
  ],
  [
    'a show from which the host removed the buyer',
    'stream',
    async () => {
      const { _id: id } = await buildShow(app, creator, paidShow);
      const body = { userId: fan.id, kind: 'ban' } as const;
      return { id, change: () => app.call('restrictViewer', { as: creator.token, params: { id }, body }) };
    },
  ],
  [
    'a show that was limited to subscribers',
    'stream',
    async () => {
      const { _id: id } = await buildShow(app, creator, paidShow);
      const body = { ...paidShow, audience: 'subscribers' } as const;
      return { id, change: () => app.call('updateStream', { as: creator.token, params: { id }, body }) };
    },
  ],
] as const)('refunds %s during the bank challenge', async (_what, target, make) => {
  const { id, change } = await make();
  const { data } = await buy(id, { target, code: 'authenticate' });
  expect(data).toMatchObject({ status: 'require_authentication' });
  expect((await change()).status).toBe(200);
  const params = { id: '_id' in data ? data._id : '' };
  const { data: after } = await app.call('confirmPayment', { as: fan.token, params, body: { outcome: 'approve' } });
  expect([after.status, await getPending()]).toEqual(['refunded', 0]);
});

describe('a payment that grants nothing and whose refund the bank', () => {
  /** A gallery loses its photos during the bank challenge. @returns the id of the open payment */
  async function payForNothing(): Promise<string> {
    const gallery = await buildGallery(app, creator, { isSale: true, price: 5 });
    const photo = await buildGalleryPhoto(app, creator, { galleryId: gallery._id });
    const { data } = await buy(gallery._id, { target: 'gallery', code: 'authenticate' });
    await app.call('deletePhoto', { as: creator.token, params: { id: photo._id } });
    return '_id' in data ? data._id : '';
  }
  const confirm = async (id: string) => {
    const body = { outcome: 'approve' as const };
    return (await app.call('confirmPayment', { as: fan.token, params: { id }, body })).data;
  };
  function changeGateway(change: Partial<PaymentGateway>): void {
    const real = app.context.gateways.payment;
    app.context.gateways.payment = { ...real, ...change };
    onTestFinished(() => void (app.context.gateways.payment = real));
  }
  const getWallet = async () => (await readPersonBalances(app.context.db, fan.id)).wallet;

  it('refuses goes to the wallet, once', async () => {
    const id = await payForNothing();
    changeGateway({ refund: () => Promise.reject(new PaymentRefused('The card was closed.')) });
    const payment = await confirm(id);
    expect(payment).toMatchObject({ status: 'refunded', failureReason: expect.stringContaining('in your wallet') });
    expect(await getWallet()).toBe(Math.round(payment.totalPrice * 100));
    await app.jobs.run('settle-payments', {});
    expect(await getWallet()).toBe(Math.round(payment.totalPrice * 100));
    const { data: news } = await app.call('listNotifications', { as: fan.token });
    expect(news.data.map(({ title }) => title)).toContain('Refund in your wallet');
  });

  it('sends back days later goes to the wallet once', async () => {
    const id = await payForNothing();
    const payment = await confirm(id);
    expect([payment.status, await getWallet()]).toEqual(['refunded', 0]);
    changeGateway({ readRefund: async () => ({ key: `refund:${id}`, hasFailed: true }) });
    for (const event of ['evt_1', 'evt_2']) {
      const row = { id: `${event}${id}`, about: 'refund', objectId: 're_1' } as const;
      const now = app.clock.now();
      await app.context.db.insert(gatewayEvents).values({ ...row, createdAt: now, receivedAt: now });
      await app.jobs.run('handle-gateway-event', { id: row.id });
    }
    expect(await getWallet()).toBe(Math.round(payment.totalPrice * 100));
  });
});

it('charges once for twenty concurrent requests with the same key', async () => {
  const post = await buildSale(app, creator, cents(600));
  await buildCard(app, fan);
  const body = { target: 'feed', targetId: post.id, ...(await byDefaultCard(app, fan)) };
  const send = () => app.call('buyByCard', { as: fan.token, body, headers: { 'idempotency-key': 'press' } });
  const replies = await Promise.all(Array.from({ length: 20 }, send));
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(await getPending()).toBe(480);
});

it('refunds the card when the charge is refunded', async () => {
  const post = await buildSale(app, creator, cents(600));
  await buy(post.id);
  const { data } = await app.call('listCharges', { as: fan.token });
  await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, data.data[0]!._id));
  await app.jobs.drain();
  const refunds = await app.context.db.select().from(cardRefunds).where(eq(cardRefunds.userId, fan.id));
  expect(refunds).toMatchObject([{ status: 'done' }]);
  expect([await isBought(post.id), await getPending()]).toEqual([false, 0]);
  const told = app.events.filter(({ event, room }) => event === 'update_balance' && room === `account:${fan.id}`);
  expect(told).toEqual([]);
  const { data: payments } = await app.call('searchTransactions', { as: fan.token });
  expect(payments.data).toMatchObject([{ status: 'refunded' }]);
});
