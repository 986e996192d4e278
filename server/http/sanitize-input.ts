import { dropHidden } from '@contract/base/text-rules';

/**
 * What somebody sent, without characters that do harm, in texts, lists and keys: PostgreSQL takes U+0000 in no text, and
 * nobody means any of the others. What holds none, which is nearly everything, is not copied. Promises F-10.
 */
export function cleanInput<T>(value: T): T {
  return clean(value) as T;
}

/** Whether JSON may hold such a character, written out or as an escape. */
const hasControlCharacters = (json: string): boolean =>
  /\\u(?:00[0189]|007f|20[26]|feff|fff)|[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/iu.test(json);

function clean(value: unknown): unknown {
  if (typeof value === 'string') return dropHidden(value);
  if (typeof value !== 'object' || value === null) return value;
  // Each part is looked at once: twice at every level would double the work with every level of nesting.
  if (Array.isArray(value)) {
    const items: unknown[] = value.map(clean);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const before = Object.entries(value);
  const entries = before.map(([key, item]) => [dropHidden(key), clean(item)] as const);
  const isSame = entries.every(([key, item], index) => key === before[index]?.[0] && item === before[index]?.[1]);
  return isSame ? value : Object.fromEntries(entries);
}

/** Values that clients of this family send when they have none. Wire contract 1.5. */
const absent = new Set(['', 'undefined', 'null']);

function decode(text: string): string {
  const once = decodeQuietly(text.replaceAll('+', ' '));
  // Some clients encode twice: a space arrives as %2520.
  return dropHidden(/%[0-9a-f]{2}/i.test(once) ? decodeQuietly(once) : once);
}

function decodeQuietly(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Reads a query string as the family's clients write it: decoded once or twice, `undefined`, `null` and empty values
 * dropped, repeated keys (`ids=a&ids=b`, `ids[]=a`) as lists. Wire contract 1.5.
 */
export function readQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const pair of text.split('&')) {
    const cut = pair.indexOf('=');
    const key = decode(cut < 0 ? pair : pair.slice(0, cut)).replace(/\[\]$/, '');
    const value = cut < 0 ? '' : decode(pair.slice(cut + 1));
    if (key === '' || absent.has(value)) continue;
    const before = query[key];
    query[key] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return query;
}

/** Levels of brackets in each other. What people and apps send has a handful. */
const MAX_DEPTH = 50;
/** Members of lists and objects together. The longest lists that calls take have some hundred. */
const MAX_MEMBERS = 10_000;

const [QUOTE, BACKSLASH, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT, COMMA] = Array.from('"\\[{]},', (sign) =>
  sign.charCodeAt(0),
);

/**
 * Whether a text of JSON is nested so deeply, or has so many members, that nobody honest wrote it. Ask before `JSON.parse`: a
 * megabyte of brackets keeps it busy for a fifth of a second and becomes some 30 MB, one of short keys for a tenth.
 */
export function isTooComplex(text: string): boolean {
  let depth = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      at += 1;
      while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
    } else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (sign === COMMA) {
      members += 1;
      if (members > MAX_MEMBERS) return true;
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

/** Reads a body of JSON for the framework: an empty one is none. Wire contract 1.4. */
export function parseJson(
  _request: unknown,
  body: string | Buffer,
  done: (error: Error | null, value?: unknown) => void,
): void {
  const text = String(body);
  if (text.trim() === '') return done(null, undefined);
  if (isTooComplex(text))
    return done(Object.assign(new Error('The body is nested too deeply, or has too many parts.'), { statusCode: 400 }));
  try {
    done(null, hasControlCharacters(text) ? cleanInput(JSON.parse(text)) : JSON.parse(text));
  } catch {
    done(Object.assign(new Error('The body is not valid JSON.'), { statusCode: 400 }));
  }
}
