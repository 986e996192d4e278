import type { StripeAccount } from './stripe-client';
import { findPaymentDomain, listDomainProblems } from './stripe-domain';

/** One requirement on the site's Stripe account. */
export interface Finding {
  isMet: boolean;
  /** For the operator; says how to fix a requirement that is not met. */
  text: string;
}

/** Without these events, changes at Stripe would go unnoticed. */
const platformEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'transfer.reversed',
];
const connectEvents = ['account.updated'];

/**
 * Checks whether a Stripe account meets what a site needs. Read-only.
 *
 * @param site.secretKey tells live mode from test mode.
 * @param site.apiUrl the address at which Stripe reaches the API.
 * @param site.domain the domain of the site's pages.
 * @throws Error of Stripe's library if Stripe cannot be reached, or if the key is unknown or lacks permissions.
 */
export async function checkStripe(
  account: StripeAccount,
  { secretKey, apiUrl, domain }: { secretKey: string; apiUrl: string; domain: string },
): Promise<Finding[]> {
  const { stripe, publishableKey, secrets } = account;
  const own = await stripe.accounts.retrieveCurrent();
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 });
  const isLive = /^[a-z]+_live_/.test(secretKey);
  const isSameKind = isLive === publishableKey.startsWith('pk_live_');
  const isSecure = new URL(apiUrl).protocol === 'https:';
  return [
    met(`The keys belong to account ${own.id}, ${isLive ? 'live mode' : 'test mode'}.`),
    isSameKind
      ? met('Both keys are of the same mode.')
      : unmet('STRIPE_PUBLISHABLE_KEY is of the other mode: copy both keys from the same page.'),
    own.charges_enabled
      ? met('The account accepts payments.')
      : unmet('The account accepts no payments yet: complete it in the dashboard.'),
    isSecure
      ? met('Stripe can send events to the API.')
      : unmet(`API_PUBLIC_URL is ${apiUrl}: Stripe sends events only to https.`),
    checkEndpoint(endpoints.data, { url: `${apiUrl}/webhooks/stripe`, events: platformEvents }),
    secrets.connect === undefined
      ? met('STRIPE_CONNECT_WEBHOOK_SECRET is not set: there are no payouts through Stripe.')
      : checkEndpoint(endpoints.data, { url: `${apiUrl}/webhooks/stripe/connect`, events: connectEvents }),
    await checkPaymentDomain(account, domain),
  ];
}

const met = (text: string): Finding => ({ isMet: true, text });
const unmet = (text: string): Finding => ({ isMet: false, text });

interface Endpoint {
  url: string;
  status: string;
  enabled_events: string[];
}

function checkEndpoint(
  endpoints: readonly Endpoint[],
  { url, events }: { url: string; events: readonly string[] },
): Finding {
  const one = endpoints.find((endpoint) => endpoint.url === url);
  if (!one) return unmet(`There is no endpoint ${url}: add it in the dashboard.`);
  if (one.status !== 'enabled') return unmet(`The endpoint ${url} is disabled: enable it in the dashboard.`);
  const missing = one.enabled_events.includes('*') ? [] : events.filter((event) => !one.enabled_events.includes(event));
  return missing.length === 0
    ? met(`The endpoint ${url} receives all required events.`)
    : unmet(`The endpoint ${url} does not receive ${missing.join(', ')}: add these events.`);
}

export async function checkPaymentDomain(account: StripeAccount, domain: string): Promise<Finding> {
  const found = await findPaymentDomain(account, domain);
  const mend = 'npm run stripe -- register-domain';
  if (!found?.enabled) return unmet(`${domain} is not registered for Apple Pay and Google Pay: ${mend}`);
  const problems = listDomainProblems(found).map(({ name, reason }) => `${name} is not active (${reason})`);
  return problems.length === 0
    ? met(`Apple Pay and Google Pay are active on ${domain}.`)
    : unmet(`On ${domain}, ${problems.join(', ')}: ${mend}`);
}
