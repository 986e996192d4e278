import { continents, countries as facts } from 'countries-list';
import { countries } from './places';

const currencyNames = new Intl.DisplayNames(['en'], { type: 'currency' });
const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });

/**
 * What the second country list of the specification carries, less the flag: capital, continent, and the first of the
 * currencies and languages of each country. Facts from the package `countries-list`, names from the Unicode data in Node.
 */
export const countryDetails = countries.map(({ name, code }) => {
  const fact = Object.hasOwn(facts, code) ? facts[code as keyof typeof facts] : undefined;
  const [currency] = fact?.currency ?? [];
  const [language] = fact?.languages ?? [];
  return {
    name,
    code,
    capital: fact?.capital ?? '',
    region: fact ? continents[fact.continent] : '',
    currency: currency
      ? { code: currency, name: currencyNames.of(currency) ?? currency, symbol: symbolOf(currency) }
      : null,
    language: language ? { code: language, name: languageNames.of(language) ?? language } : null,
  };
});

function symbolOf(currency: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}
