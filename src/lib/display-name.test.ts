import { getCountryName, getLanguageName } from './display-name';

it('names countries and languages', () => {
  expect([getCountryName('pt'), getCountryName('PT'), getLanguageName('pt')]).toEqual([
    'Portugal',
    'Portugal',
    'Portuguese',
  ]);
});

it.each(['T1', 'nowhere at all', '??'])('shows %p, which no backend should have sent, as it is', (code) => {
  expect(getCountryName(code)).toBe(code.toUpperCase());
  expect(getLanguageName(code)).toBe(code);
});
