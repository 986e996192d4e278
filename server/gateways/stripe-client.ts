import Stripe from 'stripe';
import { getSiteCurrency, type Currency } from '@contract/base/currency';
import { fromMinorUnits, toStripeCurrency } from '@contract/base/minor-units';
import type { Cents } from '@contract/base/money';
import type { Env } from '../env';

export interface StripeAccount {
  stripe: Stripe;
  /** For Stripe's card field in the browser. */
  publishableKey: string;
  /** The site's currency, with the number of decimals that Stripe uses. */
  currency: Currency;
  secrets: { platform: string; connect: string | undefined };
}

/** Three tries fit into the time limit of a request to our API. */
const TIMEOUT_MS = 8_000;

/** For requests to Stripe that nothing else retries. */
export const retried = { maxNetworkRetries: 2 };

/** Null if the operator has no Stripe account. */
export function connectStripe(
  env: Pick<
    Env,
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_PUBLISHABLE_KEY'
    | 'STRIPE_WEBHOOK_SECRET'
    | 'STRIPE_CONNECT_WEBHOOK_SECRET'
    | 'STRIPE_API_URL'
  >,
): StripeAccount | null {
  const { STRIPE_SECRET_KEY: key, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  const { STRIPE_WEBHOOK_SECRET: platform, STRIPE_CONNECT_WEBHOOK_SECRET: connect } = env;
  if (key === undefined || publishableKey === undefined || platform === undefined) return null;
  const api = env.STRIPE_API_URL === undefined ? undefined : new URL(env.STRIPE_API_URL);
  const stripe = new Stripe(key, {
    apiVersion: '2026-10-28.endive',
    // Retries are opted into per request (`retried`), since charges are retried by our own code.
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(api && { host: api.hostname, port: api.port, protocol: api.protocol === 'http:' ? 'http' : 'https' }),
  });
  return { stripe, publishableKey, currency: toStripeCurrency(getSiteCurrency()), secrets: { platform, connect } };
}

/**
 * Reads an amount from Stripe.
 *
 * @throws Error for another currency: a Stripe account can be set up to settle in one that is not the site's.
 */
export function readAmount(units: number, code: string, { currency }: Pick<StripeAccount, 'currency'>): Cents {
  if (code.toUpperCase() === currency.code) return fromMinorUnits(units, currency);
  throw new Error(
    `Stripe settles in ${code.toUpperCase()}, but this site uses ${currency.code}: change the settlement currency at Stripe`,
  );
}

/** Whether Stripe rejected the request as invalid: a retry would be rejected, too. */
export const isRefusedRequest = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** Whether Stripe repeated its reply to an earlier request with the same key: the object may have changed since. */
export const isReplay = ({ lastResponse }: Stripe.Response<unknown>): boolean =>
  lastResponse.headers['idempotent-replayed'] === 'true';

export const hasRefundFailed = (status: string | null): boolean => status === 'failed' || status === 'canceled';
