import Stripe from 'stripe';
import { getSiteCurrency, type Currency } from '@contract/base/currency';
import { fromMinorUnits, toStripeCurrency } from '@contract/base/minor-units';
import type { Cents } from '@contract/base/money';
import type { Env } from '../env';

export interface StripeAccount {
  stripe: Stripe;
  /** For Stripe's card field on pages. */
  publishableKey: string;
  /** With the exponent that Stripe uses. */
  currency: Currency;
  secrets: { platform: string; connect: string | undefined };
}

/** Three tries fit into the time limit of an API call. */
const TIMEOUT_MS = 8_000;

/** For calls that have no other retry. */
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
    // Retries are explicit: the code that settles charges has its own.
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
 * @throws Error for another currency: an account can be set up to settle in one that is not the site's.
 */
export function readAmount(units: number, code: string, { currency }: Pick<StripeAccount, 'currency'>): Cents {
  if (code.toUpperCase() === currency.code) return fromMinorUnits(units, currency);
  throw new Error(
    `Stripe settles in ${code.toUpperCase()}, but this site uses ${currency.code}: change the settlement currency at Stripe`,
  );
}

/** Stripe rejected the request as invalid: a repeat would be rejected, too. */
export const isRefusedRequest = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** Whether the reply is that to an earlier call with the same key: the object may have changed since. */
export const isReplay = ({ lastResponse }: Stripe.Response<unknown>): boolean =>
  lastResponse.headers['idempotent-replayed'] === 'true';

export const hasRefundFailed = (status: string | null): boolean => status === 'failed' || status === 'canceled';
