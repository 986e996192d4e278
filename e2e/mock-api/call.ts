import type { Person, World } from './state';

/** `optional`: no token, or a valid one. `user` and `performer`: only that kind of account. Wire contract 1.4, 1.9. */
export type Access = 'public' | 'optional' | 'any' | 'user' | 'performer';

export interface SentFile {
  field: string;
  name: string;
  mimeType: string;
  bytes: Buffer;
}

export interface Call {
  world: World;
  /** Set for `any`, `user` and `performer` only. */
  me: Person;
  viewer: Person | undefined;
  token: string | undefined;
  params: Record<string, string>;
  /** Decoded; empty values and the words `undefined` and `null` are left out. */
  query: Record<string, string>;
  body: Record<string, unknown>;
  files: SentFile[];
}

export type Handler = (call: Call) => unknown;

export type Endpoints = Record<string, [Access, Handler]>;

/** Wire contract 1.2, 1.5. */
export function getPage<T, V>(
  { query }: Call,
  all: T[],
  view: (one: T) => V,
  { limit: usual = 10 } = {},
): { data: V[]; total: number } {
  const limit = Math.min(Number(query['limit']) || usual, 200);
  const offset = Math.max(Number(query['offset']) || 0, 0);
  return { data: all.slice(offset, offset + limit).map(view), total: all.length };
}

/** Newest first by default. Some API variants also accept numbers for the direction. */
export function sorted<T extends { createdAt: string; updatedAt: string }>({ query, world }: Call, all: T[]): T[] {
  const key = query['sortBy'] && query['sortBy'] in (all[0] ?? {}) ? (query['sortBy'] as keyof T) : 'updatedAt';
  const isRising = query['sort'] === 'asc' || (world.profile.sortsByNumber && query['sort'] === '1');
  const compare = (a: T, b: T) => (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : 0);
  return all.toSorted((a, b) => (isRising ? compare(a, b) : compare(b, a)));
}

export const matches = ({ query }: Call, ...texts: (string | undefined)[]): boolean => {
  const wanted = (query['q'] ?? query['keyword'] ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  return texts.some((text = '') =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
      .includes(wanted),
  );
};

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Forms send everything as text. Wire contract 1.8. */
export const isTrue = (value: unknown): boolean => value === true || value === 'true';

export function pick(body: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]])));
}
