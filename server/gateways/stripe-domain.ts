import type Stripe from 'stripe';
import type { StripeAccount } from './stripe-client';

/** Why Apple Pay or Google Pay is not offered on a domain. */
export interface DomainProblem {
  name: string;
  reason: string;
}

/** The domain as it is registered, if it is. Stripe offers wallets on those domains alone. */
export async function findPaymentDomain(
  { stripe }: Pick<StripeAccount, 'stripe'>,
  domain: string,
): Promise<Stripe.PaymentMethodDomain | null> {
  const { data } = await stripe.paymentMethodDomains.list({ domain_name: domain });
  return data.find(({ domain_name: name }) => name === domain) ?? null;
}

/**
 * Registers the domain of the site, switches it on where it was switched off, and lets Stripe look at it again where a wallet
 * is not active there yet.
 *
 * @throws Error of the library when Stripe takes no such domain, as those of one machine alone
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
