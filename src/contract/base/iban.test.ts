import fc from 'fast-check';
import { findOtherIbanCountry, hasIbans, isIban } from './iban';

it.each([
  'GB82 WEST 1234 5698 7654 32',
  'DE89370400440532013000',
  'no93 8601 1117 947',
  'MT84MALT011000012345MTLCAST001S',
])('accepts %s', (text) => expect(isIban(text)).toBe(true));

it.each([
  ['a wrong digit', 'DE89370400440532013001'],
  ['two swapped digits', 'DE89370400440532010300'],
  ['a missing digit', 'DE8937040044053201300'],
  ['a country without IBANs', 'US89370400440532013000'],
  ['no IBAN', '12345678'],
  ['nothing', ''],
])('rejects %s', (_what, text) => expect(isIban(text)).toBe(false));

it('detects every wrong digit', () => {
  const right = 'DE89370400440532013000';
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const digit = (Number(right[at]) + by) % 10;
      expect(isIban(`${right.slice(0, at)}${digit}${right.slice(at + 1)}`)).toBe(false);
    }),
  );
});

it('hasIbans is true only for countries with IBANs', () =>
  expect(['PT', 'gb', 'US'].map(hasIbans)).toEqual([true, true, false]));

it.each([
  ['gb82 west 1234 5698 7654 32', 'DE', 'GB'],
  ['GB82WEST12345698765432', 'US', 'GB'],
  ['GB82WEST12345698765432', 'gb', null],
  ['GB82WEST12345698765432', 'JE', null],
  ['GB82WEST12345698765432', 'Germany', null],
  ['GB82WEST12345698765432', '', null],
  ['GB00WEST12345698765432', 'DE', null],
  ['12345678', 'DE', null],
])('findOtherIbanCountry(%j, %j) is %j', (text, country, other) =>
  expect(findOtherIbanCountry(text, country)).toBe(other),
);
