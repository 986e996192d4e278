import { dropHidden } from '@contract/base/text-rules';

/**
 * What somebody sent, without characters that do harm, in texts, lists and keys: PostgreSQL takes U+0000 in no text, and
 * nobody means any of the others. What holds none, which is nearly everything, is not copied. Promises F-10.
 */
export function cleanInput<T>(value: T): T {
  return clean(value) as T;
}

/** Whether JSON may hold such a character, written out or as an escape. */
export const hasControlCharacters = (json: string): boolean =>
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
