import { LRUCache } from 'lru-cache';
import type Stripe from 'stripe';
import { toMinorUnits } from '@contract/base/minor-units';
import { isRefusedRequest, retried, type StripeAccount } from './stripe-client';
import { TaxAddressRefused, type TaxGateway, type TaxLocation } from './tax';

/** Taxing this amount, in minor units, yields the rate to seven decimals. */
const SAMPLE = 10_000_000;

const RATE_MS = 3600_000;

/**
 * Stripe Tax: rates by the operator's tax registrations, and a record of sales for tax returns. docs.stripe.com/tax/custom
 *
 * @param fallback for places that Stripe needs more details about, such as the US without a postal code.
 */
export function createStripeTax(account: StripeAccount, fallback: TaxGateway): TaxGateway {
  const rates = new LRUCache<string, number>({ max: 10_000, ttl: RATE_MS });

  return {
    takesAddress: true,

    async readRate(location) {
      const place = JSON.stringify(location);
      const known = rates.get(place);
      if (known !== undefined) return known;
      const calculation = await calculateTax(account, location, { amount: SAMPLE, tax_behavior: 'exclusive' });
      if (!calculation && location.line1 !== undefined)
        throw new TaxAddressRefused('Stripe does not find this address');
      const rate = calculation ? calculation.tax_amount_exclusive / SAMPLE : await fallback.readRate(location);
      rates.set(place, rate);
      return rate;
    },

    reports: createTaxReports(account),
  };
}

function createTaxReports(account: StripeAccount): NonNullable<TaxGateway['reports']> {
  const { stripe, currency } = account;
  return {
    async reportSale({ key, total, location, at }) {
      const amount = toMinorUnits(total, currency);
      // A repeat must get the same calculation, or its transaction would differ.
      const keyed = { idempotencyKey: `tax-calculation:${key}` };
      const calculation = await calculateTax(account, location, { amount, tax_behavior: 'inclusive' }, keyed);
      if (!calculation?.id) return null;
      const { id } = await stripe.tax.transactions.createFromCalculation(
        { calculation: calculation.id, reference: key, posted_at: Math.floor(at.getTime() / 1000) },
        { idempotencyKey: `tax-transaction:${key}`, ...retried },
      );
      return id;
    },

    async reportRefund({ key, saleId, total }) {
      const { id } = await stripe.tax.transactions.createReversal(
        {
          mode: 'partial',
          original_transaction: saleId,
          reference: key,
          flat_amount: -toMinorUnits(total, currency),
        },
        { idempotencyKey: `tax-reversal:${key}`, ...retried },
      );
      return id;
    },
  };
}

/** @returns null for a place that Stripe cannot tax. */
async function calculateTax(
  { stripe, currency }: StripeAccount,
  location: TaxLocation,
  line: Pick<Stripe.Tax.CalculationCreateParams.LineItem, 'amount' | 'tax_behavior'>,
  options: Stripe.RequestOptions = {},
): Promise<Stripe.Tax.Calculation | null> {
  const { country, region: state, postalCode, city, line1, isDelivery } = location;
  const address = {
    country,
    ...(state && { state }),
    ...(postalCode && { postal_code: postalCode }),
    ...(city && { city }),
    ...(line1 && { line1 }),
  };
  try {
    return await stripe.tax.calculations.create(
      {
        currency: currency.code.toLowerCase(),
        line_items: [{ ...line, reference: 'sale' }],
        customer_details: { address, address_source: isDelivery ? 'shipping' : 'billing' },
      },
      { ...options, ...retried },
    );
  } catch (error) {
    if (isRefusedRequest(error) && error.code === 'customer_tax_location_invalid') return null;
    throw error;
  }
}
