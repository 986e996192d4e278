import { compareText } from '@/lib/compare';
/** Query parameters that pages for guests read. Pages with any other parameter are not cached. */
const CACHED_PARAMETERS = new Set(['category', 'country', 'gender', 'language', 'only', 'q', 'show', 'sort', 'tab']);
/** Tracking parameters, which pages do not read. */
const IGNORED_PARAMETERS = /^(utm_\w+|fbclid|gclid|msclkid|igshid)$/;
/** Pages with a longer parameter value are not cached; real searches are shorter. */
const MAX_TYPED_CHARACTERS = 60;

/**
 * The key is equal for URLs that show the same page.
 *
 * @param path with its query
 * @returns undefined for URLs that are not cached, because there is no end to their number
 */
export function toPageCacheKey(path: string): string | undefined {
  const [place = '', query = ''] = path.split('?');
  const read = [...new URLSearchParams(query)].filter(([name]) => !IGNORED_PARAMETERS.test(name));
  const isCacheableParameter = ([name, value]: [string, string]) =>
    CACHED_PARAMETERS.has(name) && value.length <= MAX_TYPED_CHARACTERS;
  const names = new Set(read.map(([name]) => name));
  if (names.size < read.length || !read.every(isCacheableParameter)) return undefined;
  read.sort(([left], [right]) => compareText(left, right));
  return read.length === 0 ? place : `${place}?${new URLSearchParams(read).toString()}`;
}
