import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { runAdmin } from '../../../../tests/factories/operator';
import { ledgerAccounts, paymentTransactions } from '../../../db/schema/money';
import { cardRefunds } from '../../../db/schema/orders';
import { refundRequests } from '../../../db/schema/refunds';
import { readPersonBalances } from '../../../ledger/accounts';
import { inTransaction } from '../../../db/transaction';
import { buildProduct } from '../../../../tests/factories/assets';
import { buildCard, buildCoupon, buildSale, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  await app.services.settings.write('contactEmail', 'operators@site.test');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.jobs.drain();
  app.clock.set('2026-03-02T10:00:00Z');
  app.mails.splice(0);
  creator = await buildPerformer(app, { name: 'Noor Halim' });
  fan = await buildUser(app, { name: 'Zoë', wallet: cents(10_000) });
});
afterEach(async () => {
  await app.jobs.drain();
  expect(await listProblems(app)).toEqual([]);
});

const headers = { 'cf-ipcountry': 'PT' };
/** A new session, because the tests skip days and sessions expire sooner. */
const log = async ({ id }: BuiltPerson) => app.services.session.open(id);
const getWallet = async (person: BuiltPerson) => (await readPersonBalances(app.context.db, person.id)).wallet;
const getPending = async () => (await readPersonBalances(app.context.db, creator.id)).pending;
async function getPlatform() {
  const rows = await app.context.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.ownerId, ''));
  const read = (kind: string) => rows.find((row) => row.kind === kind)?.balance ?? 0;
  return { revenue: read('revenue'), tax: read('tax'), gateway: read('gateway') };
}
const ask = async (saleId: string, body: object = {}, as = fan) =>
  app.call('askForRefund', { as: await log(as), body: { saleId, reason: 'It was not as shown', ...body } });
const grant = async (id: string, as: BuiltPerson = creator, more: object = {}) =>
  app.call('grantRefund', { as: await log(as), params: { id }, body: {}, ...more });
const refuse = async (id: string, as: BuiltPerson = creator) =>
  app.call('refuseRefund', { as: await log(as), params: { id }, body: { answer: 'It was as shown' } });
const look = async (id: string, as = fan) => app.call('getRefundOfSale', { as: await log(as), params: { id } });
const listNews = async (person: BuiltPerson) =>
  (await app.call('listNotifications', { as: await log(person) })).data.data.map(({ title }) => title);
const run = (...words: string[]) => runAdmin(app, ...words);
const isBought = async (id: string) =>
  (await app.call('getFeed', { as: await log(fan), params: { id } })).data.isBought;

async function buyPost(price = cents(600)) {
  const post = await buildSale(app, creator, price);
  const { data, status } = await app.call('buyFeed', { as: await log(fan), params: { id: post.id } });
  expect(status).toBe(200);
  return { postId: post.id, saleId: data._id };
}
async function buyPostByCard(code = 'visa') {
  const post = await buildSale(app, creator, cents(600));
  await buildCard(app, fan, { code });
  const body = { target: 'feed' as const, targetId: post.id, ...(await byDefaultCard(app, fan)) };
  const { data } = await app.call('buyByCard', { as: await log(fan), headers, body });
  if (!('_id' in data)) throw new Error('Expected a payment');
  return { postId: post.id, paymentId: data._id };
}
async function subscribe({ code = 'visa', ...more }: { code?: string; couponCode?: string } = {}) {
  await buildCard(app, fan, { code });
  const body = { performerId: creator.id, type: 'monthly' as const, ...more, ...(await byDefaultCard(app, fan)) };
  const { data, status } = await app.call('subscribePerformer', { as: await log(fan), headers, body });
  expect(status).toBe(200);
  const [row] = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.userId, fan.id));
  expect(data).toMatchObject({ status: 'success' });
  return row!;
}
async function order(input: object = {}) {
  const place = { city: 'Lisboa', state: 'Lisboa', zipCode: '1100-001' };
  const address = { name: 'Home', country: 'PT', streetNumber: '1', streetAddress: 'Rua Azul', ...place };
  const { data: home } = await app.call('createAddress', { as: await log(fan), body: address });
  const product = await buildProduct(app, creator, { price: 20, stock: 3, ...input });
  const body = { lines: [{ productId: product._id, quantity: 1 }], deliveryAddressId: home._id };
  const { data } = await app.call('checkoutOrders', {
    as: await log(fan),
    body: { ...body, payBy: 'wallet', expectedTotal: 20 },
  });
  return data.orders[0]!;
}
const setStatus = async (id: string, deliveryStatus: 'shipping' | 'delivered' | 'refunded') =>
  app.call('updateOrder', { as: await log(creator), params: { id }, body: { deliveryStatus } });

describe('a refund request', () => {
  // Promises M-14.
  it('can be granted: it takes back the purchase, returns money and commission, and notifies both sides', async () => {
    const before = await getPlatform();
    const { saleId, postId } = await buyPost();
    expect(await look(saleId)).toMatchObject({
      data: { canAsk: true, until: '2026-03-16T10:00:00.000Z', amount: 6, refundsTo: 'wallet', decides: 'creator' },
    });
    const { status, data } = await ask(saleId);
    expect([status, data]).toMatchObject([
      200,
      { state: 'asked', amount: 6, takes: null, answerBy: '2026-03-09T10:00:00.000Z', reason: 'It was not as shown' },
    ]);
    expect((await look(saleId)).data).toMatchObject({ canAsk: false, request: { state: 'asked' } });
    const { data: received } = await app.call('searchReceivedRefunds', { as: creator.token });
    expect(received).toMatchObject({ total: 1, data: [{ takes: 4.8, userInfo: { name: 'Zoë' }, title: 'For sale' }] });
    await app.jobs.drain();
    expect(app.mails.map(({ to, subject }) => [to, subject])).toContainEqual([
      creator.account.email,
      'Refund requested',
    ]);
    expect(await listNews(creator)).toContain('Refund requested');
    expect(await grant(data._id)).toMatchObject({ status: 200, data: { state: 'granted', decidedBy: 'creator' } });
    expect([await getWallet(fan), await getPending(), await isBought(postId)]).toEqual([10_000, 0, false]);
    expect(await getPlatform()).toEqual(before);
    expect((await look(saleId)).data).toMatchObject({
      canAsk: false,
      returned: { amount: 6, to: 'wallet' },
      request: { state: 'granted' },
    });
    expect(await listNews(fan)).toContain('Refund');
    expect(await listNews(creator)).toContain('Sale refunded');
    const { data: own } = await app.call('listRefundRequests', { as: fan.token, query: { state: 'granted' } });
    expect(own).toMatchObject({ total: 1, data: [{ _id: data._id }] });
  });

  it('can be rejected, goes to the operators if repeated, and is closed if they reject it', async () => {
    const { saleId } = await buyPost();
    const { data } = await ask(saleId);
    expect(await refuse(data._id)).toMatchObject({ data: { state: 'refused', answer: 'It was as shown' } });
    const { data: news } = await app.call('listNotifications', { as: fan.token });
    const about = { refId: saleId, refSource: 'wallet_charge' };
    expect(news.data).toContainEqual(expect.objectContaining({ title: 'Refund not granted', ...about }));
    expect((await look(saleId)).data).toMatchObject({ canAsk: true, decides: 'operator' });
    app.clock.advance({ seconds: 1 });
    const { data: again } = await ask(saleId);
    expect(again).toMatchObject({ state: 'with_operator' });
    expect((await refuse(again._id)).body.error).toBe('REFUND_DECIDED');
    await app.jobs.drain();
    expect(app.mails.map(({ to }) => to)).toContain('operators@site.test');
    expect(await run('refunds', 'list')).toContain(again._id);
    await run('refunds', 'refuse', again._id, 'Seen', 'and', 'right');
    expect((await look(saleId)).data).toMatchObject({ canAsk: false, request: { decidedBy: 'operator' } });
    expect((await ask(saleId)).body.error).toBe('REFUND_NOT_POSSIBLE');
    expect((await grant(again._id)).body.error).toBe('REFUND_DECIDED');
    expect([await getWallet(fan), await getPending()]).toEqual([9_400, 480]);
  });

  it('goes to the operators after seven days without an answer, and they can grant it', async () => {
    const { saleId } = await buyPost();
    const { data } = await ask(saleId);
    app.clock.advance({ days: 6 });
    await app.jobs.run('pass-on-refunds', {});
    expect(await run('refunds', 'list')).not.toContain(data._id);
    app.clock.advance({ days: 2 });
    await app.jobs.run('pass-on-refunds', {});
    await app.jobs.run('pass-on-refunds', {});
    await app.jobs.drain();
    expect(app.mails.filter(({ to }) => to === 'operators@site.test')).toHaveLength(1);
    expect(await listNews(fan)).toContain('We’re looking at your refund request');
    expect(await run('refunds', 'list')).toContain(`${data._id}  2026-03-02T10:00:00.000Z  $6.00`);
    // The income has been released by now; the refund takes it back.
    await app.jobs.run('release-earnings', {});
    await run('refunds', 'grant', data._id);
    expect([await getWallet(fan), await getWallet(creator)]).toEqual([10_000, 0]);
    await expect(run('refunds', 'grant', 'f'.repeat(24))).rejects.toThrow('There is no refund request');
    await expect(run('refunds', 'list', 'odd')).rejects.toThrow('Arguments:');
    await expect(run('refunds', 'refuse', data._id)).rejects.toThrow('Arguments:');
  });

  it('can still be granted by the creator after it was passed on', async () => {
    const { data } = await ask((await buyPost()).saleId);
    app.clock.advance({ days: 8 });
    await app.jobs.run('pass-on-refunds', {});
    expect((await grant(data._id)).data).toMatchObject({ state: 'granted', decidedBy: 'creator' });
    expect(await getWallet(fan)).toBe(10_000);
  });

  it('refunds the card, or the wallet if the bank rejects the refund', async () => {
    const { paymentId, postId } = await buyPostByCard('refundFails');
    const { data } = await ask(paymentId);
    expect(data).toMatchObject({ refundsTo: 'card' });
    await grant(data._id);
    await app.jobs.drain();
    expect(await isBought(postId)).toBe(false);
    expect((await look(paymentId)).data).toMatchObject({ returned: { to: 'wallet', amount: data.amount } });
    expect(await getWallet(fan)).toBe(10_000 + Math.round(data.amount * 100));
    const { data: lines } = await app.call('listWalletLines', { as: fan.token });
    expect(lines.data[0]).toMatchObject({ kind: 'refund' });
  });
});

describe('requesting a refund', () => {
  it.each([
    [
      'for a sale to another fan',
      async () => ask((await buyPost()).saleId, {}, await buildUser(app)),
      'ENTITY_NOT_FOUND',
    ],
    ['for an unknown sale', () => ask('f'.repeat(24)), 'ENTITY_NOT_FOUND'],
    ['without a reason', async () => ask((await buyPost()).saleId, { reason: '  ' }), 'Bad Request'],
    [
      'for a tip',
      async () => {
        const call = { as: fan.token, params: { id: creator.id }, body: { price: 5 } };
        return ask((await app.call('tipPerformer', call)).data._id);
      },
      'REFUND_NOT_POSSIBLE',
    ],
    [
      'for a top-up',
      async () => {
        await buildCard(app, fan);
        const body = { amount: 20, ...(await byDefaultCard(app, fan)) };
        const { data } = await app.call('topUpWallet', { as: fan.token, headers, body });
        return ask('_id' in data ? data._id : '');
      },
      'REFUND_NOT_POSSIBLE',
    ],
    [
      'after fourteen days',
      async () => {
        const { saleId } = await buyPost();
        app.clock.advance({ days: 15 });
        return ask(saleId);
      },
      'REFUND_NOT_POSSIBLE',
    ],
    [
      'twice',
      async () => {
        const { saleId } = await buyPost();
        await ask(saleId);
        return ask(saleId);
      },
      'REFUND_ASKED',
    ],
    [
      'for a refunded sale',
      async () => {
        const { saleId } = await buyPost();
        await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, saleId));
        return ask(saleId);
      },
      'REFUND_NOT_POSSIBLE',
    ],
  ] as const)('%s', async (_what, attempt, error) => {
    expect((await attempt()).body.error).toBe(error);
  });

  it('deciding on requests to other creators is rejected', async () => {
    const { data } = await ask((await buyPost()).saleId);
    const other = await buildPerformer(app);
    expect((await grant(data._id, other)).body.error).toBe('ENTITY_NOT_FOUND');
    expect((await refuse(data._id, other)).body.error).toBe('ENTITY_NOT_FOUND');
    expect((await app.call('searchReceivedRefunds', { as: other.token })).data.total).toBe(0);
  });
});

describe('physical products', () => {
  it('can be refunded until fourteen days after delivery, and return to stock', async () => {
    const { _id, transactionId, productId } = await order();
    app.clock.advance({ days: 20 });
    expect((await look(transactionId)).data).toMatchObject({ canAsk: true, until: null });
    await setStatus(_id, 'delivered');
    expect((await look(transactionId)).data).toMatchObject({ canAsk: true, until: '2026-04-05T10:00:00.000Z' });
    app.clock.advance({ days: 13 });
    const { data } = await ask(transactionId);
    expect(data).toMatchObject({ orderId: _id, kind: 'product' });
    await grant(data._id);
    expect(await getWallet(fan)).toBe(10_000);
    const { data: after } = await app.call('getOrder', { as: await log(fan), params: { id: _id } });
    expect(after.deliveryStatus).toBe('refunded');
    expect((await app.call('getProduct', { params: { id: productId } })).data.stock).toBe(3);
  });

  it('have their refund request closed when the seller refunds the order', async () => {
    const { _id, transactionId } = await order();
    const { data } = await ask(transactionId);
    await setStatus(_id, 'refunded');
    expect((await look(transactionId)).data.request).toMatchObject({
      _id: data._id,
      state: 'granted',
      decidedBy: null,
    });
    expect((await grant(data._id)).body.error).toBe('REFUND_DECIDED');
  });

  it('cannot be refunded more than fourteen days after delivery', async () => {
    const { _id, transactionId } = await order();
    await setStatus(_id, 'delivered');
    app.clock.advance({ days: 15 });
    expect((await ask(transactionId)).body.error).toBe('REFUND_NOT_POSSIBLE');
  });
});

describe('an order whose buyer asks for a refund', () => {
  const readOrder = async (id: string, as: BuiltPerson) =>
    (await app.call('getOrder', { as: await log(as), params: { id } })).data;
  const listBought = async (query: Record<string, unknown> = {}) =>
    (await app.call('searchUserOrders', { as: await log(fan), query })).data;
  const listSold = async (query: Record<string, unknown> = {}) =>
    (await app.call('searchOrders', { as: await log(creator), query })).data;

  it('says so to buyer and seller in the order and in lists, and to nobody else', async () => {
    const { _id, transactionId, orderNumber } = await order();
    expect((await readOrder(_id, creator)).refundRequest).toBeNull();
    const { data } = await ask(transactionId);
    const told = {
      _id: data._id,
      state: 'asked',
      reason: 'It was not as shown',
      createdAt: '2026-03-02T10:00:00.000Z',
      answerBy: '2026-03-09T10:00:00.000Z',
      decidedBy: null,
    };
    for (const side of [fan, creator]) expect((await readOrder(_id, side)).refundRequest).toMatchObject(told);
    for (const list of [await listBought(), await listSold()])
      expect(list.data).toMatchObject([{ _id, refundRequest: told }]);
    const stranger = await buildPerformer(app);
    expect((await app.call('getOrder', { as: stranger.token, params: { id: _id } })).status).toBe(404);
    const { data: theirs } = await app.call('searchOrders', { as: stranger.token, query: { refundRequested: 'true' } });
    expect(theirs).toMatchObject({ total: 0 });
    const call = { as: await log(creator), query: { saleId: transactionId } };
    expect((await app.call('searchReceivedRefunds', call)).data.data).toMatchObject([
      { _id: data._id, orderId: _id, order: { orderNumber, deliveryStatus: 'processing', productType: 'physical' } },
    ]);
  });

  it('says who decides, and how it was decided', async () => {
    const { _id, transactionId } = await order();
    const { data } = await ask(transactionId);
    const read = async () => (await readOrder(_id, fan)).refundRequest;
    await refuse(data._id);
    expect(await read()).toMatchObject({
      state: 'refused',
      decidedBy: 'creator',
      answer: 'It was as shown',
      answerBy: null,
    });
    app.clock.advance({ seconds: 1 });
    const { data: again } = await ask(transactionId);
    expect(await read()).toMatchObject({ _id: again._id, state: 'with_operator', answerBy: null, decidedAt: null });
    await run('refunds', 'grant', again._id);
    expect(await read()).toMatchObject({ state: 'granted', decidedBy: 'operator' });
  });

  it('is found by its open request, until that is decided', async () => {
    const asked = await order();
    await order();
    const { data } = await ask(asked.transactionId);
    expect(await listSold({ refundRequested: true })).toMatchObject({ total: 1, data: [{ _id: asked._id }] });
    expect(await listBought({ refundRequested: true })).toMatchObject({ total: 1, data: [{ _id: asked._id }] });
    expect((await listSold({ refundRequested: true, deliveryStatus: 'shipping' })).total).toBe(0);
    await refuse(data._id);
    expect((await listSold({ refundRequested: true })).total).toBe(0);
    expect((await listSold()).total).toBe(2);
  });

  it('can be shipped by other front ends, and its request stays open', async () => {
    const { _id, transactionId } = await order();
    const { data } = await ask(transactionId);
    expect((await setStatus(_id, 'shipping')).status).toBe(200);
    expect(await readOrder(_id, fan)).toMatchObject({ deliveryStatus: 'shipping', refundRequest: { state: 'asked' } });
    expect((await grant(data._id)).data).toMatchObject({ state: 'granted', order: { deliveryStatus: 'refunded' } });
    expect(await getWallet(fan)).toBe(10_000);
  });

  it('counts at the home of the creator while the creator is to answer', async () => {
    const count = async (as: BuiltPerson = creator) =>
      (await app.call('getCreatorHome', { as: await log(as) })).data.refundsToAnswer;
    const { data } = await ask((await order()).transactionId);
    await ask((await buyPost()).saleId);
    expect([await count(), await count(await buildPerformer(app))]).toEqual([2, 0]);
    await refuse(data._id);
    expect(await count()).toBe(1);
    app.clock.advance({ days: 8 });
    await app.jobs.run('pass-on-refunds', {});
    expect(await count()).toBe(0);
  });

  it('is listed with as many queries as one order', async () => {
    const as = await log(creator);
    const client = app.context.db.$client as { query: (...args: unknown[]) => unknown };
    async function countQueries(): Promise<number> {
      await app.call('searchOrders', { as });
      const spy = vi.spyOn(client, 'query');
      const { data } = await app.call('searchOrders', { as });
      const { length } = spy.mock.calls;
      spy.mockRestore();
      expect(data.data.every(({ refundRequest }) => refundRequest?.state === 'asked')).toBe(true);
      return length;
    }
    await ask((await order()).transactionId);
    const one = await countQueries();
    for (let index = 0; index < 4; index += 1) await ask((await order()).transactionId);
    expect(await countQueries()).toBe(one);
  });
});

describe('a subscription', () => {
  it('ends when a refund is granted, which returns the full payment, including tax and commission', async () => {
    const before = await getPlatform();
    const payment = await subscribe();
    expect(payment.taxAmount).toBeGreaterThan(0);
    const { data } = await ask(payment.id);
    await grant(data._id);
    await app.jobs.drain();
    expect(await getPlatform()).toEqual(before);
    expect(await getPending()).toBe(0);
    const { data: list } = await app.call('searchUserSubscriptions', { as: fan.token });
    expect(list.data).toMatchObject([{ status: 'deactivated', expiredAt: app.clock.now().toISOString() }]);
    const refunds = await app.context.db.select().from(cardRefunds).where(eq(cardRefunds.userId, fan.id));
    expect(refunds).toMatchObject([{ id: payment.id, amount: payment.totalPrice, status: 'done' }]);
    expect(await listNews(fan)).toContain('Refund');
  });

  it('to the platform has its refund request decided by operators', async () => {
    const before = await getPlatform();
    await buildCard(app, fan);
    const body = { type: 'monthly' as const, ...(await byDefaultCard(app, fan)) };
    const { data: paid } = await app.call('subscribePlatform', { as: fan.token, headers, body });
    const { data } = await ask('_id' in paid ? paid._id : '');
    expect(data).toMatchObject({ state: 'with_operator', performerId: null });
    await run('refunds', 'grant', data._id);
    expect(await getPlatform()).toEqual(before);
    expect((await app.call('getPlatformSubscription', { as: fan.token })).data).toMatchObject({ isSubscribed: false });
  });
});

describe('concurrently', () => {
  // Promises M-14.
  it('granting a request ten times pays once', async () => {
    const { data } = await ask((await buyPost()).saleId);
    const as = await log(creator);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => app.call('grantRefund', { as, params: { id: data._id }, body: {} })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.error === 'REFUND_DECIDED')).toHaveLength(9);
    expect(await getWallet(fan)).toBe(10_000);
  });

  it('ten requests with the same key create one request', async () => {
    const { saleId } = await buyPost();
    const as = await log(fan);
    const body = { saleId, reason: 'Not as shown' };
    const key = { headers: { 'idempotency-key': 'ask' } };
    const asked = await Promise.all(Array.from({ length: 10 }, () => app.call('askForRefund', { as, body, ...key })));
    expect(new Set(asked.map(({ data }) => data._id)).size).toBe(1);
    const id = asked[0]!.data._id;
    const press = { headers: { 'idempotency-key': 'grant' } };
    const replies = await Promise.all(Array.from({ length: 10 }, () => grant(id, creator, press)));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(await getWallet(fan)).toBe(10_000);
  });

  it('granting a request and refunding the order pay once', async () => {
    const { _id, transactionId } = await order();
    const { data } = await ask(transactionId);
    const replies = await Promise.all([grant(data._id), setStatus(_id, 'refunded')]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await getWallet(fan)).toBe(10_000);
  });

  it('requesting a refund and refunding the sale leave no request open', async () => {
    const { saleId } = await buyPost();
    await Promise.all([ask(saleId), inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, saleId))]);
    expect((await look(saleId)).data).toMatchObject({ canAsk: false, returned: { amount: 6 } });
    expect(await getWallet(fan)).toBe(10_000);
  });

  it('granting and rejecting a request makes one decision', async () => {
    const { data } = await ask((await buyPost()).saleId);
    const replies = await Promise.all([grant(data._id), refuse(data._id)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('blocking a fan who paid', () => {
  const readRest = async () => app.call('getSubscriptionRest', { as: await log(creator), params: { id: fan.id } });
  const block = async (body: object = {}) =>
    app.call('blockUser', { as: await log(creator), body: { targetId: fan.id, target: 'user', ...body } });

  it('leaves them their paid time unless the creator refunds it', async () => {
    await subscribe();
    await block();
    const { data: list } = await app.call('searchUserSubscriptions', { as: fan.token });
    expect(list.data).toMatchObject([{ expiredAt: '2026-04-02T23:59:59.999Z' }]);
    expect(await app.context.db.select().from(cardRefunds).where(eq(cardRefunds.userId, fan.id))).toEqual([]);
  });

  it.each([
    ['with a coupon', true],
    ['at the full price', false],
  ])(
    'refunds the remaining days at the expense of creator, platform and tax in proportion: %s',
    async (_what, hasCoupon) => {
      const before = await getPlatform();
      const coupon = hasCoupon ? await buildCoupon(app) : null;
      const payment = await subscribe(coupon ? { couponCode: coupon.code } : {});
      const pending = await getPending();
      app.clock.set('2026-03-12T10:00:00Z');
      // 21 whole days of 31 are left.
      const amount = Math.floor((payment.totalPrice * 21) / 31);
      const { data: rest } = await readRest();
      expect(rest).toMatchObject({ amount: amount / 100, paidUntil: '2026-04-02T23:59:59.999Z' });
      const otherSum = await block({ refundRest: true, expectedRest: rest.amount + 0.5 });
      expect([otherSum.status, otherSum.body.error]).toEqual([409, 'PRICE_CHANGED']);
      expect((await readRest()).data).toEqual(rest);
      await block({ refundRest: true, expectedRest: rest.amount });
      await app.jobs.drain();
      const after = await getPlatform();
      expect(after.gateway - before.gateway).toBe(-(payment.totalPrice - amount));
      expect(pending - (await getPending())).toBe(Math.round(rest.takes * 100));
      const tax = Math.round((payment.taxAmount * amount) / payment.totalPrice);
      expect(after.tax - before.tax).toBe(payment.taxAmount - tax);
      const { data: list } = await app.call('searchUserSubscriptions', { as: await log(fan) });
      expect(list.data).toMatchObject([{ status: 'deactivated', expiredAt: '2026-03-12T10:00:00.000Z' }]);
      expect((await look(payment.id)).data).toMatchObject({
        canAsk: false,
        returned: { amount: amount / 100, to: 'card' },
      });
      expect((await readRest()).data).toMatchObject({ amount: 0, paidUntil: null });
      const refunded = { amount: amount / 100, at: '2026-03-12T10:00:00.000Z' };
      const as = await log(fan);
      const { data: paid } = await app.call('searchTransactions', { as });
      expect(paid.data).toMatchObject([{ status: 'success', totalPrice: payment.totalPrice / 100, refunded }]);
      const { data: receipt } = await app.call('getReceipt', { as, params: { id: payment.id } });
      expect(receipt).toMatchObject({ status: 'success', refunded });
      const told = app.mails.find(
        ({ to, subject }) => to === fan.account.email && subject === 'Noor Halim blocked you',
      );
      expect(told?.text).toContain(`$${(amount / 100).toFixed(2)} for the days that were left`);
      // A repeat has no further effect.
      await block({ refundRest: true });
      expect(await getPlatform()).toEqual(after);
    },
  );

  it('closes their refund request, because the card is refunded only once', async () => {
    const payment = await subscribe();
    const { data: asked } = await ask(payment.id);
    app.clock.set('2026-03-12T10:00:00Z');
    const { amount } = (await readRest()).data;
    await block({ refundRest: true, expectedRest: amount });
    const after = await getPlatform();
    const answer = `$${amount.toFixed(2)} was refunded for the days that were left.`;
    expect((await look(payment.id)).data).toMatchObject({
      canAsk: false,
      returned: { amount },
      request: { _id: asked._id, state: 'refused', decidedBy: 'creator', answer },
    });
    expect((await grant(asked._id)).body.error).toBe('REFUND_DECIDED');
    // Requests from before the refund closed them can be rejected, but not granted.
    await app.context.db
      .update(refundRequests)
      .set({ state: 'asked', decidedBy: null, decidedAt: null })
      .where(eq(refundRequests.id, asked._id));
    expect((await grant(asked._id)).body.error).toBe('REFUND_NOT_POSSIBLE');
    expect(await getPlatform()).toEqual(after);
    expect((await refuse(asked._id)).status).toBe(200);
  });

  it('refunds the whole payment on the first day', async () => {
    const before = await getPlatform();
    const payment = await subscribe();
    expect((await readRest()).data.amount).toBe(payment.totalPrice / 100);
    await block({ refundRest: true });
    expect([await getPlatform(), await getPending()]).toEqual([before, 0]);
  });

  it('takes back released income, and refunds the wallet if the bank rejects the refund', async () => {
    const { totalPrice } = await subscribe({ code: 'refundFails' });
    app.clock.set('2026-03-12T10:00:00Z');
    await app.jobs.run('release-earnings', {});
    const released = await getWallet(creator);
    const { data: rest } = await readRest();
    await block({ refundRest: true });
    await app.jobs.drain();
    expect(released - (await getWallet(creator))).toBe(Math.round(rest.takes * 100));
    expect(await getWallet(fan)).toBe(10_000 + Math.floor((totalPrice * 21) / 31));
    expect(
      (await look((await app.context.db.select().from(cardRefunds).where(eq(cardRefunds.userId, fan.id)))[0]!.id)).data,
    ).toMatchObject({ returned: { to: 'wallet' } });
  });

  it('offers no refund for a fan who never subscribed', async () => {
    expect((await readRest()).status).toBe(404);
    expect((await block({ refundRest: true, expectedRest: 3 })).body.error).toBe('PRICE_CHANGED');
    expect((await block({ refundRest: true })).status).toBe(200);
  });

  it('with a partial refund loses only the rest if the bank takes back the payment later', async () => {
    const before = await getPlatform();
    const { id, totalPrice } = await subscribe();
    app.clock.set('2026-03-12T10:00:00Z');
    await block({ refundRest: true });
    const taken = await inTransaction(app.context.db, (tx) =>
      app.services.payment.takeBack(tx, { id, reason: 'Bank' }),
    );
    expect(taken).toBe(totalPrice - Math.floor((totalPrice * 21) / 31));
    expect([await getPlatform(), await getPending()]).toEqual([before, 0]);
  });
});
