import { startStripeDouble, type StripeDouble } from '../../tests/stripe-double/stripe-double';
import { checkStripe } from './stripe-check';
import { connectStripe } from './stripe-client';

let double: StripeDouble;
beforeEach(async () => {
  double = await startStripeDouble();
});
afterEach(() => double.close());

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_double',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
  STRIPE_WEBHOOK_SECRET: 'whsec_platform',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_connect',
};

function addEndpoint(url: string, events: string[], status = 'enabled'): void {
  const endpoint = { id: double.state.newId('we'), object: 'webhook_endpoint', url, status };
  double.state.add({ ...endpoint, enabled_events: events, created: double.state.seconds() });
}

async function check(overrides: object = {}, apiUrl = 'https://api.example.com'): Promise<string[]> {
  const env = { ...keys, STRIPE_API_URL: double.url, ...overrides };
  const account = connectStripe(env)!;
  const findings = await checkStripe(account, { secretKey: env.STRIPE_SECRET_KEY, apiUrl });
  return findings.filter(({ isMet }) => !isMet).map(({ text }) => text);
}

it('finds nothing to mend where both endpoints hear of what they have to', async () => {
  addEndpoint('https://api.example.com/webhooks/stripe', ['*']);
  addEndpoint('https://api.example.com/webhooks/stripe/connect', ['account.updated']);
  expect(await check()).toEqual([]);
});

it('names what is missing, with the way to mend it', async () => {
  addEndpoint('http://api.example.com/webhooks/stripe', ['payment_intent.succeeded', 'refund.updated']);
  addEndpoint('http://api.example.com/webhooks/stripe/connect', ['*'], 'disabled');
  const found = await check({ STRIPE_PUBLISHABLE_KEY: 'pk_live_double' }, 'http://api.example.com');
  expect(found).toEqual([
    'STRIPE_PUBLISHABLE_KEY is of the other kind: take both keys from the same page.',
    'API_PUBLIC_URL is http://api.example.com: Stripe sends events to https alone.',
    expect.stringMatching(/does not hear of payment_intent\.payment_failed, .*transfer\.reversed: add them\./),
    'The endpoint http://api.example.com/webhooks/stripe/connect is switched off.',
  ]);
  expect(await check({ STRIPE_CONNECT_WEBHOOK_SECRET: undefined })).toEqual([
    'There is no endpoint https://api.example.com/webhooks/stripe: add it in the dashboard.',
  ]);
});

it('fails where Stripe does not know the key', async () => {
  await expect(check({ STRIPE_SECRET_KEY: 'xx_test_double' })).rejects.toThrow('Invalid API Key provided');
});
