import { eq, isNull } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildSale, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import type { TestApp } from '../../../../tests/harness/build-test-app';
import { buildStripeApp } from '../../../../tests/stripe-double/build-stripe-app';
import { sign, type StripeDouble } from '../../../../tests/stripe-double/stripe-double';
import { gatewayEvents } from '../../../db/schema/gateway';
import { paymentCards, paymentTransactions } from '../../../db/schema/money';
import { cardRefunds } from '../../../db/schema/orders';
import { inTransaction } from '../../../db/transaction';

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
  double.disturb = () => undefined;
  creator = await buildPerformer(app);
  fan = await buildUser(app);
});
afterEach(async () => {
  await settle();
  expect(await listProblems(app)).toEqual([]);
});

/** Delivers events and runs the jobs that they start. */
async function settle(options?: Parameters<StripeDouble['deliver']>[0]) {
  await double.deliver(options);
  await app.jobs.drain();
  await double.deliver();
  await app.jobs.drain();
}
async function addCard(code = 'visa', as = fan.token, token = `tok_${code}`) {
  const body = {
    paymentGateway: 'stripe',
    token,
    brand: 'Card',
    last4Digits: '0000',
    month: '12',
    year: '2040',
  };
  const reply = await app.call('addCard', { as, body: { ...body, holderName: 'Ana Reis' } });
  return reply;
}
const topUp = async (cardId: string, amount = 20, key?: string) =>
  app.call('topUpWallet', {
    as: fan.token,
    body: { amount, cardId },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const getWallet = async (id = fan.id) => (await app.services.wallet.balances(id)).wallet;
const getPayment = async (id: string) => (await app.call('getTransaction', { as: fan.token, params: { id } })).data;
const asPayment = (data: unknown) => data as { _id: string; status: string; stripeClientSecret: string };

describe('cards', () => {
  it('are stored by Stripe, with one customer per account', async () => {
    const [visa, amex] = [await addCard(), await addCard('amex')];
    expect(visa.data).toMatchObject({ brand: 'Visa', last4Digits: '4242', isProduction: true });
    expect(visa.data.token).toMatch(/^pm_/);
    expect(amex.data.customerId).toBe(visa.data.customerId);
    const { data: list } = await app.call('listCards', { as: fan.token });
    expect(list.total).toBe(2);
  });

  it("from a digital wallet are saved as payment methods, with the wallet's name as their brand", async () => {
    const stripePage = { authorization: 'Bearer pk_test_double' };
    const card = new URLSearchParams({ type: 'card', 'card[token]': 'tok_visa', 'card[wallet]': 'apple_pay' });
    const reply = await fetch(`${double.url}/v1/payment_methods`, { method: 'POST', headers: stripePage, body: card });
    const { id } = (await reply.json()) as { id: string };
    const { data } = await addCard('', fan.token, id);
    expect(data).toMatchObject({ token: id, brand: 'Apple Pay', last4Digits: '4242', year: '2040' });
    expect((await topUp(data.token)).data).toMatchObject({ status: 'success' });
    const other = await buildUser(app);
    expect((await addCard('', other.token, id)).status).toBeGreaterThanOrEqual(400);
    expect((await app.call('listCards', { as: other.token })).data.total).toBe(0);
  });

  it('are detached at Stripe when they are deleted or rejected as duplicates', async () => {
    const { data: visa } = await addCard();
    const getOwner = (token: string) => double.state.get('payment_method', token)['customer'];
    expect(getOwner(visa.token)).toBe(visa.customerId);
    expect((await addCard()).body.error).toBe('CARD_DUPLICATE');
    await app.jobs.drain();
    const attached = () => double.state.list('payment_method').filter(({ customer }) => customer === visa.customerId);
    expect(attached().map(({ id }) => id)).toEqual([visa.token]);
    await app.call('deleteCard', { as: fan.token, params: { id: visa._id } });
    await app.jobs.drain();
    expect(attached()).toEqual([]);
  });

  it('have a setup secret until the bank has agreed to off-session charges', async () => {
    const { data: card } = await addCard('authenticateOnce');
    expect(card.setupClientSecret).toMatch(/^seti_.*_secret_/);
    double.answerBank(card.setupClientSecret!, 'approve');
    await settle();
    const [row] = await app.context.db.select().from(paymentCards).where(eq(paymentCards.id, card._id));
    expect(row?.setupSecret).toBeNull();
  });

  it('ask for off-session charges with their first payment only', async () => {
    const { data: card } = await addCard('authenticateOnce');
    const asked = asPayment((await topUp(card.token)).data);
    expect(asked.status).toBe('require_authentication');
    double.answerBank(asked.stripeClientSecret, 'approve');
    await settle();
    expect(await getPayment(asked._id)).toMatchObject({ status: 'success' });
    expect((await topUp(card.token)).data).toMatchObject({ status: 'success' });
    const intents = double.calls
      .filter(({ path, method }) => method === 'POST' && path === '/v1/payment_intents')
      .slice(-2);
    expect(intents.map(({ params }) => params['setup_future_usage'])).toEqual(['off_session', undefined]);
  });
});

describe('events', () => {
  it('settle a payment whose response from Stripe was lost', async () => {
    const { data: card } = await addCard();
    double.disturb = ({ path }) => (path === '/v1/payment_intents' ? 'lost' : undefined);
    const { data } = await topUp(card.token);
    expect(data).toMatchObject({ status: 'processing' });
    expect(await getWallet()).toBe(0);
    await settle();
    expect([(await getPayment(asPayment(data)._id)).status, await getWallet()]).toEqual(['success', 2000]);
  });

  // Promises M-3.
  it('credit a payment once, although they arrive three times and in reverse order', async () => {
    const { data: card } = await addCard('authenticate');
    const { data } = await topUp(card.token);
    double.answerBank(asPayment(data).stripeClientSecret, 'approve');
    const sent = double.state.events.map(({ id }) => id);
    await double.deliver({ times: 3, order: 'reversed' });
    const stored = await app.context.db.select().from(gatewayEvents).where(isNull(gatewayEvents.handledAt));
    expect(stored.length).toBeGreaterThan(1);
    for (const { id } of stored) expect(sent).toContain(id);
    await Promise.all(stored.map(({ id }) => app.jobs.run('handle-gateway-event', { id })));
    await settle({ times: 3 });
    expect(await getWallet()).toBe(2000);
    expect(app.mails.filter(({ to }) => to === fan.account.email)).toHaveLength(1);
  });

  it('grant a purchase once when handled concurrently', async () => {
    const { data: card } = await addCard('authenticate');
    const body = { performerId: creator.id, type: 'monthly', cardId: card.token };
    const asked = asPayment((await app.call('subscribePerformer', { as: fan.token, body })).data);
    double.answerBank(asked.stripeClientSecret, 'approve');
    await double.deliver();
    const stored = await app.context.db.select().from(gatewayEvents).where(isNull(gatewayEvents.handledAt));
    const handle = ({ id }: { id: string }) => app.jobs.run('handle-gateway-event', { id });
    await Promise.all(stored.flatMap((event) => Array.from({ length: 4 }, () => handle(event))));
    const { data } = await app.call('searchUserSubscriptions', { as: fan.token });
    const days = (new Date(data.data[0]?.expiredAt ?? '').getTime() - app.clock.now().getTime()) / 86_400_000;
    expect(Math.round(days)).toBeLessThanOrEqual(31);
  });

  it('that arrive late do not change a payment that is already settled', async () => {
    const { data: card } = await addCard('authenticate');
    const asked = asPayment((await topUp(card.token)).data);
    const late = double.state.events.splice(0);
    double.answerBank(asked.stripeClientSecret, 'approve');
    await settle();
    double.state.events.push(...late);
    await settle();
    expect([(await getPayment(asked._id)).status, await getWallet()]).toEqual(['success', 2000]);
  });

  // Promises M-4.
  it('are only accepted with a valid signature of exactly these bytes', async () => {
    const payload = JSON.stringify(
      {
        id: 'evt_1',
        object: 'event',
        type: 'payment_intent.succeeded',
        created: 1,
        data: { object: { id: 'pi_1', object: 'payment_intent' } },
      },
      null,
      4,
    );
    const seconds = Math.floor(app.clock.now().getTime() / 1000);
    const post = async (signature: string, body = payload, url = '/webhooks/stripe') =>
      (
        await app.http.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/json', 'stripe-signature': signature },
          payload: body,
        })
      ).statusCode;
    expect(await post(sign(payload, 'whsec_platform', seconds - 600))).toBe(403);
    expect(await post(sign(payload, 'whsec_connect', seconds))).toBe(403);
    expect(await post(sign(payload, 'whsec_platform', seconds), payload.replace('pi_1', 'pi_2'))).toBe(403);
    expect(await post('')).toBe(403);
    expect(await post(sign(payload, 'whsec_platform', seconds), payload, '/webhooks/stripe/connect')).toBe(403);
    expect(await app.context.db.select().from(gatewayEvents).where(eq(gatewayEvents.id, 'evt_1'))).toEqual([]);
    expect(await post(sign(payload, 'whsec_platform', seconds))).toBe(200);
    await app.context.db.delete(gatewayEvents).where(eq(gatewayEvents.id, 'evt_1'));
    await expect(app.jobs.drain()).resolves.toBeUndefined();
  });

  it('are handled again after handling failed', async () => {
    const { data: card } = await addCard('authenticate');
    const asked = asPayment((await topUp(card.token)).data);
    double.answerBank(asked.stripeClientSecret, 'approve');
    double.disturb = ({ method }) => (method === 'GET' ? 'unanswered' : undefined);
    await double.deliver();
    await expect(app.jobs.drain()).rejects.toThrow(/connection/i);
    double.disturb = () => undefined;
    app.clock.advance({ minutes: 20 });
    await app.jobs.run('handle-gateway-events', {});
    expect(await getWallet()).toBe(2000);
  });
});

describe('payments', () => {
  // Promises M-1.
  it('are not charged again after Stripe has forgotten the idempotency key', async () => {
    const { data: card } = await addCard();
    double.disturb = ({ path }) => (path === '/v1/payment_intents' ? 'lost' : undefined);
    const { data } = await topUp(card.token);
    double.state.events.splice(0);
    double.disturb = () => undefined;
    app.clock.advance({ days: 2 });
    await app.jobs.run('settle-payments', {});
    expect(await getWallet()).toBe(2000);
    const intents = double.state
      .list('payment_intent')
      .filter(({ metadata }) => (metadata as { payment: string }).payment === asPayment(data)._id);
    expect(intents).toHaveLength(1);
  });

  it('that failed cannot be completed by a later approval', async () => {
    const { data: card } = await addCard('authenticate');
    const asked = asPayment((await topUp(card.token)).data);
    double.answerBank(asked.stripeClientSecret, 'refuse');
    await settle();
    expect((await getPayment(asked._id)).status).toBe('fail');
    double.answerBank(asked.stripeClientSecret, 'approve');
    await settle();
    const intent = double.state
      .list('payment_intent')
      .find(({ metadata }) => (metadata as { payment: string }).payment === asked._id);
    expect(intent?.['status']).toBe('canceled');
    expect(await getWallet()).toBe(0);
  });

  it('fail if Stripe declines, and stay open while Stripe is unavailable', async () => {
    const { data: card } = await addCard('declinedLater');
    expect((await topUp(card.token)).body).toMatchObject({
      error: 'CARD_DECLINED',
      message: 'Your card was declined.',
    });
    double.disturb = ({ path }) => (path === '/v1/payment_intents' ? 'unanswered' : undefined);
    const { data: other } = await addCard('visa');
    const { data } = await topUp(other.token, 30, 'a key of this page');
    expect(data).toMatchObject({ status: 'processing' });
    double.disturb = () => undefined;
    const { data: again } = await topUp(other.token, 30, 'a key of this page');
    expect([asPayment(again)._id, asPayment(again).status, await getWallet()]).toEqual([
      asPayment(data)._id,
      'success',
      3000,
    ]);
  });
});

describe('refunds', () => {
  async function buyAndRefund(code: string) {
    const post = await buildSale(app, creator, cents(600));
    const { data: card } = await addCard(code);
    const { data } = await app.call('buyByCard', {
      as: fan.token,
      body: { target: 'feed', targetId: post.id, cardId: card.token },
    });
    const payment = asPayment(data);
    const { data: charges } = await app.call('listCharges', { as: fan.token });
    const [charge] = charges.data;
    await settle();
    await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, charge!._id));
    return { payment, charge: charge! };
  }

  it('reach the card once, even if the response from Stripe is lost', async () => {
    double.disturb = ({ path, method }) => (path === '/v1/refunds' && method === 'POST' ? 'lost' : undefined);
    const { payment } = await buyAndRefund('visa');
    await expect(app.jobs.drain()).rejects.toThrow(/connection/i);
    double.disturb = () => undefined;
    app.clock.advance({ days: 2 });
    await app.jobs.run('refund-cards', {});
    const [row] = await app.context.db
      .select()
      .from(paymentTransactions)
      .where(eq(paymentTransactions.id, payment._id));
    expect(row?.status).toBe('refunded');
    const refunds = double.state.list('refund').filter(({ payment_intent: intent }) => intent === row?.gatewayId);
    expect(refunds).toHaveLength(1);
  });

  it('that the bank sends back go to the wallet', async () => {
    const { payment } = await buyAndRefund('refundFails');
    await settle();
    const [refund] = await app.context.db.select().from(cardRefunds).where(eq(cardRefunds.paymentId, payment._id));
    expect(refund?.status).toBe('to_wallet');
    expect(await getWallet()).toBe(refund?.amount);
    await settle({ times: 3 });
    expect(await getWallet()).toBe(refund?.amount);
  });
});
