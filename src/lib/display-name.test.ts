import { getCountryName, getLanguageName } from './display-name';

it('returns names of countries and languages', () => {
  expect([getCountryName('pt'), getCountryName('PT'), getLanguageName('pt')]).toEqual([
    'Portugal',
    'Portugal',
    'Portuguese',
  ]);
});

it.each(['T1', 'nowhere at all', '??'])('returns the invalid code %j unchanged', (code) => {
  expect(getCountryName(code)).toBe(code.toUpperCase());
  expect(getLanguageName(code)).toBe(code);
});
