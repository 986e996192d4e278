import { getCountryCodeForRegionCode, getSupportedRegionCodes } from 'awesome-phonenumber';
import { iso31661 } from 'iso-3166';

export const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'en');

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });
const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Countries under their everyday English names; codes of two letters. */
export const countries: readonly { name: string; code: string }[] = iso31661
  .map(({ alpha2, name }) => ({ code: alpha2, name: countryNames.of(alpha2) ?? name }))
  .toSorted(byName);

const countriesByText = new Map(
  countries.flatMap((country) => [country.code, country.name].map((text) => [text.toLowerCase(), country] as const)),
);
const longNames = new Map(iso31661.map(({ name, alpha2 }) => [name.toLowerCase(), alpha2.toLowerCase()]));

/** A country by its code of two letters, or by its everyday or official name; null when there is none. */
export function findCountry(codeOrName: string): { name: string; code: string } | null {
  const text = codeOrName.trim().toLowerCase();
  return countriesByText.get(text) ?? countriesByText.get(longNames.get(text) ?? '') ?? null;
}

/** Codes of two letters by those of three. */
export const alpha3ToAlpha2: ReadonlyMap<string, string> = new Map(
  iso31661.map(({ alpha3, alpha2 }) => [alpha3, alpha2]),
);

/** Every two-letter language code (ISO 639-1) that has an English name. */
export const languages: readonly { name: string; code: string }[] = letterPairs()
  .map((code) => ({ code, name: languageNames.of(code) }))
  .filter((language): language is { code: string; name: string } => language.name !== undefined)
  .filter(({ code }) => Intl.getCanonicalLocales(code)[0] === code)
  .toSorted(byName);

/** Dial codes with the countries that use them, each code once, as `+351`. */
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

export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
