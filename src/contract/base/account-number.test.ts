import { findAccountNumberFault } from './account-number';

const ofUs = 'A US account number has 4 to 17 digits and no letters.';
const ofOthers = 'An account number has 4 to 34 digits and letters. Check it against your bank statement.';

it.each([
  ['1234', 'US', undefined],
  ['0001 2345-6789', 'us', undefined],
  ['1'.repeat(17), 'US', undefined],
  ['12ab', 'US', ofUs],
  ['hello?', 'US', ofUs],
  ['123', 'US', ofUs],
  ['1'.repeat(18), 'US', ofUs],
  ['12-3140-0171323-50', 'NZ', undefined],
  ['19-2000145399/0800', 'CZ', undefined],
  ['8601.11.17947', 'NO', undefined],
  ['12ab', 'CA', undefined],
  ['12345678', 'GB', undefined],
  ['IE29 AIBK 9311 5212 3456 78', '', undefined],
  ['12345678', 'United States', undefined],
  ['hello?', '', ofOthers],
  ['hello', 'CA', ofOthers],
  ['=1+1', 'CA', ofOthers],
  ['12 3', 'CA', ofOthers],
  ['1'.repeat(35), 'CA', ofOthers],
])('findAccountNumberFault(%j, %j) is %j', (text, country, fault) =>
  expect(findAccountNumberFault(text, country)).toBe(fault),
);
