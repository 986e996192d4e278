import { iso31662 } from 'iso-3166';
import iso3166 from 'iso-3166-2';
import { byName, groupBy } from './places';

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
 * code or name is taken to be what most of those with such a code are.
 */
export function listSubdivisions(country: string): Subdivision[] {
  const kindOf = readKinds(country);
  const parts = (byCountry.get(country) ?? []).map(({ code, name }) => ({ code, type: kindOf(code, name), name }));
  const known = parts.filter((part) => part.type !== undefined);
  const usualOf = (code: string) =>
    findMost(known.filter((part) => shapeOf(part.code) === shapeOf(code))) ?? findMost(known) ?? 'Subdivision';
  return parts.map((part) => ({ ...part, type: part.type ?? usualOf(part.code) })).toSorted(byName);
}

/** Codes of one kind look alike: three letters for regions, two digits for departments. */
const shapeOf = (code: string): string => code.slice(3).replaceAll(/[A-Z]/g, 'A').replaceAll(/\d/g, '0');

/** The kind that most of them are. */
function findMost(parts: readonly { type: string | undefined }[]): string | undefined {
  const [most] = [...groupBy(parts, (part) => part.type).values()].toSorted((a, b) => b.length - a.length);
  return most?.[0]?.type;
}

/** Names of the first-level subdivisions of a country; empty for a code that is none. */
export const listStateNames = (country: string): string[] =>
  (byCountry.get(country) ?? []).map((entry) => entry.name).toSorted((a, b) => a.localeCompare(b));

/** What a part of a country is; undefined when it is newer than the list and has a new name too. */
function readKinds(country: string): (code: string, name: string) => string | undefined {
  const parts = Object.hasOwn(iso3166.data, country) ? (iso3166.data[country]?.sub ?? {}) : {};
  const byOwnName = new Map(Object.values(parts).map(({ name, type }) => [name, type]));
  return (code, name) => (Object.hasOwn(parts, code) ? parts[code]?.type : byOwnName.get(name));
}
