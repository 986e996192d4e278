import type { ParsedUrlQuery } from 'node:querystring';
import { paths } from '@/config/paths';
import type { FeedFilter, ItemQuery } from '@/features/content/item/item-kind';
import { omitEmpty } from '@/lib/omit-empty';
import { readSearchText } from '@/lib/read-words';
import { readFeedFilter } from './feed-filters';

/** Parts of a profile; the first needs no word in the address. */
const profileTabs = ['posts', 'media', 'video', 'gallery', 'product', 'about'] as const;
type ProfileTab = (typeof profileTabs)[number];
/** What a tab shows as tiles. */
export type AssetTab = Exclude<ProfileTab, 'posts' | 'media' | 'about'>;

/** What the address of a profile says: whose it is, which tab, which posts, and words to look for in them. */
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

/** A creator's posts. */
export const profileList = (performerId: string, filter: FeedFilter, words: string): ItemQuery => ({
  kind: 'feed',
  from: 'performer',
  performerId,
  filter,
  words,
});

/** What holds a creator's photos and videos. */
export const mediaLists = (performerId: string): ItemQuery[] => [
  profileList(performerId, 'photo', ''),
  profileList(performerId, 'video', ''),
  { kind: 'video', from: 'performer', performerId },
  { kind: 'gallery', from: 'performer', performerId },
];

/** What a tab of a profile lists. */
export function tabLists(performerId: string, query: ParsedUrlQuery): ItemQuery[] {
  const { tab, show, words } = readProfileQuery(query);
  if (tab === 'about') return [];
  if (tab === 'media') return mediaLists(performerId);
  return [tab === 'posts' ? profileList(performerId, show, words) : { kind: tab, from: 'performer', performerId }];
}

/** Where a profile lists what its creator made of a kind. */
export const profileKindPath = (
  { username, _id }: { username?: string; _id: string },
  kind: 'feed' | AssetTab,
): string => paths.profile(username || _id) + (kind === 'feed' ? '' : `?tab=${kind}`);

/** The address of a profile's posts with what is chosen. */
export function profilePostsPath(path: string, { show, words }: { show: FeedFilter; words: string }): string {
  const query = new URLSearchParams(omitEmpty({ show: show === 'all' ? '' : show, q: words })).toString();
  return query ? `${path}?${query}` : path;
}

/**
 * Where a profile lives, when it was asked for by a name that its creator has given up or written otherwise.
 *
 * @param performer undefined while it is not known.
 * @returns the address by the present name, with what else was asked for; undefined where it was asked for rightly.
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
