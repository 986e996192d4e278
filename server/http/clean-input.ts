import { dropHidden } from '@contract/base/text-rules';

/**
 * What somebody sent, without characters that do harm, in texts, lists and keys: PostgreSQL takes U+0000 in no text, and
 * nobody means any of the others. What holds none, which is nearly everything, is not copied. Promises F-10.
 */
export function cleanInput<T>(value: T): T {
  return clean(value) as T;
}

/** Whether JSON may hold such a character, written out or as an escape. */
export const mayHoldHidden = (json: string): boolean =>
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
