import type { Db } from '../db/client';
import type { Env } from '../env';
import { createNoPayments, type PaymentGateway } from './payment';
import { createSandboxPayments } from './payment-sandbox';
import { createStripePayments } from './payment-stripe';
import { connectStripe } from './stripe-client';

/** The operator's Stripe account; else the sandbox, or on a public site nobody. */
export function createPaymentGateway(env: Env, { db, now }: { db: Db; now: () => Date }): PaymentGateway {
  const stripe = connectStripe(env);
  if (stripe) return createStripePayments(stripe, now);
  return env.SANDBOX ? createSandboxPayments(db, now) : createNoPayments();
}
