import type Stripe from 'stripe';
import type { StripeAccount } from './stripe-client';

export interface DomainProblem {
  name: string;
  reason: string;
}

/** Stripe offers Apple Pay and Google Pay only on registered domains. */
export async function findPaymentDomain(
  { stripe }: Pick<StripeAccount, 'stripe'>,
  domain: string,
): Promise<Stripe.PaymentMethodDomain | null> {
  const { data } = await stripe.paymentMethodDomains.list({ domain_name: domain });
  return data.find(({ domain_name: name }) => name === domain) ?? null;
}

/**
 * Registers the site's domain or enables it again, and has Stripe revalidate it if Apple Pay or Google Pay is not active.
 *
 * @throws Error of Stripe's library if Stripe rejects the domain, such as localhost.
 */
export async function registerPaymentDomain(
  account: Pick<StripeAccount, 'stripe'>,
  domain: string,
): Promise<Stripe.PaymentMethodDomain> {
  const { paymentMethodDomains: domains } = account.stripe;
  const known = await findPaymentDomain(account, domain);
  let registered = known ?? (await domains.create({ domain_name: domain }));
  if (!registered.enabled) registered = await domains.update(registered.id, { enabled: true });
  return listDomainProblems(registered).length > 0 ? domains.validate(registered.id) : registered;
}

export function listDomainProblems({
  apple_pay: apple,
  google_pay: google,
}: Stripe.PaymentMethodDomain): DomainProblem[] {
  return Object.entries({ 'Apple Pay': apple, 'Google Pay': google }).flatMap(
    ([name, { status, status_details: details }]) =>
      status === 'active' ? [] : [{ name, reason: details?.error_message ?? 'Stripe gives no reason' }],
  );
}
