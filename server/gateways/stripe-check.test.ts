import { startStripeDouble, type StripeDouble } from '../../tests/stripe-double/stripe-double';
import { checkPaymentDomain, checkStripe } from './stripe-check';
import { connectStripe } from './stripe-client';
import { registerPaymentDomain } from './stripe-domain';

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

const DOMAIN = 'fans.example.com';
const connect = (overrides: object = {}) => connectStripe({ ...keys, STRIPE_API_URL: double.url, ...overrides })!;
const listDomains = () => double.state.list('payment_method_domain');

async function check(overrides: object = {}, apiUrl = 'https://api.example.com'): Promise<string[]> {
  const env = { ...keys, ...overrides };
  const findings = await checkStripe(connect(overrides), { secretKey: env.STRIPE_SECRET_KEY, apiUrl, domain: DOMAIN });
  return findings.filter(({ isMet }) => !isMet).map(({ text }) => text);
}

it('reports no problem when both endpoints receive the required events', async () => {
  addEndpoint('https://api.example.com/webhooks/stripe', ['*']);
  addEndpoint('https://api.example.com/webhooks/stripe/connect', ['account.updated']);
  await registerPaymentDomain(connect(), DOMAIN);
  expect(await check()).toEqual([]);
});

it('reports each problem and how to fix it', async () => {
  addEndpoint('http://api.example.com/webhooks/stripe', ['payment_intent.succeeded', 'refund.updated']);
  addEndpoint('http://api.example.com/webhooks/stripe/connect', ['*'], 'disabled');
  const found = await check({ STRIPE_PUBLISHABLE_KEY: 'pk_live_double' }, 'http://api.example.com');
  expect(found).toEqual([
    'STRIPE_PUBLISHABLE_KEY is of the other mode: copy both keys from the same page.',
    'API_PUBLIC_URL is http://api.example.com: Stripe sends events only to https.',
    expect.stringMatching(/does not receive payment_intent\.payment_failed, .*transfer\.reversed: add these events\./),
    'The endpoint http://api.example.com/webhooks/stripe/connect is disabled: enable it in the dashboard.',
    'fans.example.com is not registered for Apple Pay and Google Pay: npm run stripe -- register-domain',
  ]);
  await registerPaymentDomain(connect(), DOMAIN);
  expect(await check({ STRIPE_CONNECT_WEBHOOK_SECRET: undefined })).toEqual([
    'There is no endpoint https://api.example.com/webhooks/stripe: add it in the dashboard.',
  ]);
});

it('throws when Stripe does not accept the secret key', async () => {
  await expect(check({ STRIPE_SECRET_KEY: 'xx_test_double' })).rejects.toThrow('Invalid API Key provided');
});

describe('the domain for Apple Pay and Google Pay', () => {
  const checkDomain = async () => (await checkPaymentDomain(connect(), DOMAIN)).text;

  it('is registered only once when registered repeatedly', async () => {
    await registerPaymentDomain(connect(), 'other.example.com');
    await registerPaymentDomain(connect(), DOMAIN);
    await registerPaymentDomain(connect(), DOMAIN);
    expect(listDomains().map(({ domain_name: name }) => name)).toEqual(['other.example.com', DOMAIN]);
    expect(await checkDomain()).toBe('Apple Pay and Google Pay are active on fans.example.com.');
  });

  it('is reported with what is wrong, and registering it again enables it and revalidates its wallets', async () => {
    const { id } = await registerPaymentDomain(connect(), DOMAIN);
    const registered = double.state.get('payment_method_domain', id);
    const error = { status: 'inactive', status_details: { error_message: 'Apple could not reach it' } };
    Object.assign(registered, { enabled: false, apple_pay: error });
    expect(await checkDomain()).toMatch(/is not registered/);
    registered['enabled'] = true;
    expect(await checkDomain()).toBe(
      'On fans.example.com, Apple Pay is not active (Apple could not reach it): npm run stripe -- register-domain',
    );
    registered['enabled'] = false;
    await registerPaymentDomain(connect(), DOMAIN);
    expect(await checkDomain()).toBe('Apple Pay and Google Pay are active on fans.example.com.');
  });

  it('is rejected by Stripe if it is localhost', async () => {
    await expect(registerPaymentDomain(connect(), 'localhost')).rejects.toThrow('invalid');
    expect(listDomains()).toEqual([]);
  });
});
