import type { ParsedUrlQuery } from 'node:querystring';
import { paths } from '@/config/paths';
import type { FeedFilter, ItemQuery } from '@/features/content/item/item-kind';
import { omitEmpty } from '@/lib/omit-empty';
import { readSearchText } from '@/lib/read-words';
import { readFeedFilter } from './feed-filters';

/** The first tab has no parameter in the URL. */
const profileTabs = ['posts', 'media', 'video', 'gallery', 'product', 'about'] as const;
type ProfileTab = (typeof profileTabs)[number];
export type AssetTab = Exclude<ProfileTab, 'posts' | 'media' | 'about'>;

export function readProfileQuery(query: ParsedUrlQuery): {
  address: string;
  tab: ProfileTab;
  show: FeedFilter;
  words: string;
} {
  return {
    address: typeof query['profileId'] === 'string' ? query['profileId'] : '',
    tab: profileTabs.find((tab) => tab === query['tab']) ?? 'posts',
    show: readFeedFilter(query),
    words: readSearchText(query['q']),
  };
}

export const profileList = (performerId: string, filter: FeedFilter, words: string): ItemQuery => ({
  kind: 'feed',
  from: 'performer',
  performerId,
  filter,
  words,
});

export const mediaLists = (performerId: string): ItemQuery[] => [
  profileList(performerId, 'photo', ''),
  profileList(performerId, 'video', ''),
  { kind: 'video', from: 'performer', performerId },
  { kind: 'gallery', from: 'performer', performerId },
];

export function tabLists(performerId: string, query: ParsedUrlQuery): ItemQuery[] {
  const { tab, show, words } = readProfileQuery(query);
  if (tab === 'about') return [];
  if (tab === 'media') return mediaLists(performerId);
  return [tab === 'posts' ? profileList(performerId, show, words) : { kind: tab, from: 'performer', performerId }];
}

export const profileKindPath = (
  { username, _id }: { username?: string; _id: string },
  kind: 'feed' | AssetTab,
): string => paths.profile(username || _id) + (kind === 'feed' ? '' : `?tab=${kind}`);

export function profilePostsPath(path: string, { show, words }: { show: FeedFilter; words: string }): string {
  const query = new URLSearchParams(omitEmpty({ show: show === 'all' ? '' : show, q: words })).toString();
  return query ? `${path}?${query}` : path;
}

/**
 * @param performer undefined while unknown
 * @returns the URL with the current username, if another name or spelling was requested; undefined otherwise
 */
export function movedProfilePath(
  query: ParsedUrlQuery,
  performer: { _id: string; username?: string | null } | undefined,
): string | undefined {
  const { address } = readProfileQuery(query);
  if (!performer?.username || address === performer._id || address === performer.username) return undefined;
  const kept = Object.entries(query).flatMap(([name, value]) =>
    name !== 'profileId' && typeof value === 'string' ? [[name, value]] : [],
  );
  const rest = new URLSearchParams(kept).toString();
  return paths.profile(performer.username) + (rest && `?${rest}`);
}
