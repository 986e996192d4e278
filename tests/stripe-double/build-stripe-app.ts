import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { startStripeDouble, type StripeDouble } from './stripe-double';

const secrets = { platform: 'whsec_platform', connect: 'whsec_connect' };

/** The real app with an account at the Stripe double, whose events arrive at the app's routes. Call `close` at the end. */
export async function buildStripeApp(
  overrides: Record<string, string> = {},
): Promise<{ app: TestApp; double: StripeDouble; close(): Promise<void> }> {
  const time: { now?: () => Date } = {};
  const double = await startStripeDouble({ now: () => time.now?.() ?? new Date() });
  const app = await buildTestApp({
    STRIPE_SECRET_KEY: 'sk_test_double',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
    STRIPE_WEBHOOK_SECRET: secrets.platform,
    STRIPE_CONNECT_WEBHOOK_SECRET: secrets.connect,
    STRIPE_API_URL: double.url,
    ...overrides,
  });
  time.now = app.clock.now;
  const post = (url: string) => async (payload: string, signature: string) => {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
    return (await app.http.inject({ method: 'POST', url, headers, payload })).statusCode;
  };
  double.endpoints.push(
    { secret: secrets.platform, post: post('/webhooks/stripe') },
    { secret: secrets.connect, isConnect: true, post: post('/webhooks/stripe/connect') },
  );
  return {
    app,
    double,
    async close() {
      await app.close();
      await double.close();
    },
  };
}

/** Saves a test card as the card field would; the default card can pay. @returns its token for payments */
export async function saveStripeCard(app: TestApp, as: string, code = 'visa'): Promise<string> {
  const card = { paymentGateway: 'stripe', brand: 'Visa', last4Digits: '4242', month: '12', year: '2040' };
  const { data } = await app.call('addCard', { as, body: { ...card, token: `tok_${code}`, holderName: 'Ana Reis' } });
  return data.token;
}
