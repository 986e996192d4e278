import { invalid, type DoubleState, type StripeObject } from './double-state';

type Params = Record<string, unknown>;

/** Tax rate by country; for the US by state, or by the first digits of the postal code for cities with an extra rate. */
const rates: Readonly<Record<string, number>> = {
  PT: 0.23,
  DE: 0.19,
  JP: 0.1,
  'US-CA': 0.0725,
  'US-CA-94': 0.08625,
  'US-OR': 0,
};

const postalCodes: Readonly<Record<string, RegExp>> = { CA: /^9[0-6]\d{3}/, OR: /^97\d{3}/ };

interface TaxAddress {
  country: string;
  state?: string;
  postal_code?: string;
}

/** @throws Refusal unless a US postal code belongs to its state. docs.stripe.com/tax/customer-locations */
function findRate({ country, state, postal_code: postalCode = '' }: TaxAddress): number {
  if (country !== 'US') return rates[country] ?? 0;
  const known = state ?? Object.keys(postalCodes).find((code) => postalCodes[code]?.test(postalCode));
  if (!/^\d{5}/.test(postalCode) || (state !== undefined && postalCodes[state]?.test(postalCode) !== true))
    throw invalid('We could not determine the tax location.', 'customer_tax_location_invalid', 'customer_details');
  return rates[`US-${known}-${postalCode.slice(0, 2)}`] ?? rates[`US-${known}`] ?? 0;
}

export function calculateTax(state: DoubleState, params: Params): StripeObject {
  const { address } = params['customer_details'] as { address: TaxAddress };
  const [line] = params['line_items'] as { amount: string; tax_behavior: string }[];
  const rate = findRate(address);
  const amount = Number(line?.amount);
  const isInclusive = line?.tax_behavior === 'inclusive';
  const tax = Math.round(isInclusive ? amount - amount / (1 + rate) : amount * rate);
  return state.add({
    id: state.newId('taxcalc'),
    object: 'tax.calculation',
    amount_total: isInclusive ? amount : amount + tax,
    tax_amount_exclusive: isInclusive ? 0 : tax,
    tax_amount_inclusive: isInclusive ? tax : 0,
    currency: params['currency'],
    created: state.seconds(),
  });
}

/** `POST /v1/tax/transactions/create_from_calculation`. Each reference can be used once. */
export function recordTax(state: DoubleState, params: Params): StripeObject {
  const calculation = state.get('tax.calculation', params['calculation']);
  return add(state, params, {
    type: 'transaction',
    amount: Number(calculation['amount_total']),
    tax: Number(calculation['tax_amount_inclusive']),
  });
}

export function reverseTax(state: DoubleState, params: Params): StripeObject {
  const original = state.get('tax.transaction', params['original_transaction']);
  const amount = Number(params['flat_amount']);
  const before = state
    .list('tax.transaction')
    .filter(({ reversal }) => reversal === original.id)
    .reduce((sum, one) => sum + Number(one['amount']), 0);
  if (Number(original['amount']) + before + amount < 0) throw invalid('This is more than is left of the transaction.');
  const tax = Math.round((Number(original['tax']) * amount) / Number(original['amount']));
  return add(state, params, { type: 'reversal', reversal: original.id, amount, tax });
}

function add(state: DoubleState, { reference }: Params, values: object): StripeObject {
  if (state.list('tax.transaction').some((one) => one['reference'] === reference))
    throw invalid(`A transaction with the reference ${String(reference)} exists.`, 'resource_already_exists');
  return state.add({
    id: state.newId('tax'),
    object: 'tax.transaction',
    reference,
    created: state.seconds(),
    ...values,
  });
}
