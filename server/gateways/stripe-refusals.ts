import Stripe from 'stripe';
import { PaymentRefused } from './payment';
import { isRefusedRequest } from './stripe-client';

const DECLINED = 'Your card was declined.';
const ASKED = 'Your bank wants you to confirm this payment.';

/** Returns Stripe's message as it is: Stripe writes them for payers. */
export function getDeclineReason(error: { code?: string; message?: string } | null): string {
  if (error?.code === 'authentication_required') return ASKED;
  if (error?.code === 'payment_intent_authentication_failure') return 'Your bank could not confirm it is you.';
  return error?.message ?? DECLINED;
}

/** Null if it remains unknown whether Stripe acted. */
export function toRefusal(error: unknown): PaymentRefused | null {
  if (error instanceof PaymentRefused) return error;
  if (error instanceof Stripe.errors.StripeCardError) return new PaymentRefused(getDeclineReason(error));
  if (!isRefusedRequest(error)) return null;
  return new PaymentRefused(
    error.code === 'resource_missing' ? 'This card is not known.' : 'This card cannot be used here. Try another one.',
  );
}
