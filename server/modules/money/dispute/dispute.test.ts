import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildProduct } from '../../../../tests/factories/assets';
import { buildSale, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, fillWallet, type BuiltPerson } from '../../../../tests/factories/user';
import type { TestApp } from '../../../../tests/harness/build-test-app';
import { buildStripeApp, saveStripeCard } from '../../../../tests/stripe-double/build-stripe-app';
import { setAccountReady } from '../../../../tests/stripe-double/double-connect';
import { closeDispute, openDispute } from '../../../../tests/stripe-double/double-payments';
import type { StripeDouble } from '../../../../tests/stripe-double/stripe-double';
import { performers } from '../../../db/schema/accounts';
import { runAdmin } from '../../../../tests/factories/operator';
import { disputes } from '../../../db/schema/disputes';
import { ledgerAccounts, paymentTransactions } from '../../../db/schema/money';
import { cardRefunds } from '../../../db/schema/orders';
import { inTransaction } from '../../../db/transaction';
import { readDebt, readPersonBalances } from '../../../ledger/accounts';

let app: TestApp;
let double: StripeDouble;
let close: () => Promise<void>;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let cardId: string;
beforeAll(async () => {
  ({ app, double, close } = await buildStripeApp());
});
afterAll(() => close());
beforeEach(async () => {
  app.clock.set(new Date());
  creator = await buildPerformer(app);
  fan = await buildUser(app);
  cardId = await saveStripeCard(app, fan.token);
});
afterEach(async () => {
  await settle();
  expect(await listProblems(app)).toEqual([]);
});

async function settle(times = 1) {
  await double.deliver({ times });
  await app.jobs.drain();
}
const header = { headers: { 'cf-ipcountry': 'PT' } };
async function getGatewayId(id: string) {
  const [row] = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.id, id));
  return row!.gatewayId!;
}
async function dispute(paymentId: string) {
  const { id } = openDispute(double.state, await getGatewayId(paymentId));
  await settle(2);
  return {
    id,
    async end(status: 'won' | 'lost') {
      closeDispute(double.state, id, status);
      await settle(2);
    },
  };
}
async function buyPost(price = cents(600)) {
  const post = await buildSale(app, creator, price);
  const body = { target: 'feed', targetId: post.id, cardId };
  const { data } = await app.call('buyByCard', { as: fan.token, ...header, body });
  await settle();
  return { postId: post.id, paymentId: (data as { _id: string })._id };
}
async function isBought(id: string) {
  const as = await app.services.session.open(fan.id);
  return (await app.call('getFeed', { as, params: { id } })).data.isBought;
}
const release = async () => {
  app.clock.advance({ days: 8 });
  await app.jobs.run('release-earnings', {});
};
const getBalances = (id = creator.id) => readPersonBalances(app.context.db, id);
async function getOf(kind: 'disputed' | 'losses') {
  const [row] = await app.context.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.kind, kind));
  return row?.balance ?? 0;
}

describe('a disputed payment', () => {
  it('holds the earning of its seller until the bank decides', async () => {
    const { paymentId, postId } = await buyPost();
    const losses = await getOf('losses');
    const { end } = await dispute(paymentId);
    await release();
    expect(await getBalances()).toEqual({ wallet: 0, pending: 480 });
    expect(await getOf('losses')).toBe(losses - 1500);
    expect(await isBought(postId)).toBe(true);
    const { data: news } = await app.call('listNotifications', { as: await app.services.session.open(creator.id) });
    expect(news.data.map(({ title }) => title)).toContain('Payment disputed');
    await end('won');
    await release();
    expect(await getBalances()).toEqual({ wallet: 480, pending: 0 });
    expect(await getOf('disputed')).toBe(0);
    expect(await isBought(postId)).toBe(true);
  });

  it('takes back released income, and releases it again if the site wins', async () => {
    const { paymentId } = await buyPost();
    await release();
    expect((await getBalances()).wallet).toBe(480);
    const { end } = await dispute(paymentId);
    expect(await getBalances()).toEqual({ wallet: 0, pending: 480 });
    await end('won');
    await app.jobs.run('release-earnings', {});
    expect(await getBalances()).toEqual({ wallet: 480, pending: 0 });
  });

  // Promises M-14.
  it('reverses the sale if it is lost, and what the seller has spent becomes a debt', async () => {
    const { paymentId, postId } = await buyPost(cents(10_000));
    await release();
    const banking = { firstName: 'Mira', lastName: 'Okafor', bankName: 'Bank', bankAccount: '123456' };
    await app.context.db.update(performers).set({ banking }).where(eq(performers.id, creator.id));
    const as = await app.services.session.open(creator.id);
    const body = { source: 'performer', requestTokens: 60 };
    expect((await app.call('createPayoutRequest', { as, body })).status).toBe(200);
    const { end } = await dispute(paymentId);
    await end('lost');
    expect(await getBalances()).toEqual({ wallet: 0, pending: 0 });
    expect(await readDebt(app.context.db, creator.id)).toBe(6000);
    expect(await isBought(postId)).toBe(false);
    expect(double.state.list('refund')).toEqual([]);
  });

  it('blocks payments by its payer until the site wins', async () => {
    const { paymentId } = await buyPost();
    await fillWallet(app, fan.id, cents(2_000));
    const { end } = await dispute(paymentId);
    const tip = () => app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price: 5 } });
    expect((await tip()).body.error).toBe('PAYMENTS_PAUSED');
    const topUp = await app.call('topUpWallet', { as: fan.token, body: { amount: 20, cardId } });
    expect(topUp.body.error).toBe('PAYMENTS_PAUSED');
    expect(await runAdmin(app, 'disputes', 'list')).toContain(fan.id);
    await end('won');
    expect((await tip()).status).toBe(200);
  });

  it('offers no refund for the days left of a subscription until the site wins', async () => {
    const body = { performerId: creator.id, type: 'monthly', cardId };
    const { data } = await app.call('subscribePerformer', { as: fan.token, ...header, body });
    await settle();
    const as = await app.services.session.open(creator.id);
    const readAmount = async () => (await app.call('getSubscriptionRest', { as, params: { id: fan.id } })).data.amount;
    expect(await readAmount()).toBeGreaterThan(0);
    const { end } = await dispute((data as { _id: string })._id);
    expect(await readAmount()).toBe(0);
    await end('won');
    expect(await readAmount()).toBeGreaterThan(0);
  });

  it('stays decided, and notifies the seller of the decision once', async () => {
    const { paymentId } = await buyPost();
    const { id, end } = await dispute(paymentId);
    await end('won');
    closeDispute(double.state, id, 'lost');
    await settle();
    const { data: news } = await app.call('listNotifications', { as: await app.services.session.open(creator.id) });
    expect(news.data.map(({ title }) => title).filter((title) => title.startsWith('Dispute'))).toEqual(['Dispute won']);
    expect(await getBalances()).toEqual({ wallet: 0, pending: 480 });
  });

  // Promises M-3.
  it('is booked once, although its events arrive twice and in reverse order', async () => {
    const { paymentId } = await buyPost();
    const { id } = openDispute(double.state, await getGatewayId(paymentId));
    closeDispute(double.state, id, 'lost');
    await double.deliver({ times: 2, order: 'reversed' });
    await app.jobs.drain();
    const rows = await app.context.db.select().from(disputes).where(eq(disputes.gatewayId, id));
    expect(rows).toMatchObject([{ status: 'lost', fee: 1500 }]);
    expect(await getBalances()).toEqual({ wallet: 0, pending: 0 });
  });
});

async function refundSale() {
  const [charge] = (await app.call('listCharges', { as: await app.services.session.open(fan.id) })).data.data;
  await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, charge!._id));
  return charge!._id;
}

describe('a refund of a disputed payment', () => {
  const getRefund = async (id: string) =>
    (await app.context.db.select().from(cardRefunds).where(eq(cardRefunds.id, id)))[0];

  it('is rejected while the bank has the money', async () => {
    const { paymentId } = await buyPost();
    const { end } = await dispute(paymentId);
    await expect(refundSale()).rejects.toThrow('The bank of the card is looking into this payment.');
    await end('won');
    const id = await refundSale();
    await app.jobs.drain();
    expect(await getRefund(id)).toMatchObject({ status: 'done' });
  });

  it('stays pending until the bank decides, and continues if the site wins', async () => {
    const { paymentId } = await buyPost();
    const { id: disputeId } = openDispute(double.state, await getGatewayId(paymentId));
    const id = await refundSale();
    await app.jobs.drain();
    expect(await getRefund(id)).toMatchObject({ status: 'pending' });
    await settle();
    expect(await getRefund(id)).toMatchObject({ status: 'pending' });
    await app.jobs.run('refund-card', { id });
    expect(await getRefund(id)).toMatchObject({ status: 'pending' });
    closeDispute(double.state, disputeId, 'won');
    await settle();
    // For a day, Stripe repeats its refusal to requests with the same key.
    app.clock.advance({ days: 2 });
    await app.jobs.run('refund-cards', {});
    expect(await getRefund(id)).toMatchObject({ status: 'done' });
    expect(await getOf('disputed')).toBe(0);
  });

  it('is covered by the money that the bank took if the site loses', async () => {
    const { paymentId } = await buyPost();
    const losses = await getOf('losses');
    const gatewayId = await getGatewayId(paymentId);
    const { id: disputeId } = openDispute(double.state, gatewayId);
    const id = await refundSale();
    await app.jobs.drain();
    expect(await getRefund(id)).toMatchObject({ status: 'pending' });
    await settle();
    closeDispute(double.state, disputeId, 'lost');
    await settle(2);
    expect(await getRefund(id)).toMatchObject({ status: 'by_bank' });
    expect([await getOf('disputed'), await getOf('losses')]).toEqual([0, losses - 1500]);
    expect((await getBalances(fan.id)).wallet).toBe(0);
    expect(double.state.list('refund').filter(({ payment_intent: intent }) => intent === gatewayId)).toEqual([]);
  });
});

it('a refund after a payout reaches the card in full, and the seller owes the part that was paid out', async () => {
  await buyPost(cents(10_000));
  const log = () => app.services.session.open(creator.id);
  await app.call('createStripeAccount', { as: await log() });
  setAccountReady(double.state, (await app.call('getStripeAccount', { as: await log() })).data.accountId!, true);
  await settle();
  await release();
  double.state.available.set('usd', 100_000);
  const body = { source: 'performer', requestTokens: 60, paymentAccountType: 'stripe' };
  const { data } = await app.call('createPayoutRequest', { as: await log(), body });
  await runAdmin(app, 'payouts', 'approve', data._id);
  await settle();
  expect(double.state.list('transfer').at(-1)).toMatchObject({ amount: 6000 });
  await refundSale();
  await settle();
  expect(double.state.list('refund').at(-1)).toMatchObject({ amount: 12_300, status: 'succeeded' });
  expect(await getBalances()).toEqual({ wallet: 0, pending: 0 });
  expect(await readDebt(app.context.db, creator.id)).toBe(6000);
});

describe('a lost dispute', () => {
  it('ends the subscription that was paid for', async () => {
    const body = { performerId: creator.id, type: 'monthly', cardId };
    const { data } = await app.call('subscribePerformer', { as: fan.token, ...header, body });
    const { end } = await dispute((data as { _id: string })._id);
    await end('lost');
    const { data: list } = await app.call('searchUserSubscriptions', { as: fan.token });
    expect(list.data).toMatchObject([{ status: 'deactivated' }]);
    expect(new Date(list.data[0]?.expiredAt ?? '').getTime()).toBeLessThanOrEqual(app.clock.now().getTime());
    expect(await getBalances()).toEqual({ wallet: 0, pending: 0 });
  });

  it('ends the membership that was paid for', async () => {
    const { data } = await app.call('subscribePlatform', {
      as: fan.token,
      ...header,
      body: { type: 'monthly', cardId },
    });
    const { end } = await dispute((data as { _id: string })._id);
    await end('lost');
    expect((await app.call('getPlatformSubscription', { as: fan.token })).data).toMatchObject({
      isSubscribed: false,
    });
  });

  it("refunds the order, puts its goods back into stock, and takes back the creator's income", async () => {
    const { _id: productId } = await buildProduct(app, creator, { price: 20, stock: 3 });
    const place = { name: 'Home', country: 'PT', streetNumber: '1', streetAddress: 'Rua Azul', city: 'Lisboa' };
    const address = { ...place, state: 'Lisboa', zipCode: '1100-001' };
    const { data: home } = await app.call('createAddress', { as: fan.token, body: address });
    const cart = { lines: [{ productId, quantity: 1 }], deliveryAddressId: home._id };
    const { data: quote } = await app.call('reserveOrders', { as: fan.token, ...header, body: cart });
    const { data } = await app.call('checkoutOrders', {
      as: fan.token,
      ...header,
      body: { ...cart, payBy: 'card', cardId, expectedTotal: quote.cardTotal },
    });
    await settle();
    const getStock = async () =>
      (await app.call('getPerformerProduct', { as: creator.token, params: { id: productId } })).data.stock;
    expect(await getStock()).toBe(2);
    const { end } = await dispute(data.transaction!._id);
    await end('lost');
    expect(await getStock()).toBe(3);
    const { data: list } = await app.call('searchUserOrders', { as: fan.token });
    expect(list.data).toMatchObject([{ deliveryStatus: 'refunded' }]);
    expect(await getBalances()).toEqual({ wallet: 0, pending: 0 });
  });

  it('takes the rest of a top-up from the wallet, and the spent part becomes a debt', async () => {
    const { data } = await app.call('topUpWallet', { as: fan.token, ...header, body: { amount: 20, cardId } });
    await app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price: 5 } });
    const { end } = await dispute((data as { _id: string })._id);
    await end('lost');
    expect((await getBalances(fan.id)).wallet).toBe(0);
    expect(await readDebt(app.context.db, fan.id)).toBe(500);
    expect(await getBalances()).toEqual({ wallet: 0, pending: 400 });
  });
});
