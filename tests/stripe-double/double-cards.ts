import { readToken, tokenizeCard } from '../../server/gateways/payment-sandbox-cards';
import { invalid, Refusal, type DoubleState, type StripeObject } from './double-state';

export interface DoubleCard {
  brand: string;
  last4: string;
  code: string;
  asks?: 'always' | 'once';
  attachDecline?: string;
  chargeDecline?: string;
  refusesRefunds?: boolean;
}

const cardsByMethod = new WeakMap<StripeObject, DoubleCard>();
const isConfirmed = new WeakSet<StripeObject>();

export const getCard = (method: StripeObject): DoubleCard => cardsByMethod.get(method)!;
export const confirmCard = (method: StripeObject) => void isConfirmed.add(method);

export function isAsked(method: StripeObject): boolean {
  const { asks } = getCard(method);
  return asks === 'always' || (asks === 'once' && !isConfirmed.has(method));
}

export const declined = (message: string, code = 'card_declined', rest: object = {}): Refusal =>
  new Refusal(402, {
    type: 'card_error',
    code,
    message,
    ...(code === 'card_declined' && { decline_code: 'generic_decline' }),
    ...rest,
  });

/** `POST /v1/tokens`, which the card field calls with the publishable key. Only this call contains a card number. */
export function createToken(state: DoubleState, params: Record<string, unknown>): StripeObject {
  const {
    number = '',
    exp_month: month = '',
    exp_year: year = '',
    cvc = '',
  } = (params['card'] ?? {}) as Record<string, string>;
  const exp = `${month.padStart(2, '0')}/${year.slice(-2)}`;
  const token = tokenizeCard({ number, exp, cvc }, state.now());
  if (!token) throw declined('Your card number is incorrect.', 'incorrect_number');
  const card = {
    brand: token.brand,
    last4: token.last4,
    exp_month: Number(month),
    exp_year: 2000 + Number(year.slice(-2)),
  };
  return state.add({ id: token.token, object: 'token', type: 'card', used: false, created: state.seconds(), card });
}

/** Accepts our tokens and short test tokens such as `tok_visa`. Only the wallet's own page sends `wallet`. */
export function createPaymentMethod(state: DoubleState, params: Record<string, unknown>): StripeObject {
  const { token, wallet } = (params['card'] ?? {}) as { token?: string; wallet?: string };
  const read = readToken(token ?? '');
  if (!read || !token) throw invalid(`No such token: '${String(token)}'`, 'resource_missing', 'card[token]');
  const known = state.objects.get(token);
  if (known?.['used']) throw invalid('You cannot use a Stripe token more than once.', 'token_already_used', 'token');
  if (known) known['used'] = true;
  const { card, expiry } = read;
  const method = state.add({
    id: state.newId('pm'),
    object: 'payment_method',
    type: 'card',
    customer: null,
    created: state.seconds(),
    billing_details: params['billing_details'] ?? {},
    card: {
      wallet: wallet === undefined ? null : { type: wallet, dynamic_last4: null },
      brand: card.brand.toLowerCase(),
      display_brand: card.brand.toLowerCase(),
      last4: card.last4,
      fingerprint: `fp_${card.code}`,
      exp_month: Number(expiry?.month ?? 12),
      exp_year: Number(expiry?.year ?? 2040),
    },
  });
  cardsByMethod.set(method, card);
  return method;
}

export function attach(state: DoubleState, id: string, params: Record<string, unknown>): StripeObject {
  const method = state.get('payment_method', id);
  const { id: customer } = state.get('customer', params['customer']);
  const { attachDecline } = getCard(method);
  if (attachDecline !== undefined) throw declined(attachDecline);
  if (method['customer'] !== null && method['customer'] !== customer)
    throw invalid(
      'The payment method you provided has already been attached to a customer.',
      'payment_method_unexpected_state',
    );
  method['customer'] = customer;
  return method;
}

export function detach(state: DoubleState, id: string): StripeObject {
  const method = state.get('payment_method', id);
  if (method['customer'] === null)
    throw invalid('The payment method you provided is not attached to a customer.', 'payment_method_unexpected_state');
  method['customer'] = null;
  state.emit('payment_method.detached', method);
  return method;
}
