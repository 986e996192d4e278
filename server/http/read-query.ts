import { dropHidden } from '@contract/base/text-rules';

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
