import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildProduct } from '../../../../tests/factories/assets';
import { buildCard, buildSale, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { inTransaction } from '../../../db/transaction';
import { paymentTransactions, walletCharges } from '../../../db/schema/money';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  app.clock.set('2026-11-10T10:00:00Z');
  creator = await buildPerformer(app, { name: 'Noor Adeyemi' });
  fan = await buildUser(app, { wallet: cents(50_000) });
  await buildCard(app, fan);
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(() => app.close());

const setLimit = async (limit: number | null) =>
  app.call('setSpendingLimit', { as: await app.services.session.open(fan.id), body: { limit } });
const readLimit = async () =>
  (await app.call('getSpendingLimit', { as: await app.services.session.open(fan.id) })).data;
const tip = async (price: number) =>
  app.call('tipPerformer', {
    as: await app.services.session.open(fan.id),
    params: { id: creator.id },
    body: { price },
  });
const subscribe = async (type: 'monthly' | 'yearly' = 'monthly') => {
  const body = { performerId: creator.id, type, ...(await byDefaultCard(app, fan)) };
  return app.call('subscribePerformer', { as: fan.token, body });
};
const city = { city: 'Lisboa', state: 'Lisboa', zipCode: '1100-001' };
const refused = {
  status: 422,
  body: {
    error: 'SPENDING_LIMIT_REACHED',
    message: 'This would pass your limit of $20.00 for November. You were not charged.',
  },
};

describe('PUT /wallet/spending-limit', () => {
  it('sets a first limit immediately', async () => {
    expect(await readLimit()).toEqual({
      limit: null,
      spent: 0,
      waiting: 0,
      remaining: null,
      resetsAt: '2026-12-01T00:00:00.000Z',
      pending: null,
    });
    expect((await setLimit(20)).data).toMatchObject({ limit: 20, spent: 0, remaining: 20, pending: null });
  });

  it('lowers a limit immediately, even below what was spent', async () => {
    await setLimit(100);
    await tip(30);
    expect((await setLimit(20)).data).toMatchObject({ limit: 20, spent: 30, remaining: 0, pending: null });
    expect(await tip(5)).toMatchObject(refused);
  });

  it('raises a limit after 24 hours', async () => {
    await setLimit(20);
    expect((await setLimit(50)).data).toMatchObject({
      limit: 20,
      pending: { limit: 50, from: '2026-11-11T10:00:00.000Z' },
    });
    app.clock.set('2026-11-11T09:59:59.999Z');
    expect(await tip(30)).toMatchObject(refused);
    app.clock.set('2026-11-11T10:00:00Z');
    expect(await readLimit()).toMatchObject({ limit: 50, pending: null });
    expect((await tip(30)).status).toBe(200);
  });

  it('removes a limit after 24 hours', async () => {
    await setLimit(20);
    expect((await setLimit(null)).data).toMatchObject({ limit: 20, pending: { limit: null } });
    app.clock.advance({ hours: 24 });
    expect(await readLimit()).toMatchObject({ limit: null, remaining: null, pending: null });
    expect((await tip(100)).status).toBe(200);
  });

  it('keeps the delay if the amount is repeated, and restarts it for a different amount', async () => {
    await setLimit(20);
    await setLimit(50);
    app.clock.advance({ hours: 5 });
    expect((await setLimit(50)).data.pending).toEqual({ limit: 50, from: '2026-11-11T10:00:00.000Z' });
    expect((await setLimit(60)).data.pending).toEqual({ limit: 60, from: '2026-11-11T15:00:00.000Z' });
  });

  it('withdraws a raise when the old limit is set again', async () => {
    await setLimit(20);
    await setLimit(50);
    expect((await setLimit(20)).data).toMatchObject({ limit: 20, pending: null });
    app.clock.advance({ days: 2 });
    expect(await readLimit()).toMatchObject({ limit: 20 });
  });

  it.each([0, 0.99, 100_000.01, -5, 'much'])('rejects %s', async (limit) => {
    const { status } = await app.call('setSpendingLimit', { as: fan.token, body: { limit } });
    expect(status).toBe(400);
  });

  it('rejects creators', async () => {
    expect((await app.call('getSpendingLimit', { as: creator.token })).status).toBe(403);
    expect((await app.call('setSpendingLimit', { as: creator.token, body: { limit: 5 } })).status).toBe(403);
  });
});

describe('a purchase that would exceed the limit', () => {
  beforeEach(async () => {
    await setLimit(20);
  });

  it('is rejected even by a cent, and moves nothing', async () => {
    expect((await tip(15)).status).toBe(200);
    expect(await tip(5.01)).toMatchObject(refused);
    expect((await tip(5)).status).toBe(200);
    expect(await readLimit()).toMatchObject({ spent: 20, remaining: 0 });
    expect((await app.services.wallet.balances(fan.id)).wallet).toBe(48_000);
  });

  it('is rejected for a post, from the wallet and by card', async () => {
    await tip(18);
    const { id } = await buildSale(app, creator);
    expect(await app.call('buyFeed', { as: fan.token, params: { id }, body: {} })).toMatchObject(refused);
    const body = { target: 'feed', targetId: id, ...(await byDefaultCard(app, fan)) };
    expect(await app.call('buyByCard', { as: fan.token, body })).toMatchObject(refused);
    expect(await app.context.db.$count(walletCharges, eq(walletCharges.userId, fan.id))).toBe(1);
    expect(await app.context.db.$count(paymentTransactions, eq(paymentTransactions.userId, fan.id))).toBe(0);
  });

  it('is rejected for subscriptions to creators and to the platform', async () => {
    await tip(15);
    expect(await subscribe()).toMatchObject(refused);
    const body = await byDefaultCard(app, fan);
    expect(await app.call('subscribePlatform', { as: fan.token, body })).toMatchObject(refused);
  });

  it('is rejected for a cart, and nothing is ordered', async () => {
    const products = [await buildProduct(app, creator), await buildProduct(app, creator)];
    const lines = products.map(({ _id }) => ({ productId: _id, quantity: 1 }));
    const address = { name: 'Home', country: 'PT', streetNumber: '1', streetAddress: 'Rua Azul', ...city };
    const { data } = await app.call('createAddress', { as: fan.token, body: address });
    const card = await byDefaultCard(app, fan);
    const cart = { lines, deliveryAddressId: data._id };
    const { walletTotal, cardTotal } = (await app.call('reserveOrders', { as: fan.token, body: cart })).data;
    for (const way of [
      { payBy: 'wallet', expectedTotal: walletTotal },
      { payBy: 'card', expectedTotal: cardTotal, ...card },
    ]) {
      const body = { ...cart, ...way };
      expect(await app.call('checkoutOrders', { as: fan.token, body })).toMatchObject(refused);
    }
    expect(await readLimit()).toMatchObject({ spent: 0 });
  });

  it('is allowed if it is a top-up or a free trial', async () => {
    const card = await byDefaultCard(app, fan);
    expect((await app.call('topUpWallet', { as: fan.token, body: { amount: 100, ...card } })).status).toBe(200);
    const generous = await buildPerformer(app, { isFreeSubscription: true });
    await tip(20);
    const body = { performerId: generous.id, type: 'free' };
    expect((await app.call('subscribePerformer', { as: fan.token, body })).status).toBe(200);
    expect(await readLimit()).toMatchObject({ spent: 20 });
  });

  it('returns the earlier purchase if the request is a repeat', async () => {
    const call = {
      as: fan.token,
      params: { id: creator.id },
      body: { price: 20 },
      headers: { 'idempotency-key': 'k1' },
    };
    const first = await app.call('tipPerformer', call);
    expect((await app.call('tipPerformer', call)).data).toEqual(first.data);
  });
});

describe('the spending of a month', () => {
  it('adds up wallet and card payments including tax, less refunds', async () => {
    await setLimit(100);
    await tip(10);
    const { id } = await buildSale(app, creator, cents(800));
    const address = { line1: '1', city: 'Lisboa', region: '', postalCode: '1100-001', country: 'PT' };
    const body = { target: 'feed', targetId: id, address, ...(await byDefaultCard(app, fan)) };
    const { data } = await app.call('buyByCard', { as: fan.token, body });
    const paid = '_id' in data ? data : undefined;
    expect(paid?.taxAmount).toBeGreaterThan(0);
    expect((await readLimit()).spent).toBe(10 + (paid?.totalPrice ?? 0));
    const charges = await app.context.db.select().from(walletCharges).where(eq(walletCharges.userId, fan.id));
    for (const charge of charges)
      await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, charge.id));
    expect(await readLimit()).toMatchObject({ spent: 0, remaining: 100 });
  });

  it('restarts on the first day of the next month in UTC', async () => {
    await setLimit(20);
    app.clock.set('2026-11-30T23:59:59Z');
    await tip(20);
    expect(await tip(5)).toMatchObject(refused);
    app.clock.set('2026-12-01T00:00:00Z');
    expect(await readLimit()).toMatchObject({ spent: 0, remaining: 20, resetsAt: '2027-01-01T00:00:00.000Z' });
    expect((await tip(20)).status).toBe(200);
  });

  it('includes payments that wait for the bank, but not failed ones', async () => {
    await setLimit(20);
    const { token: asked } = await buildCard(app, fan, { code: 'authenticate', isDefault: false });
    const body = { performerId: creator.id, type: 'monthly', cardId: asked };
    const { data } = await app.call('subscribePerformer', { as: fan.token, body });
    const id = '_id' in data ? data._id : '';
    const price = 'totalPrice' in data ? data.totalPrice : 0;
    expect(price).toBeGreaterThan(5);
    expect(await readLimit()).toMatchObject({ spent: 0, waiting: price, remaining: 20 - price });
    expect(await tip(15)).toMatchObject(refused);
    await app.call('confirmPayment', { as: fan.token, params: { id }, body: { outcome: 'refuse' } });
    expect(await readLimit()).toMatchObject({ spent: 0, waiting: 0, remaining: 20 });
    expect((await tip(15)).status).toBe(200);
  });
});

describe('M-24: concurrent purchases', () => {
  it('can reach the limit, but never exceed it', async () => {
    await setLimit(50);
    const replies = await Promise.all(Array.from({ length: 20 }, () => tip(5)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(replies.filter(({ body }) => body.error === 'SPENDING_LIMIT_REACHED')).toHaveLength(10);
    expect(await readLimit()).toMatchObject({ spent: 50, remaining: 0 });
  });

  it('all succeed if they add up to the limit exactly', async () => {
    await setLimit(100);
    const replies = await Promise.all(Array.from({ length: 20 }, () => tip(5)));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await readLimit()).toMatchObject({ spent: 100, remaining: 0 });
    expect((await tip(5)).status).toBe(422);
  });

  it('share one limit, whether from the wallet or by card, and across creators', async () => {
    await setLimit(20);
    const others = await Promise.all(
      Array.from({ length: 4 }, () => buildPerformer(app, { monthlyPrice: cents(800) })),
    );
    const card = await byDefaultCard(app, fan);
    const replies = await Promise.all([
      ...others.map(({ id: performerId }) =>
        app.call('subscribePerformer', { as: fan.token, body: { performerId, type: 'monthly', ...card } }),
      ),
      ...others.map(({ id }) => app.call('tipPerformer', { as: fan.token, params: { id }, body: { price: 8 } })),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await readLimit()).toMatchObject({ spent: 16, remaining: 4 });
  });
});

describe('a renewal that would exceed the limit', () => {
  async function renewAt(at: string): Promise<void> {
    app.clock.set(at);
    await app.jobs.run('renew-subscriptions', {});
    await app.jobs.drain();
  }
  const readSubscription = async () => {
    const as = await app.services.session.open(fan.id);
    return (await app.call('searchUserSubscriptions', { as })).data.data[0];
  };
  const countPayments = () => app.context.db.$count(paymentTransactions, eq(paymentTransactions.userId, fan.id));

  beforeEach(async () => {
    await subscribe();
    const body = await byDefaultCard(app, fan);
    await app.call('subscribePlatform', { as: fan.token, body });
    await app.jobs.drain();
    await setLimit(1);
    app.mails.splice(0);
  });

  it('charges nothing, notifies the fan and is retried, for subscriptions to creators and to the platform', async () => {
    await renewAt('2026-12-10T10:05:00Z');
    expect(await countPayments()).toBe(2);
    expect(await readSubscription()).toMatchObject({
      status: 'past_due',
      nextRecurringDate: '2026-12-11T10:05:00.000Z',
    });
    const mail = app.mails.find(({ subject }) => subject.includes('Noor Adeyemi'));
    expect(mail).toMatchObject({
      to: fan.account.email,
      subject: 'Your subscription to Noor Adeyemi was not renewed: spending limit reached',
    });
    expect(mail?.text).toContain('monthly spending limit of $1.00. You were not charged.');
    expect(mail?.text).toContain('View my spending limit: http://web.test/wallet');
    expect(app.mails.filter(({ to }) => to === fan.account.email)).toHaveLength(2);
    const { data } = await app.call('listNotifications', { as: await app.services.session.open(fan.id) });
    expect(data.data.filter(({ action }) => action === 'renewal-limit')).toHaveLength(2);
  });

  it('is paid by the next try once the limit allows it', async () => {
    await renewAt('2026-12-10T10:05:00Z');
    await setLimit(500);
    await renewAt('2026-12-11T10:06:00Z');
    expect(await readSubscription()).toMatchObject({ status: 'active', expiredAt: '2027-01-11T23:59:59.999Z' });
    expect(await countPayments()).toBe(4);
  });

  it('ends the subscription after its retries, with the reason', async () => {
    for (const day of ['10', '11', '13', '17']) await renewAt(`2026-12-${day}T10:06:00Z`);
    expect(await readSubscription()).toMatchObject({ status: 'deactivated' });
    const last = app.mails.findLast(({ subject }) => subject === 'Your subscription to Noor Adeyemi has ended');
    expect(last?.text).toContain('would have passed your monthly spending limit of $1.00');
    expect(await countPayments()).toBe(2);
  });
});
