import type { ParsedUrlQuery } from 'node:querystring';

export type ProfileFilter = 'all' | 'photo' | 'video' | 'audio' | 'poll';

export const profileFilters: { value: ProfileFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'photo', label: 'Photos' },
  { value: 'video', label: 'Videos' },
  { value: 'audio', label: 'Audio' },
  { value: 'poll', label: 'Polls' },
];

/** What each filter leaves, in words. */
export const profileNouns: Record<Exclude<ProfileFilter, 'all'>, string> = {
  photo: 'photos',
  video: 'videos',
  audio: 'recordings',
  poll: 'polls',
};

/** What the address of a profile says: whose it is, which tab, which posts. */
export function readProfileQuery(query: ParsedUrlQuery): {
  address: string;
  tab: 'posts' | 'about';
  show: ProfileFilter;
} {
  const show = profileFilters.find((filter) => filter.value === query['show'])?.value ?? 'all';
  return {
    address: typeof query['profileId'] === 'string' ? query['profileId'] : '',
    tab: query['tab'] === 'about' ? 'about' : 'posts',
    show,
  };
}

/** Key of a creator's list of posts in the feed's state. */
export const profileListKey = (performerId: string, show: ProfileFilter) => `performer:${performerId}:${show}`;
