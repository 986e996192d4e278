import { cents } from '@contract/base/money';
import { startStripeDouble, type StripeDouble } from '../../tests/stripe-double/stripe-double';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { PaymentRefused, type PaymentGateway, type PaymentOutcome } from './payment';
import { createMoneyGateways } from './money-gateways';
import { createSandboxPayments } from './payment-sandbox';

let app: TestApp;
let double: StripeDouble;
beforeAll(async () => {
  app = await buildTestApp();
  double = await startStripeDouble({ now: app.clock.now });
});
afterAll(async () => {
  await double.close();
  await app.close();
});

/** Each gateway, with a function that answers the bank's challenge for the payer. */
const gateways: Record<
  string,
  () => { gateway: PaymentGateway; answer: (asked: Asked, text: 'approve' | 'refuse') => Promise<unknown> }
> = {
  sandbox: () => {
    const gateway = createSandboxPayments(app.context.db, app.clock.now);
    return { gateway, answer: ({ gatewayId }, text) => gateway.confirm!(gatewayId, text) };
  },
  stripe: () => ({
    gateway: createMoneyGateways(
      {
        ...app.context.env,
        STRIPE_SECRET_KEY: 'sk_test_double',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
        STRIPE_WEBHOOK_SECRET: 'whsec_double',
        STRIPE_API_URL: double.url,
      },
      { db: app.context.db, now: app.clock.now },
    ).payment,
    answer: async ({ clientSecret }, text) => double.answerBank(clientSecret, text),
  }),
};
type Asked = Extract<PaymentOutcome, { status: 'requires_action' }>;

let count = 0;
const newKey = () => `key-${(count += 1)}`;

describe.each(Object.keys(gateways))('the payment gateway: %s', (name) => {
  let gateway: PaymentGateway;
  let answer: ReturnType<(typeof gateways)[string]>['answer'];
  beforeAll(() => ({ gateway, answer } = gateways[name]!()));

  const keep = (code: string) =>
    gateway.attachCard({ token: `tok_${code}`, accountId: 'a00000000000000000000001', customerId: undefined });
  async function pay(code: string, { amount = 1000, key = newKey(), offSession = false } = {}) {
    const { token: card, customerId, setupSecret } = await keep(code);
    const isNewCard = setupSecret !== undefined;
    const startedAt = app.clock.now();
    const request = { amount: cents(amount), card, customerId, isNewCard, key, startedAt, offSession };
    return { request, outcome: await gateway.charge(request) };
  }

  it('returns brand, last digits and fingerprint of a card', async () => {
    expect(await keep('visa')).toMatchObject({ brand: 'Visa', last4: '4242' });
    expect((await keep('visa')).fingerprint).toBe((await keep('visa')).fingerprint);
    expect((await keep('visa')).fingerprint).not.toBe((await keep('mastercard')).fingerprint);
  });

  it('does not save a card that its bank declines', async () => {
    await expect(keep('insufficientFunds')).rejects.toThrow(new PaymentRefused('Your card has insufficient funds.'));
    await expect(keep('nobody')).rejects.toThrow(PaymentRefused);
  });

  it('charges once for repeated requests with the same key', async () => {
    const { request, outcome } = await pay('visa');
    expect(outcome).toMatchObject({ status: 'succeeded' });
    expect(await gateway.charge(request)).toEqual(outcome);
    expect(await gateway.read(outcome.gatewayId)).toEqual({ key: request.key, outcome });
    await expect(gateway.charge({ ...request, amount: cents(2000) })).rejects.toThrow(
      /used for another charge|same parameters/,
    );
  });

  it('charges once for concurrent requests with the same key', async () => {
    const { request } = await pay('visa');
    const again = { ...request, key: newKey() };
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => gateway.charge(again)));
    expect(new Set(outcomes.map(({ gatewayId }) => gatewayId)).size).toBe(1);
  });

  it('declines a charge with a message for the payer', async () => {
    const { request, outcome } = await pay('declinedLater');
    expect(outcome).toMatchObject({ status: 'declined', message: 'Your card was declined.' });
    expect(await gateway.charge(request)).toEqual(outcome);
  });

  it('reports that the bank wants a challenge, and the outcome when repeated after it', async () => {
    const { request, outcome } = await pay('authenticate');
    expect(outcome).toMatchObject({ status: 'requires_action', clientSecret: expect.stringContaining('_secret_') });
    await answer(outcome as Asked, 'approve');
    const { gatewayId } = outcome;
    expect(await gateway.charge(request)).toEqual({ status: 'succeeded', gatewayId });
    expect(await gateway.cancel(gatewayId)).toEqual({ status: 'succeeded', gatewayId });
  });

  it('keeps a payment declined after a failed challenge, even if the payer passes it later', async () => {
    const { request, outcome } = await pay('authenticate');
    await answer(outcome as Asked, 'refuse');
    const refused = { status: 'declined', message: 'Your bank could not confirm it is you.' };
    expect(await gateway.charge(request)).toMatchObject(refused);
    await answer(outcome as Asked, 'approve');
    expect((await gateway.read(outcome.gatewayId))?.outcome).toMatchObject(refused);
  });

  it('cancels a payment that waits for a challenge', async () => {
    const { outcome } = await pay('authenticate');
    const canceled = { status: 'canceled', gatewayId: outcome.gatewayId };
    expect(await gateway.cancel(outcome.gatewayId)).toEqual(canceled);
    await answer(outcome as Asked, 'approve');
    expect((await gateway.read(outcome.gatewayId))?.outcome).toEqual(canceled);
  });

  it('declines a charge in the absence of the payer if the bank requires a challenge', async () => {
    const { outcome } = await pay('authenticate', { offSession: true });
    expect(outcome).toMatchObject({ status: 'declined', message: 'Your bank wants you to confirm this payment.' });
  });

  it('charges in the absence of the payer once they have passed a challenge', async () => {
    const { request, outcome } = await pay('authenticateOnce');
    await answer(outcome as Asked, 'approve');
    expect((await gateway.charge(request)).status).toBe('succeeded');
    const renewal = { ...request, key: newKey(), offSession: true, isNewCard: false };
    expect((await gateway.charge(renewal)).status).toBe('succeeded');
    const next = { ...request, key: newKey(), isNewCard: false };
    expect((await gateway.charge(next)).status).toBe('succeeded');
  });

  it('refunds in parts, each once for repeated requests', async () => {
    const { outcome } = await pay('visa');
    const { gatewayId } = outcome;
    const part = { gatewayId, amount: cents(400), key: newKey() };
    expect(await gateway.refund(part)).toEqual({ status: 'succeeded', gatewayId });
    expect(await gateway.refund(part)).toEqual({ status: 'succeeded', gatewayId });
    app.clock.advance({ days: 3 });
    expect(await gateway.refund(part)).toEqual({ status: 'succeeded', gatewayId });
    const rest = { gatewayId, amount: cents(600), key: newKey() };
    expect(await gateway.refund(rest)).toEqual({ status: 'refunded', gatewayId });
    expect((await gateway.read(gatewayId))?.outcome).toEqual({ status: 'refunded', gatewayId });
  });

  it('refunds a part once for concurrent requests', async () => {
    const { gatewayId } = (await pay('visa')).outcome;
    const part = { gatewayId, amount: cents(400), key: newKey() };
    const repaid = { status: 'succeeded', gatewayId };
    expect(await Promise.all([1, 2, 3].map(() => gateway.refund(part)))).toEqual([repaid, repaid, repaid]);
    expect(await gateway.refund({ gatewayId, amount: cents(600), key: newKey() })).toEqual({
      status: 'refunded',
      gatewayId,
    });
  });

  it('does not charge again when the request is repeated days later', async () => {
    const { request, outcome } = await pay('visa');
    app.clock.advance({ days: 3 });
    expect(await gateway.charge(request)).toEqual(outcome);
  });

  it('deletes a card, and ignores a repeat', async () => {
    const { token } = await keep('visa');
    await expect(gateway.detachCard(token)).resolves.toBeUndefined();
    await expect(gateway.detachCard(token)).resolves.toBeUndefined();
  });
});
