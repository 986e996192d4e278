import type { Db } from '../db/client';
import type { Env } from '../env';
import { createNoPayments, type PaymentGateway } from './payment';
import { createSandboxPayments } from './payment-sandbox';
import { createStripePayments } from './payment-stripe';
import type { PayoutGateway } from './payout';
import { createSandboxPayouts } from './payout-sandbox';
import { createStripePayouts } from './payout-stripe';
import { connectStripe } from './stripe-client';
import { createOfflineTax, type TaxGateway } from './tax';
import { createStripeTax } from './tax-stripe';

export interface MoneyGateways {
  payment: PaymentGateway;
  /** Null if the operator pays creators only by bank transfer. */
  payout: PayoutGateway | null;
  tax: TaxGateway;
}

/** Uses the operator's Stripe account if configured, else the sandbox. A public site without either takes no payments. */
export function createMoneyGateways(env: Env, { db, now }: { db: Db; now: () => Date }): MoneyGateways {
  const stripe = connectStripe(env);
  const offlineTax = createOfflineTax();
  if (stripe)
    return {
      payment: createStripePayments(stripe, now),
      payout: createStripePayouts(stripe),
      tax: env.STRIPE_TAX ? createStripeTax(stripe, offlineTax) : offlineTax,
    };
  if (env.SANDBOX)
    return { payment: createSandboxPayments(db, now), payout: createSandboxPayouts(db, now), tax: offlineTax };
  return { payment: createNoPayments(), payout: null, tax: offlineTax };
}
