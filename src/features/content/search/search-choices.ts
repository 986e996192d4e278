import { itemNames, type ItemKindName } from '@/config/item-names';
import { paths } from '@/config/paths';
import type { Suggestions } from './search-slice';

export interface SearchChoice {
  kind: 'recent' | 'keyword' | 'creator' | 'item';
  text: string;
  about?: string;
  avatar?: string;
  isLive?: boolean;
  href: string;
}

const MAX_RECENT = 3;

const isKnown = (kind: string): kind is ItemKindName => Object.hasOwn(itemNames, kind);

/** @param found suggestions for this text or, until they arrive, for the previous one */
export function getSearchChoices(
  words: string,
  recent: readonly string[],
  found: Suggestions | undefined,
): SearchChoice[] {
  const typed = words.trim().toLowerCase();
  if (typed === '') return [];
  const own = recent
    .filter((one) => one.toLowerCase().includes(typed) && one.toLowerCase() !== typed)
    .slice(0, MAX_RECENT);
  const others = (found?.keywords ?? []).filter((one) => !own.some((mine) => mine.toLowerCase() === one));
  const search = (kind: 'recent' | 'keyword') => (text: string) => ({ kind, text, href: paths.search(text) });
  return [
    ...own.map(search('recent')),
    ...others.map(search('keyword')),
    ...(found?.creators ?? []).map(({ _id, name, username, avatar, headline, live }): SearchChoice => ({
      kind: 'creator',
      text: name,
      about: headline || `@${username}`,
      avatar,
      isLive: Boolean(live),
      href: paths.profile(username || _id),
    })),
    ...(found?.items ?? []).flatMap(({ _id, kind, slug, title, performer }): SearchChoice[] => {
      if (!isKnown(kind)) return [];
      const { noun, path } = itemNames[kind];
      return [{ kind: 'item', text: title, about: `${noun} by ${performer.name}`, href: path(slug || _id) }];
    }),
  ];
}
