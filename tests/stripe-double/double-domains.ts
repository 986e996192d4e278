import { invalid, type DoubleState, type StripeObject } from './double-state';

type Params = Record<string, unknown>;

/** `POST /v1/payment_method_domains`. Apple must reach the domain; Stripe's response says whether it did. */
export function createDomain(state: DoubleState, params: Params): StripeObject {
  const name = String(params['domain_name']);
  if (!name.includes('.')) throw invalid(`The domain name '${name}' is invalid.`, undefined, 'domain_name');
  return state.add({
    id: state.newId('pmd'),
    object: 'payment_method_domain',
    domain_name: name,
    enabled: true,
    apple_pay: { status: 'active' },
    google_pay: { status: 'active' },
    created: state.seconds(),
  });
}

export function updateDomain(state: DoubleState, id: string, params: Params): StripeObject {
  return Object.assign(state.get('payment_method_domain', id), { enabled: params['enabled'] === 'true' });
}

export function validateDomain(state: DoubleState, id: string): StripeObject {
  return Object.assign(state.get('payment_method_domain', id), {
    apple_pay: { status: 'active' },
    google_pay: { status: 'active' },
  });
}
