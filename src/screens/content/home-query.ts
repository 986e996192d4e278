import type { ParsedUrlQuery } from 'node:querystring';
import { paths } from '@/config/paths';
import type { CurrentUser } from '@/features/identity/auth/session-slice';
import type { ItemQuery } from '@/features/content/item/item-kind';
import { readFeedFilter } from './feed-filters';

export const homeList = (query: ParsedUrlQuery): ItemQuery => ({
  kind: 'feed',
  from: 'home',
  filter: readFeedFilter(query),
});

export const followedPath = `${paths.home}?show=all`;

export const homeTabs = [
  { href: paths.home, label: 'Your work' },
  { href: followedPath, label: 'Following' },
];

export const suggestionsKey = 'home-suggestions';

/** True for the creator's own home, which has no filter: all filters are about followed creators. */
export const isOwnHome = (query: ParsedUrlQuery, isPerformer: boolean): boolean =>
  isPerformer && query['show'] === undefined;

export const CREATORS_TO_CHOOSE = 3;

/** True for new fans without subscriptions, if the backend stores whether the sheet was shown. */
export function shouldChooseCreators(user: CurrentUser | null): boolean {
  if (!user || user.isPerformer || user.followPopupShown !== false) return false;
  if ((user.stats?.totalSubscriptions ?? 0) > 0) return false;
  return (user.stats?.following ?? 0) < CREATORS_TO_CHOOSE;
}
