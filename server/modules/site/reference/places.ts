import { getCountryCodeForRegionCode, getSupportedRegionCodes } from 'awesome-phonenumber';
import { continents, countries as facts } from 'countries-list';
import { iso31661, iso31662 } from 'iso-3166';
import iso3166 from 'iso-3166-2';
import { groupBy } from '../../../lib/group-by';

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'en');

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Countries with everyday English names and two-letter codes. */
export const countries: readonly { name: string; code: string }[] = iso31661
  .map(({ alpha2, name }) => ({ code: alpha2, name: countryNames.of(alpha2) ?? name }))
  .toSorted(byName);

const countriesByText = new Map(
  countries.flatMap((country) => [country.code, country.name].map((text) => [text.toLowerCase(), country] as const)),
);
const longNames = new Map(iso31661.map(({ name, alpha2 }) => [name.toLowerCase(), alpha2.toLowerCase()]));

/** @param codeOrName a two-letter code, or an everyday or official name @returns null for unknown countries */
export function findCountry(codeOrName: string): { name: string; code: string } | null {
  const text = codeOrName.trim().toLowerCase();
  return countriesByText.get(text) ?? countriesByText.get(longNames.get(text) ?? '') ?? null;
}

export const ALPHA3_TO_ALPHA2: ReadonlyMap<string, string> = new Map(
  iso31661.map(({ alpha3, alpha2 }) => [alpha3, alpha2]),
);

/** Two-letter codes (ISO 639-1) with an English name. If several have the same name, such as `ak` and `tw`, only the first. */
export const languages: readonly { name: string; code: string }[] = letterPairs()
  .map((code) => ({ code, name: languageNames.of(code) }))
  .filter((language): language is { code: string; name: string } => language.name !== undefined)
  .filter(({ code }) => Intl.getCanonicalLocales(code)[0] === code)
  .filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at)
  .toSorted(byName);

/** Dial codes such as `+351`, each listed once with all its countries. */
export const phoneCodes: readonly { name: string; code: string }[] = [
  ...groupBy(
    getSupportedRegionCodes().filter((region) => /^[A-Z]{2}$/.test(region)),
    (region) => getCountryCodeForRegionCode(region),
  ),
]
  .map(([code, regions]) => ({
    code: `+${code}`,
    name: regions
      .map((region) => countryNames.of(region) ?? region)
      .toSorted((a, b) => a.localeCompare(b))
      .join(', '),
  }))
  .toSorted(byName);

function letterPairs(): string[] {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  return letters.flatMap((first) => letters.map((second) => first + second));
}

const currencyNames = new Intl.DisplayNames(['en'], { type: 'currency' });

/**
 * The specification's second list of countries, without flags: each with capital, continent, first currency and first language.
 * From the package `countries-list`; names from the Unicode data in Node.js.
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
      ? { code: currency, name: currencyNames.of(currency) ?? currency, symbol: getSymbol(currency) }
      : null,
    language: language ? { code: language, name: languageNames.of(language) ?? language } : null,
  };
});

function getSymbol(currency: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}

interface Subdivision {
  /** ISO 3166-2, such as `US-CA`. */
  code: string;
  type: string;
  name: string;
}

const byCountry = groupBy(iso31662, (entry) => entry.parent);

/**
 * First-level subdivisions, sorted by name; empty for an unknown code. Codes and names come from the package `iso-3166`, which
 * follows the standard closely; types come from `iso-3166-2`, which is older. A subdivision that it lacks gets the most
 * frequent type among similar codes.
 */
export function listSubdivisions(country: string): Subdivision[] {
  const findType = createTypeFinder(country);
  const parts = (byCountry.get(country) ?? []).map(({ code, name }) => ({ code, type: findType(code, name), name }));
  const typed = parts.filter((part) => part.type !== undefined);
  const getUsualType = (code: string) =>
    findMostFrequentType(typed.filter((part) => toShape(part.code) === toShape(code))) ??
    findMostFrequentType(typed) ??
    'Subdivision';
  return parts.map((part) => ({ ...part, type: part.type ?? getUsualType(part.code) })).toSorted(byName);
}

/** Codes of the same type look alike: three letters for regions, two digits for departments. */
const toShape = (code: string): string => code.slice(3).replaceAll(/[A-Z]/g, 'A').replaceAll(/\d/g, '0');

function findMostFrequentType(parts: readonly { type: string | undefined }[]): string | undefined {
  const [largest] = [...groupBy(parts, (part) => part.type).values()].toSorted((a, b) => b.length - a.length);
  return largest?.[0]?.type;
}

export const listStateNames = (country: string): string[] =>
  (byCountry.get(country) ?? []).map((entry) => entry.name).toSorted((a, b) => a.localeCompare(b));

/** @returns a function that returns undefined if both code and name are newer than the package */
function createTypeFinder(country: string): (code: string, name: string) => string | undefined {
  const parts = Object.hasOwn(iso3166.data, country) ? (iso3166.data[country]?.sub ?? {}) : {};
  const byOwnName = new Map(Object.values(parts).map(({ name, type }) => [name, type]));
  return (code, name) => (Object.hasOwn(parts, code) ? parts[code]?.type : byOwnName.get(name));
}
