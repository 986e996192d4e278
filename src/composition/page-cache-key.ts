import { compareText } from '@/lib/compare';
/** Parameters by which the pages for strangers differ: those that screens read. A page with any other is not kept. */
const CACHED_PARAMETERS = new Set(['category', 'country', 'gender', 'language', 'only', 'q', 'show', 'sort', 'tab']);
/** What other sites hang on to links to count clicks; pages do not read it. */
const IGNORED_PARAMETERS = /^(utm_\w+|fbclid|gclid|msclkid|igshid)$/;
/** Pages with a longer value are not cached; people type less. */
const MAX_TYPED_CHARACTERS = 60;

/**
 * What a page is kept under: the same for addresses that show the same.
 *
 * @param path with its query.
 * @returns undefined for addresses that are not worth keeping anything for, since anybody can make up any number of them.
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
