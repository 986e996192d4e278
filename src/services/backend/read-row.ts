/**
 * Reads one thing as a backend of the family told it, member by member: whatever stands in its place, each member that is
 * named comes out as its kind, or is absent. `null`, absent and empty are the same here, since backends of different ages write
 * either. Members that are not named pass through.
 */

/** A JSON object as it came. */
export type Row = Record<string, unknown>;

/** @returns the thing as the contract has it; null for one that cannot be shown, which lists leave out. */
export type Read = (row: Row) => Row | null;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a thing is made of: names of members by kind, several in one text. */
interface Members {
  /** Empty where there is none. */
  texts?: string;
  /** Left out where there is none: texts, dates and ids. */
  optionalTexts?: string;
  /** 0 where there is none. */
  numbers?: string;
  optionalNumbers?: string;
  /** False where there is none. */
  flags?: string;
  /** Left out where there is none: what only some backends tell is unknown before the others, which is not the same as no. */
  optionalFlags?: string;
  /** Lists of texts: ids, tags, languages. */
  lists?: string;
  optionalLists?: string;
  /** Texts that say one of a few things, with what is meant where they are absent. */
  words?: Record<string, string>;
  /** Populated members. One that is null stays so: what it stood for is gone. */
  parts?: Record<string, Read>;
  /** Lists of things, without those that cannot be shown. */
  partLists?: Record<string, Read>;
  optionalPartLists?: Record<string, Read>;
  /** Counters of which each is a number. */
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

/** One text in place of a list is a list of one; empty texts are none. */
const readTextList = (value: unknown): string[] =>
  [value].flat().filter((one): one is string => Boolean(readText(one)));

export const readList = (value: unknown, read: Read): Row[] =>
  Array.isArray(value) ? value.filter(isRow).flatMap((one): Row[] => [read(one) ?? []].flat()) : [];

type MemberRead = (value: unknown) => unknown;

function readPart(value: unknown, read: Read): unknown {
  if (!isRow(value)) return value === '' ? undefined : value;
  // A backend that populates nothing may send an empty object.
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

/**
 * @param members what the thing has by the contract
 * @returns its reader. A thing without an id is none.
 */
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

/** A reader that goes on with what another has read. */
export const andThen =
  (first: Read, next: (row: Row, told: Row) => Row | null): Read =>
  (told) => {
    const row = first(told);
    return row && next(row, told);
  };
