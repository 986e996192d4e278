// A reader converts each named field of a row to its kind, or drops it. `null`, absent and empty mean the same, since backends
// of different ages send either. Other fields stay unchanged.

export type Row = Record<string, unknown>;

/** @returns the row by the contract; null if it lacks essential data, so that lists drop it */
export type Read = (row: Row) => Row | null;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Field names by kind, separated by spaces. */
interface Members {
  /** Empty if absent. */
  texts?: string;
  /** Texts, dates and ids; stay absent. */
  optionalTexts?: string;
  /** 0 if absent. */
  numbers?: string;
  optionalNumbers?: string;
  /** False if absent. */
  flags?: string;
  /** Stay absent: only some backends send them, so absent means unknown, not false. */
  optionalFlags?: string;
  lists?: string;
  optionalLists?: string;
  /** Enumerated texts, each with its default. */
  words?: Record<string, string>;
  /** Nested objects. Null stays null: the target was deleted. */
  parts?: Record<string, Read>;
  partLists?: Record<string, Read>;
  optionalPartLists?: Record<string, Read>;
  /** Names of the counters in the field `stats`; 0 if absent. */
  stats?: string;
}

const readText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
};

export function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function readFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 1) return true;
  return value === 'false' || value === 0 ? false : undefined;
}

const readTextList = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => Boolean(readText(one)));

export const readList = (value: unknown, read: Read): Row[] =>
  Array.isArray(value) ? value.filter(isRow).flatMap((one): Row[] => [read(one) ?? []].flat()) : [];

type MemberRead = (value: unknown) => unknown;

function readPart(value: unknown, read: Read): unknown {
  if (!isRow(value)) return value === '' ? undefined : value;
  // Backends that send only ids may have an empty object here.
  return Object.keys(value).length === 0 ? undefined : (read(value) ?? undefined);
}

const split = (names = ''): string[] => names.split(' ').filter(Boolean);

const readStats = (names: string[]): MemberRead => {
  return (value) => {
    const given = isRow(value) ? value : {};
    return { ...given, ...Object.fromEntries(names.map((name) => [name, readNumber(given[name]) ?? 0])) };
  };
};

function getReaders(members: Members): [string, MemberRead][] {
  const each = (names: string | undefined, read: MemberRead) => split(names).map((name) => [name, read] as const);
  const entries = Object.entries;
  return [
    ...each(members.texts, (value) => readText(value) ?? ''),
    ...each(members.optionalTexts, (value) => readText(value) || undefined),
    ...each(members.numbers, (value) => readNumber(value) ?? 0),
    ...each(members.optionalNumbers, readNumber),
    ...each(members.flags, (value) => readFlag(value) ?? false),
    ...each(members.optionalFlags, readFlag),
    ...each(members.lists, readTextList),
    ...each(members.optionalLists, (value) =>
      value === undefined || value === null ? undefined : readTextList(value),
    ),
    ...entries(members.words ?? {}).map(
      ([name, absent]) => [name, (value: unknown) => readText(value) || absent] as const,
    ),
    ...entries(members.parts ?? {}).map(([name, read]) => [name, (value: unknown) => readPart(value, read)] as const),
    ...entries(members.partLists ?? {}).map(
      ([name, read]) => [name, (value: unknown) => readList(value, read)] as const,
    ),
    ...entries(members.optionalPartLists ?? {}).map(
      ([name, read]) => [name, (value: unknown) => (Array.isArray(value) ? readList(value, read) : undefined)] as const,
    ),
    ...(members.stats === undefined ? [] : [['stats', readStats(split(members.stats))] as const]),
  ].map(([name, read]) => [name, read]);
}

/** @returns null for a row without an id, unless `needsId` is false */
export function readRow(members: Members, { needsId = true } = {}): Read {
  const readers = getReaders(members);
  return (row) => {
    if (needsId && !readText(row['_id'])) return null;
    const read: Row = { ...row };
    for (const [name, readMember] of readers) {
      const value = readMember(row[name]);
      if (value === undefined) delete read[name];
      else read[name] = value;
    }
    return read;
  };
}

/** Chains readers: `next` receives the result of `first` and the original row. */
export const andThen =
  (first: Read, next: (row: Row, told: Row) => Row | null): Read =>
  (told) => {
    const row = first(told);
    return row && next(row, told);
  };
