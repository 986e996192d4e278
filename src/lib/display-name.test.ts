import { countryName, languageName } from './display-name';

it('names countries and languages', () => {
  expect([countryName('pt'), countryName('PT'), languageName('pt')]).toEqual(['Portugal', 'Portugal', 'Portuguese']);
});

it.each(['T1', 'nowhere at all', '??'])('shows %p, which no backend should have sent, as it is', (code) => {
  expect(countryName(code)).toBe(code.toUpperCase());
  expect(languageName(code)).toBe(code);
});
