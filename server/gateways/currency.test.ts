import { cents } from '@contract/base/money';
import { fromMinorUnits, readCurrency, toMinorUnits } from './currency';

it.each([
  ['USD', 1234, 1234],
  ['JPY', 50_000, 500],
  ['KWD', 1234, 12_340],
])('%s: %i hundredths are %i of its coins, and back', (code, amount, units) => {
  const currency = readCurrency(code.toLowerCase());
  expect(toMinorUnits(cents(amount), currency)).toBe(units);
  expect(fromMinorUnits(units, currency)).toBe(amount);
});

it('no amount is off by rounding, in any exponent', () => {
  for (const code of ['USD', 'JPY', 'KWD']) {
    const currency = readCurrency(code);
    for (let amount = 100; amount <= 1_000_000; amount += 9_700)
      expect(fromMinorUnits(toMinorUnits(cents(amount), currency), currency)).toBe(amount);
  }
});

it('parts of a coin are refused', () => {
  expect(() => toMinorUnits(cents(1250), readCurrency('JPY'))).toThrow('no coins');
  expect(() => readCurrency('XYZ')).toThrow('no currency');
});
