import { eq } from 'drizzle-orm';
import { buildCard, buildCoupon, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { accounts } from '../../../db/schema/accounts';
import { coupons, paymentTransactions } from '../../../db/schema/money';
import { sandboxPayments } from '../../../db/schema/sandbox';
import { createSandboxPayments } from '../../../gateways/payment-sandbox';

let app: TestApp;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  app.context.gateways.payment = createSandboxPayments(app.context.db, app.clock.now);
  fan = await buildUser(app);
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(() => app.close());

const topUp = async (body: object = { amount: 10 }, headers = {}) => {
  const paid = { ...(await byDefaultCard(app, fan)), ...body };
  const { data, ...reply } = await app.call('topUpWallet', { as: fan.token, body: paid, headers });
  if (data && !('_id' in data)) throw new Error('Expected a payment');
  return { ...reply, data };
};
const confirm = (id: string, outcome: string, as = fan.token) =>
  app.call('confirmPayment', { as, params: { id }, body: { outcome } });
const getWallet = async (id: string) => (await app.services.wallet.balances(id)).wallet;
const getCharges = (card: string) =>
  app.context.db.select().from(sandboxPayments).where(eq(sandboxPayments.card, card));

describe('a card that needs a challenge', () => {
  it('credits the wallet once the payer has approved', async () => {
    await buildCard(app, fan, { code: 'authenticate' });
    const { data } = await topUp();
    expect(data).toMatchObject({
      status: 'require_authentication',
      stripeClientSecret: expect.stringMatching(/_secret_/),
    });
    const asked = app.events.filter(({ event, room }) => event === 'stripe_confirm_payment' && room.endsWith(fan.id));
    expect(asked).toMatchObject([{ payload: { _id: data._id, stripeClientSecret: data.stripeClientSecret } }]);
    expect(await getWallet(fan.id)).toBe(0);
    const replies = await Promise.all(Array.from({ length: 10 }, () => confirm(data._id, 'approve')));
    expect(replies.every((reply) => reply.data.status === 'success')).toBe(true);
    expect(await getWallet(fan.id)).toBe(1000);
    expect((await confirm(data._id, 'refuse')).data).toMatchObject({ status: 'success', stripeClientSecret: null });
  });

  it('is not charged if the payer refuses', async () => {
    await buildCard(app, fan, { code: 'authenticate' });
    const { data } = await topUp();
    expect((await confirm(data._id, 'refuse')).body).toMatchObject({ statusCode: 400, error: 'CARD_DECLINED' });
    expect((await confirm(data._id, 'approve')).body.error).toBe('CARD_DECLINED');
    expect(await getWallet(fan.id)).toBe(0);
  });

  it('is not challenged again if the card requires only one challenge', async () => {
    await buildCard(app, fan, { code: 'authenticateOnce' });
    const { data } = await topUp();
    await confirm(data._id, 'approve');
    expect((await topUp()).data.status).toBe('success');
  });

  it('can still be declined after the approval', async () => {
    await buildCard(app, fan, { code: 'authenticateInsufficientFunds' });
    const { data } = await topUp();
    expect((await confirm(data._id, 'approve')).body.message).toBe('Your card has insufficient funds.');
  });

  // Promises M-6.
  it('cancels the payment if the payer never answers, and gives back the coupon', async () => {
    const { id, code } = await buildCoupon(app, { usesLeft: 1 });
    await buildCard(app, fan, { code: 'authenticate' });
    const body = { ...(await byDefaultCard(app, fan)), couponCode: code };
    const { data } = await app.call('subscribePlatform', { as: fan.token, body });
    app.clock.advance({ hours: 2 });
    await app.jobs.run('settle-payments', {});
    expect((await app.call('getTransaction', { as: fan.token, params: { id: data._id } })).data.status).toBe(
      'canceled',
    );
    const [coupon] = await app.context.db.select().from(coupons).where(eq(coupons.id, id));
    expect(coupon?.usesLeft).toBe(1);
    expect((await confirm(data._id, 'approve')).data.status).toBe('canceled');
  });

  it('rejects answers from other accounts', async () => {
    await buildCard(app, fan, { code: 'authenticate' });
    const { data } = await topUp();
    const other = await buildUser(app);
    expect((await confirm(data._id, 'approve', other.token)).status).toBe(404);
  });
});

describe('a failing gateway', () => {
  /** Fails `charge` if `when` returns true; in mode `after` the card was charged and only the response is lost. */
  function breakGateway(when: () => boolean, mode: 'before' | 'after') {
    const real = app.context.gateways.payment;
    app.context.gateways.payment = {
      ...real,
      async charge(request) {
        if (mode === 'before' && when()) throw new Error('no connection');
        const outcome = await real.charge(request);
        if (when()) throw new Error('the response was lost');
        return outcome;
      },
    };
  }

  // Promises M-1.
  it('charges each payment once, although a third of the responses are lost and the client repeats requests', async () => {
    let seed = 7;
    breakGateway(() => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31 < 0.3, 'after');
    const card = await buildCard(app, fan);
    const one = async (index: number) => {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const reply = await topUp({ amount: 10 }, { 'idempotency-key': `payment ${index}` });
        if (reply.data?.status === 'success') return;
      }
    };
    await Promise.all(Array.from({ length: 100 }, (_, index) => one(index)));
    app.clock.advance({ minutes: 5 });
    await app.jobs.run('settle-payments', {});
    expect(await getWallet(fan.id)).toBe(100 * 1000);
    expect(await getCharges(card.token)).toHaveLength(100);
  });

  it.each(['before', 'after'] as const)(
    'that fails %s charging leaves the payment open, and it is settled later',
    async (mode) => {
      let isDown = true;
      breakGateway(() => isDown, mode);
      const card = await buildCard(app, fan);
      const { data, status } = await topUp();
      expect({ status, payment: data.status }).toEqual({ status: 200, payment: 'processing' });
      expect(await getWallet(fan.id)).toBe(0);
      isDown = false;
      app.clock.advance({ minutes: 5 });
      await Promise.all([app.jobs.run('settle-payments', {}), app.jobs.run('settle-payments', {})]);
      expect(await getWallet(fan.id)).toBe(1000);
      expect(await getCharges(card.token)).toHaveLength(1);
      const events = app.events.filter(
        ({ event, room }) => event === 'payment_status_callback' && room.endsWith(fan.id),
      );
      expect(events).toHaveLength(1);
    },
  );

  /** Makes one gateway method fail until `isDown` is false. */
  function failing(name: 'attachCard' | 'cancel' | 'refund'): { isDown: boolean } {
    const real = app.context.gateways.payment;
    const state = { isDown: true };
    const ask = real[name] as (input: never) => Promise<never>;
    const broken = async (input: never) => {
      if (state.isDown) throw new Error('no connection');
      return ask(input);
    };
    app.context.gateways.payment = { ...real, [name]: broken };
    return state;
  }

  it('W-7: makes saving a card fail with a message and without traces; later the same card is accepted', async () => {
    const gateway = failing('attachCard');
    const { token } = (
      await app.http.inject({
        method: 'POST',
        url: '/sandbox/card-token',
        body: { number: '4242424242424242', exp: '12/40', cvc: '123' },
      })
    ).json<{ token: string }>();
    const card = { token, last4Digits: '4242', brand: 'Visa', month: '12', year: '2040', paymentGateway: 'stripe' };
    const subscribe = () => app.call('addCardAndSubscribe', { as: fan.token, body: { ...card, type: 'monthly' } });
    const refused = await subscribe();
    expect(refused.body).toMatchObject({
      statusCode: 400,
      error: 'GATEWAY_FAILED',
      message: 'The payment service did not answer. You were not charged.',
    });
    expect((await app.call('listCards', { as: fan.token })).data.total).toBe(0);
    expect((await app.call('searchTransactions', { as: fan.token })).data.total).toBe(0);
    gateway.isDown = false;
    expect((await subscribe()).data.transaction.status).toBe('success');
    expect(await getCharges((await app.call('listCards', { as: fan.token })).data.data[0]?.token ?? '')).toHaveLength(
      1,
    );
  });

  it('W-7: makes a payment fail while an open challenge cannot be canceled; the next try is charged once', async () => {
    const creator = await buildPerformer(app);
    const asking = await buildCard(app, fan, { code: 'authenticate' });
    const card = await buildCard(app, fan, { isDefault: false });
    const subscribe = (cardId: string) =>
      app.call('subscribePerformer', { as: fan.token, body: { performerId: creator.id, type: 'monthly', cardId } });
    expect((await subscribe(asking.token)).data).toMatchObject({ status: 'require_authentication' });
    const gateway = failing('cancel');
    expect((await subscribe(card.token)).body).toMatchObject({ statusCode: 400, error: 'GATEWAY_FAILED' });
    gateway.isDown = false;
    expect((await subscribe(card.token)).data).toMatchObject({ status: 'success' });
    expect(await getCharges(card.token)).toHaveLength(1);
    expect(await getCharges(asking.token)).toMatchObject([{ status: 'canceled' }]);
  });

  it('W-7: leaves a payment `processing` if its refund fails, is reported to operators, and refunds later', async () => {
    const creator = await buildPerformer(app);
    const card = await buildCard(app, fan, { code: 'authenticate' });
    const { data } = await app.call('subscribePerformer', {
      as: fan.token,
      body: { performerId: creator.id, type: 'monthly', cardId: card.token },
    });
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, creator.id));
    const gateway = failing('refund');
    const failures = app.failures.length;
    const answered = await confirm('_id' in data ? data._id : '', 'approve');
    expect([answered.status, answered.data.status]).toEqual([200, 'processing']);
    expect(app.failures.slice(failures)).toMatchObject([{ kind: 'gateway', name: 'refund' }]);
    gateway.isDown = false;
    app.clock.advance({ minutes: 2 });
    await app.jobs.run('settle-payments', {});
    expect(await getCharges(card.token)).toMatchObject([{ status: 'refunded' }]);
    expect(await app.services.wallet.balances(creator.id)).toEqual({ wallet: 0, pending: 0 });
  });

  it('charges once when the payer repeats the request with the same key', async () => {
    let isDown = true;
    breakGateway(() => isDown, 'after');
    await buildCard(app, fan);
    const headers = { 'idempotency-key': 'again' };
    const first = await topUp({ amount: 10 }, headers);
    isDown = false;
    const second = await topUp({ amount: 10 }, headers);
    expect(second.data).toMatchObject({ _id: first.data._id, status: 'success' });
    expect(await getWallet(fan.id)).toBe(1000);
  });

  it('settles a payment once for many concurrent tries', async () => {
    await buildCard(app, fan, { code: 'authenticate' });
    const { data } = await topUp();
    const [row] = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.id, data._id));
    await app.context.gateways.payment.confirm?.(row?.gatewayId ?? '', 'approve');
    await Promise.all(Array.from({ length: 20 }, () => app.services.payment.drive(data._id)));
    expect(await getWallet(fan.id)).toBe(1000);
  });
});

describe('a subscription payment whose creator became inactive before it was confirmed', () => {
  it('is refunded', async () => {
    const creator = await buildPerformer(app);
    const card = await buildCard(app, fan, { code: 'authenticate' });
    const body = { performerId: creator.id, type: 'monthly', cardId: card.token };
    const { data } = await app.call('subscribePerformer', { as: fan.token, body });
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, creator.id));
    const { data: after } = await confirm('_id' in data ? data._id : '', 'approve');
    expect(after.status).toBe('refunded');
    expect(await getCharges(card.token)).toMatchObject([{ status: 'refunded' }]);
    expect(await app.services.wallet.balances(creator.id)).toEqual({ wallet: 0, pending: 0 });
    expect(await app.services.subscription.find(fan.id, creator.id)).toBeNull();
  });
});

describe('GET /payment/transactions/:id', () => {
  it('returns a payment by id and by the last eight digits of the id, only to its payer', async () => {
    await buildCard(app, fan);
    const { data } = await topUp();
    const get = (id: string, as = fan.token) => app.call('getTransaction', { as, params: { id } });
    expect((await get(data._id)).data).toMatchObject({
      _id: data._id,
      status: 'success',
      card: { brand: 'Visa', last4Digits: '4242' },
      refunded: null,
    });
    expect((await get(data._id.slice(-8))).data._id).toBe(data._id);
    const other = await buildUser(app);
    expect((await get(data._id, other.token)).status).toBe(404);
    expect((await get('not an id')).status).toBe(400);
  });
});

describe('GET /payment/transactions/user/search', () => {
  it('returns filtered payments of the caller', async () => {
    await buildCard(app, fan);
    const creator = await buildPerformer(app);
    await topUp();
    app.clock.advance({ seconds: 5 });
    const body = { performerId: creator.id, type: 'monthly', ...(await byDefaultCard(app, fan)) };
    await app.call('subscribePerformer', { as: fan.token, body });
    const search = async (query: Record<string, unknown>) =>
      (await app.call('searchTransactions', { as: fan.token, query })).data;
    expect((await search({})).data).toMatchObject([
      { type: 'monthly_subscription', performerInfo: { _id: creator.id }, totalPrice: 9.99 },
      { type: 'token_package', performerId: null },
    ]);
    expect(await search({ target: 'performer' })).toMatchObject({ total: 1 });
    expect(await search({ performerId: creator.id, status: 'fail' })).toMatchObject({ total: 0 });
    expect((await search({ limit: 1, offset: 1 })).data).toMatchObject([{ type: 'token_package' }]);
    expect((await search({ sortBy: 'totalPrice', sort: 'asc' })).data[0]?.totalPrice).toBe(9.99);
  });
});

describe('POST /coupons/:id/apply-coupon', () => {
  const apply = (code: string, as = fan.token) => app.call('applyCoupon', { as, params: { id: code } });

  it('returns the discount without using the coupon', async () => {
    const { id, code } = await buildCoupon(app, { usesLeft: 1, value: 0.3 });
    expect((await apply(code.toLowerCase())).data).toEqual({ _id: id, code, value: 0.3 });
    expect((await apply(code)).status).toBe(200);
  });

  it('returns 404 for unknown coupons and 406 for unusable ones', async () => {
    expect((await apply('NOTHING')).body).toMatchObject({ statusCode: 404, error: 'ENTITY_NOT_FOUND' });
    const over = await buildCoupon(app, { expiredDate: new Date(app.clock.now().getTime() - 1) });
    const used = await buildCoupon(app, { usesLeft: 0 });
    const off = await buildCoupon(app, { status: 'inactive' });
    for (const { code } of [over, used, off]) {
      expect((await apply(code)).body).toMatchObject({ statusCode: 406, error: 'Not Acceptable' });
    }
  });
});

describe('POST /tax/calculate, /tax/validate-address', () => {
  const address = { line1: 'A', city: 'B', region: 'CA', postalCode: '90001', country: 'us' };
  const calculate = (body: object, headers = {}) => app.call('calculateTax', { as: fan.token, body, headers });

  it('compute tax from the address, and none if the place is unknown', async () => {
    expect((await calculate({ amount: 10, address })).data).toEqual({
      amount: 10,
      taxAmount: 0.83,
      totalAmount: 10.83,
      rate: 0.0825,
    });
    expect((await calculate({ amount: 10 })).data).toEqual({ amount: 10, taxAmount: 0, totalAmount: 10, rate: 0 });
  });

  it('compute no tax for purchases from the wallet', async () => {
    expect((await calculate({ amount: 10, address, type: 'product' })).data).toMatchObject({
      taxAmount: 0,
      totalAmount: 10,
    });
  });

  it('reject countries that do not exist', async () => {
    const validate = (body: object) => app.call('validateTaxAddress', { as: fan.token, body });
    expect((await validate(address)).data).toMatchObject({ valid: true, address: { country: 'US' } });
    expect((await validate({ ...address, country: 'qq' })).data).toMatchObject({
      valid: false,
      messages: ['QQ is not a country code.'],
    });
  });

  it.each([
    ['ca', 'k1a0b1', 'K1A 0B1', []],
    ['GB', 'sw1a 1aa', 'SW1A 1AA', []],
    ['BR', '01310100', '01310-100', []],
    ['NL', '1234ab', '1234 AB', []],
    ['US', '95014', '95014', []],
    ['US', '950', '950', ['ZIP code doesn’t look right. One looks like 95014.']],
    ['IE', 'H91 E2K3', 'H91 E2K3', []],
    // Hong Kong has no postal codes.
    ['HK', '-', '-', []],
  ])('format a postal code in %s: %s', async (country, postalCode, written, messages) => {
    const body = { ...address, country, postalCode };
    const { data } = await app.call('validateTaxAddress', { as: fan.token, body });
    expect(data).toMatchObject({ valid: messages.length === 0, address: { postalCode: written }, messages });
  });
});

it('a payment with coupon and tax is rounded to whole cents', async () => {
  // A coupon of a third of 11.99 and tax of 8.25 % both need rounding.
  const { code } = await buildCoupon(app, { value: 1 / 3 });
  await buildCard(app, fan);
  const address = { line1: 'A', city: 'B', region: 'CA', postalCode: '1', country: 'US' };
  const body = { ...(await byDefaultCard(app, fan)), couponCode: code, address };
  const { data } = await app.call('subscribePlatform', { as: fan.token, body });
  expect(data).toMatchObject({ originalPrice: 11.99, taxAmount: 0.66, totalPrice: 8.65 });
});
