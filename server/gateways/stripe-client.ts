import Stripe from 'stripe';
import { getSiteCurrency, type Currency } from '@contract/base/currency';
import { fromMinorUnits, toStripeCurrency } from '@contract/base/minor-units';
import type { Cents } from '@contract/base/money';
import type { Env } from '../env';

/** Stripe, as everything that talks to it needs it. */
export interface StripeAccount {
  stripe: Stripe;
  /** For pages: their card field is Stripe's. */
  publishableKey: string;
  /** As Stripe counts it. */
  currency: Currency;
  /** Of the endpoints that events come to. */
  secrets: { platform: string; connect: string | undefined };
}

/** Milliseconds that Stripe may take for an answer: three tries fit into the time of a call. */
const TIMEOUT_MS = 8_000;

/** Repeats of calls that nobody else repeats. */
export const retried = { maxNetworkRetries: 2 };

/** Null where the operator has no account there. */
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
    // Callers that repeat say so: charges are repeated by the code that settles them.
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(api && { host: api.hostname, port: api.port, protocol: api.protocol === 'http:' ? 'http' : 'https' }),
  });
  return { stripe, publishableKey, currency: toStripeCurrency(getSiteCurrency()), secrets: { platform, connect } };
}

/**
 * An amount that Stripe names.
 *
 * @throws Error for one in another currency: an account can be set up to hold its money in one that is not the site's.
 */
export function readAmount(units: number, code: string, { currency }: Pick<StripeAccount, 'currency'>): Cents {
  if (code.toUpperCase() === currency.code) return fromMinorUnits(units, currency);
  throw new Error(
    `Stripe counts in ${code.toUpperCase()}, and this site in ${currency.code}: settle in ${currency.code} there`,
  );
}

/** Whether Stripe answered that the request makes no sense as it is: a repeat would get the same answer. */
export const isRefusedRequest = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

/** Whether a reply is that to an earlier call with the same key: the object can be another by now. */
export const isReplay = ({ lastResponse }: Stripe.Response<unknown>): boolean =>
  lastResponse.headers['idempotent-replayed'] === 'true';
