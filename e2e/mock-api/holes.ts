/** Incomplete responses, as for old rows and deleted accounts. Unit tests leave out single fields, e2e tests all at once. */

export const holes = ['null', 'missing', 'empty'] as const;
export type Hole = (typeof holes)[number];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Path = (string | number)[];

const isRow = (value: unknown): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toEmpty(value: Json): Json {
  if (Array.isArray(value)) return [];
  if (isRow(value)) return {};
  return typeof value === 'string' ? '' : null;
}

export function listMembers(value: Json, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.length > 0 ? listMembers(value[0]!, [...path, 0]) : [];
  if (!isRow(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => [[...path, key], ...listMembers(member, [...path, key])]);
}

export function withHole(reply: Json, path: Path, hole: Hole): Json {
  const copy = structuredClone(reply);
  const [last, ...above] = path.toReversed();
  let holder: Json = copy;
  for (const step of above.toReversed()) holder = (holder as Record<string | number, Json>)[step]!;
  const row = holder as Record<string | number, Json>;
  if (hole === 'missing') delete row[last!];
  else row[last!] = hole === 'null' ? null : toEmpty(row[last!]!);
  return copy;
}

/** Fields that are never left out: without them, there would be nothing to show. */
const kept = new Set(['_id', 'data', 'total', 'isPerformer', 'roles', 'status', 'type', 'objectType', 'target']);

export function withoutParts(value: Json, hole: Hole, isTop = true): Json {
  if (Array.isArray(value)) return value.map((one) => withoutParts(one, hole, isTop));
  if (!isRow(value)) return value;
  const pairs = Object.entries(value).flatMap(([key, member]): [string, Json][] => {
    if (key === 'data' && isTop) return [[key, withoutParts(member, hole)]];
    if (kept.has(key) || key.endsWith('Id') || typeof member === 'number' || typeof member === 'boolean')
      return [[key, member]];
    if (hole === 'missing') return [];
    return [[key, hole === 'null' ? null : toEmpty(member)]];
  });
  return Object.fromEntries(pairs);
}
