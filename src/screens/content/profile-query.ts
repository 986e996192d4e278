import type { ParsedUrlQuery } from 'node:querystring';
import { paths } from '@/config/paths';
import { performerKey } from '@/features/content/feed/feed-list-key';
import { readWords } from '@/lib/read-words';

export type ProfileFilter = 'all' | 'unlocked' | 'photo' | 'video' | 'audio' | 'poll';

export const profileFilters: { value: ProfileFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unlocked', label: 'Unlocked' },
  { value: 'photo', label: 'Photos' },
  { value: 'video', label: 'Videos' },
  { value: 'audio', label: 'Audio' },
  { value: 'poll', label: 'Polls' },
];

/** What each filter leaves, in words. */
export const profileNouns: Record<Exclude<ProfileFilter, 'all'>, string> = {
  unlocked: 'posts you can open',
  photo: 'photos',
  video: 'videos',
  audio: 'recordings',
  poll: 'polls',
};

/** What the address of a profile says: whose it is, which tab, which posts, and words to look for in them. */
export function readProfileQuery(query: ParsedUrlQuery): {
  address: string;
  tab: 'posts' | 'about';
  show: ProfileFilter;
  words: string;
} {
  const show = profileFilters.find((filter) => filter.value === query['show'])?.value ?? 'all';
  return {
    address: typeof query['profileId'] === 'string' ? query['profileId'] : '',
    tab: query['tab'] === 'about' ? 'about' : 'posts',
    show,
    words: readWords(query['q']),
  };
}

/** Key of a creator's list of posts in the feed's state. */
export const profileListKey = (performerId: string, show: ProfileFilter, words = '') =>
  performerKey(performerId, show, words);

/** The address of a profile's posts with what is chosen. */
export function profilePostsPath(path: string, { show, words }: { show: ProfileFilter; words: string }): string {
  const query = new URLSearchParams({ ...(show !== 'all' && { show }), ...(words && { q: words }) }).toString();
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
