import { defaultCurrency, readCurrency, setSiteCurrency } from '@contract/base/currency';
import { parseMoney } from './read-money';

it.each([
  ['1200', '1200'],
  ['1,200', '1200'],
  ['1.200', '1200'],
  ['1,000.00', '1000.00'],
  ['$1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['12,345,678', '12345678'],
  ['12.345.678,9', '12345678.9'],
  ['1 200,50', '1200.50'],
  ['1\u00a0200', '1200'],
  ['1’200.50', '1200.50'],
  ['4,50', '4.50'],
  ['4.5', '4.5'],
  ['8,', '8'],
  ['.5', '0.5'],
  [' 9.99 ', '9.99'],
  ['１２．５０', '12.50'],
  ['١٢٫٥٠', '12.50'],
  ['۱٬۲۰۰', '1200'],
  ['', ''],
  ['$', ''],
])('reads %s', (typed, sum) => {
  expect(parseMoney(typed)).toBe(sum);
});

it.each([
  '-5',
  '−5',
  '1e9',
  '0x10',
  'a8',
  '5²',
  '.',
  ',',
  '8.5055',
  '0,505',
  '1,234,5',
  '12,34,567',
  '1.2.3',
  '1,234.567',
  '€5',
])('rejects %s', (typed) => {
  expect(parseMoney(typed)).toBeNull();
});

describe('in a currency without decimals', () => {
  beforeEach(() => setSiteCurrency(readCurrency('JPY')));
  afterEach(() => setSiteCurrency(defaultCurrency));

  it.each([
    ['500', '500'],
    ['¥1,200', '1200'],
    ['￥１２００', '1200'],
    ['1200.00', '1200'],
    ['500.', '500'],
    ['', ''],
  ])('reads %s', (typed, sum) => expect(parseMoney(typed)).toBe(sum));

  it.each(['599.50', '.5', '$5'])('rejects %s', (typed) => expect(parseMoney(typed)).toBeNull());
});
