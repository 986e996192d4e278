import { paths } from '@/config/paths';
import { homePathOf } from '@/features/session/home-path';
import type { StoreState } from '@/store/state';
import type { LayoutName, PageOptions } from './define-page';

/** Pages that look the same for everybody, signed in or not. Specification 2. */
const alwaysPublic = new Set([paths.page('terms-of-service'), paths.page('privacy-policy')]);

/**
 * Where to go instead, or nothing when the page may be shown.
 *
 * @param path with its query, to come back to after log-in.
 * Source: specification 2, guards.
 */
export function redirectOf(page: PageOptions, path: string, state: StoreState): string | undefined {
  const { status, user } = state.session;
  const needsLogin = page.authenticate || page.onlyPerformer;
  if (status !== 'loggedIn' || !user) {
    return needsLogin ? `${paths.auth.login}?returnTo=${encodeURIComponent(path)}` : undefined;
  }
  if (page.onlyPerformer && !user.isPerformer) return homePathOf(user);
  const isDoor = page.layout === 'blank' || page.layout === 'home';
  if (isDoor && !needsLogin && !page.noredirect) return homePathOf(user);
  return undefined;
}

/**
 * Which of the six layouts a page gets. The site's state comes first, except for its administrators, who find the way in
 * through the log-in page; then a public page seen by somebody signed in
 * takes the primary layout, except the two legal pages.
 */
export function layoutOf(page: PageOptions, path: string, state: StoreState): LayoutName {
  const place = path.split(/[?#]/)[0] ?? path;
  if (!isAdmin(state)) {
    if (state.settings.countryBlocked) return 'geoBlock';
    if (state.settings.values.maintenanceMode && place !== paths.auth.login) return 'maintenance';
  }
  if (page.layout === 'public' && state.session.status === 'loggedIn' && !alwaysPublic.has(place)) return 'primary';
  return page.layout;
}

/** What a closed site shows its administrators is decided by the API, call by call: this only leaves the page open. */
function isAdmin(state: StoreState): boolean {
  const { user } = state.session;
  return user !== null && user !== undefined && 'roles' in user && user.roles.includes('admin');
}

/** The HTTP status that says the same as the layout. */
export function httpStatusOf(layout: LayoutName, isMissing: boolean): number {
  if (layout === 'geoBlock') return 451;
  if (layout === 'maintenance') return 503;
  return isMissing ? 404 : 200;
}
