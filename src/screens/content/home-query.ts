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

/** The posts of whom a creator follows. */
export const followedPath = `${paths.home}?show=all`;

/** A creator's two homes: their own work, and that of the people they follow. */
export const homeTabs = [
  { href: paths.home, label: 'Your work' },
  { href: followedPath, label: 'Following' },
];

/** Creators that the viewer may like; key of a list in the performer's state. */
export const suggestionsKey = 'home-suggestions';

/** Whether the address names a creator's own work: without a filter it does, any filter is about whom they follow. */
export const isOwnHome = (query: ParsedUrlQuery, isPerformer: boolean): boolean =>
  isPerformer && query['show'] === undefined;

/** Creators that a new fan is asked to choose. */
export const wantedCreators = 3;

/**
 * Whether a fan is still to be asked for creators to follow: not one who subscribes, whose home has something in it. Backends
 * that remember no answer are not asked.
 */
export function isNewHere(user: CurrentUser | null): boolean {
  if (!user || user.isPerformer || user.followPopupShown !== false) return false;
  if ((user.stats?.totalSubscriptions ?? 0) > 0) return false;
  return (user.stats?.following ?? 0) < wantedCreators;
}
