import { readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { specifiedCalls } from '../../tests/contract/specified-calls';
import { Dollars, DollarsInput } from './base/common-schemas';
import type { EndpointSchema, Route } from './base/define';
import { routes } from './index';
import { schemas } from './schemas';

const routeTable: Record<string, Route> = routes;
const schemaTable: Record<string, EndpointSchema> = schemas;
const entries = Object.entries(routeTable);
const folder = path.join(process.cwd(), 'src', 'contract');

/** Tables of all files that end in `suffix`, even if the merged table lacks them. */
async function readTables(suffix: string): Promise<Record<string, object>[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(suffix));
  const found: Record<string, object>[] = [];
  for (const file of files) {
    const area = path.basename(file, suffix).replaceAll(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
    const table = ((await import(path.join(folder, file))) as Record<string, unknown>)[
      `${area}${suffix === '-routes.ts' ? 'Routes' : 'Schemas'}`
    ];
    if (table) found.push(table as Record<string, object>);
  }
  return found;
}

const paramNames = (route: string) => [...route.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]);
const spellings = (route: Route) => [`${route.method} ${route.path}`, ...(route.aliases ?? [])];
/** Without parameter names, which differ between specification and contract. */
const nameless = (call: string) => call.replaceAll(/:[A-Za-z]+|\{[A-Za-z]+\}/g, ':');

describe('the tables of the contract', () => {
  it('use each route name once', async () => {
    const names = (await readTables('-routes.ts')).flatMap(Object.keys);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(Object.keys(routeTable).toSorted()).toEqual(names.toSorted());
  });

  it('have exactly one schema for each route', async () => {
    const names = (await readTables('-schemas.ts')).flatMap(Object.keys);
    expect(names.toSorted()).toEqual(Object.keys(routeTable).toSorted());
    expect(Object.keys(schemaTable).toSorted()).toEqual(names.toSorted());
  });

  it('use each method and path once, aliases included', () => {
    const calls = entries.flatMap(([, route]) => spellings(route)).map(nameless);
    expect(calls.filter((call, index) => calls.indexOf(call) !== index)).toEqual([]);
  });

  it('declare no body for GET', () => {
    const gets = entries.filter(([, { method }]) => method === 'GET').map(([name]) => name);
    expect(gets.filter((name) => schemaTable[name]?.body !== undefined)).toEqual([]);
  });

  it('declare files only for uploads', () => {
    const withFiles = entries.filter(([name]) => schemaTable[name]?.files !== undefined);
    expect(withFiles.filter(([, { upload }]) => upload !== true).map(([name]) => name)).toEqual([]);
  });
});

describe('the calls in the specification', () => {
  const bookmarkTypes = (schemas.listBookmarks.params.shape.type.options as readonly string[]).map(
    (type) => `GET /reactions/${type}/bookmark`,
  );
  const declared = new Set([...entries.flatMap(([, route]) => spellings(route)).map(nameless), ...bookmarkTypes]);
  const calls = Object.values(specifiedCalls).flat();

  it('number 195', () => {
    expect(new Set(calls).size).toBe(195);
  });

  it.each(calls)('include %s', (call) => {
    expect(declared).toContain(nameless(call));
  });
});

describe.each(entries)('%s', (name, route) => {
  const schema = schemaTable[name];

  it('declares the parameters of its path and of its aliases', () => {
    const declared = schema?.params instanceof z.ZodObject ? Object.keys(schema.params.shape) : [];
    for (const spelling of spellings(route)) expect(paramNames(spelling)).toEqual(declared);
  });

  it('converts to JSON Schema for the OpenAPI document', () => {
    for (const part of [schema?.params, schema?.query, schema?.body].filter((part) => part !== undefined))
      expect(() => z.toJSONSchema(part, { io: 'input' })).not.toThrow();
    expect(() => z.toJSONSchema(schema?.data ?? z.never(), { io: 'output' })).not.toThrow();
  });
});

function contains(schema: unknown, part: z.ZodType, seen = new Set<unknown>()): boolean {
  if (schema === part) return true;
  if (seen.has(schema) || typeof schema !== 'object' || schema === null) return false;
  seen.add(schema);
  const inside = schema instanceof z.ZodObject ? schema.shape : schema instanceof z.ZodType ? schema.def : schema;
  return Object.values(inside).some((one) => contains(one, part, seen));
}

describe('amounts of money', () => {
  it.each(Object.entries(schemaTable))(
    'are bounded in requests of %s, and unbounded in its replies',
    (_name, schema) => {
      // A bounded amount in a reply would fail a call that has already moved money.
      expect(contains(schema.data, DollarsInput)).toBe(false);
      expect(contains([schema.body, schema.query], Dollars)).toBe(false);
    },
  );
});
