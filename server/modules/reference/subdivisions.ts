import { iso31662 } from 'iso-3166';
import iso3166 from 'iso-3166-2';
import { byName, countries, groupBy } from './places';

export interface Subdivision {
  /** As `US-CA`. ISO 3166-2. */
  code: string;
  /** What it is, as "State" or "Province". */
  type: string;
  name: string;
}

const byCountry = groupBy(iso31662, (entry) => entry.parent);

/**
 * The first-level subdivisions of a country, by name; empty for a code that is none. Codes and names come from the package
 * `iso-3166`, which follows the standard closely; their kinds from `iso-3166-2`, which is older: what it does not know by
 * code or name is taken to be what most of its neighbours are.
 */
export function listSubdivisions(country: string): Subdivision[] {
  const kindOf = readKinds(country);
  const parts = (byCountry.get(country) ?? []).map(({ code, name }) => ({ code, type: kindOf(code, name), name }));
  const kinds = groupBy(parts.map(({ type }) => type).filter(Boolean), (type) => type);
  const [usual = 'Subdivision'] = [...kinds.keys()].toSorted((a, b) => sizeOf(kinds, b) - sizeOf(kinds, a));
  return parts.map((part) => ({ ...part, type: part.type ?? usual })).toSorted(byName);
}

/** Names of the first-level subdivisions of a country; empty for a code that is none. */
export const listStateNames = (country: string): string[] =>
  (byCountry.get(country) ?? []).map((entry) => entry.name).toSorted((a, b) => a.localeCompare(b));

const countriesByCode = new Map(countries.map((country) => [country.code, country]));

/** A country by its code of two letters; null when there is none. */
export const findCountry = (code: string) => countriesByCode.get(code) ?? null;

/** What a part of a country is; undefined when it is newer than the list and has a new name too. */
function readKinds(country: string): (code: string, name: string) => string | undefined {
  const parts = Object.hasOwn(iso3166.data, country) ? (iso3166.data[country]?.sub ?? {}) : {};
  const byOwnName = new Map(Object.values(parts).map(({ name, type }) => [name, type]));
  return (code, name) => (Object.hasOwn(parts, code) ? parts[code]?.type : byOwnName.get(name));
}

const sizeOf = (groups: ReadonlyMap<unknown, readonly unknown[]>, key: unknown): number => groups.get(key)?.length ?? 0;
