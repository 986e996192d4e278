import { defaultCurrency, readCurrency, setSiteCurrency } from '@contract/base/currency';
import { fromMinorUnits, toMinorUnits } from '@contract/base/minor-units';
import { cents } from '@contract/base/money';
import { assertPayable } from './currency';
import { connectStripe, readAmount } from './stripe-client';

it.each([
  ['USD', 1234, 1234],
  ['JPY', 50_000, 500],
])('%s: converts %i hundredths to %i minor units and back', (code, amount, units) => {
  const currency = readCurrency(code.toLowerCase());
  expect(toMinorUnits(cents(amount), currency)).toBe(units);
  expect(fromMinorUnits(units, currency)).toBe(amount);
});

it('converts amounts to minor units and back without rounding errors', () => {
  for (const code of ['USD', 'JPY']) {
    const currency = readCurrency(code);
    for (let amount = 100; amount <= 1_000_000; amount += 9_700)
      expect(fromMinorUnits(toMinorUnits(cents(amount), currency), currency)).toBe(amount);
  }
});

it('rejects amounts below the smallest coin', () => {
  expect(() => toMinorUnits(cents(1250), readCurrency('JPY'))).toThrow('no coins');
});

describe('Stripe', () => {
  afterEach(() => setSiteCurrency(defaultCurrency));

  it.each([
    ['USD', 500],
    ['EUR', 500],
    ['JPY', 5],
    ['XAF', 5],
    // These have no coins below one unit, but Stripe counts them in hundredths.
    ['ISK', 500],
    ['UGX', 500],
  ])('%s: counts five units as %i', (code, units) => {
    setSiteCurrency(readCurrency(code));
    const { currency } = connectStripe({
      STRIPE_SECRET_KEY: 'sk_test_double',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
      STRIPE_WEBHOOK_SECRET: 'whsec_double',
      STRIPE_CONNECT_WEBHOOK_SECRET: undefined,
      STRIPE_API_URL: undefined,
    })!;
    expect(toMinorUnits(cents(500), currency)).toBe(units);
    expect(readAmount(units, code.toLowerCase(), { currency })).toBe(500);
    expect(() => readAmount(units, 'gbp', { currency })).toThrow('GBP');
  });
});

it('assertPayable rejects amounts that a real gateway would reject', () => {
  setSiteCurrency(readCurrency('JPY'));
  expect(() => assertPayable(cents(50))).toThrow('no coins');
  assertPayable(cents(500));
  setSiteCurrency(defaultCurrency);
});
