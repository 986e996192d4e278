import { NOTICE_PARAMETER, paths } from '@/config/paths';
import { getHomePath } from '@/features/identity/auth/home-path';
import { OTHER_ACCOUNT } from '@/features/identity/auth/session-slice';
import type { StoreState } from '@/store/state';
import type { LayoutName, PageOptions } from './define-page';

/** Pages with the same layout for guests and accounts. Specification 2. */
const ALWAYS_PUBLIC = new Set([paths.page('terms-of-service'), paths.page('privacy-policy')]);

const CREATORS_ONLY = 'creators-only';
const FAN_ACCOUNT = 'fan-account';
const SESSION_ENDED = 'session-ended';
/** Texts that the next page shows after a redirect. ux.md G-14. */
export const notices: ReadonlyMap<unknown, string> = new Map([
  [OTHER_ACCOUNT, 'You logged in with another account in another tab.'],
  // Specification 8.
  [SESSION_ENDED, 'Please login!'],
  [CREATORS_ONLY, 'That page is for creators. Your account is a fan’s, so here is your home.'],
  [FAN_ACCOUNT, 'You’re logged in as a fan. To start a page, log out and sign up with another email.'],
]);

/**
 * The guards of specification 2.
 *
 * @param path with its query, to return to after the login
 * @returns undefined if the viewer can see the page
 */
export function getRedirect(page: PageOptions, path: string, state: StoreState): string | undefined {
  // Without the API, nobody knows whether the viewer is logged in.
  if (state.settings.isApiAway) return undefined;
  const { status, user, hasEnded } = state.session;
  const needsLogin = page.authenticate || page.onlyPerformer;
  if (status !== 'loggedIn' || !user) {
    if (!needsLogin) return undefined;
    const why = hasEnded ? `&${NOTICE_PARAMETER}=${SESSION_ENDED}` : '';
    return paths.auth.loginFor(path) + why;
  }
  if (page.onlyPerformer && !user.isPerformer) return `${getHomePath(user)}?${NOTICE_PARAMETER}=${CREATORS_ONLY}`;
  if (page.creatorPath && user.isPerformer) return page.creatorPath + path.replace(/^[^?#]*/, '');
  const isDoor = page.layout === 'blank' || page.layout === 'home';
  if (!isDoor || needsLogin || page.noredirect) return undefined;
  const wantsPage = path.startsWith(paths.auth.creatorRegister) && !user.isPerformer;
  return wantsPage ? `${getHomePath(user)}?${NOTICE_PARAMETER}=${FAN_ACCOUNT}` : getHomePath(user);
}

/** The layouts of a closed site come first, except for administrators, who can always log in. */
export function getLayout(page: PageOptions, path: string, state: StoreState): LayoutName {
  const place = path.split(/[?#]/)[0] ?? path;
  if (state.settings.isApiAway) return 'outage';
  if (!isAdmin(state)) {
    if (state.settings.countryBlocked) return 'geoBlock';
    if (state.settings.values.maintenanceMode && place !== paths.auth.login) return 'maintenance';
  }
  if (page.layout === 'console' && !hasConsole(state)) return 'primary';
  if (page.layout === 'public' && state.session.status === 'loggedIn' && !ALWAYS_PUBLIC.has(place)) return 'primary';
  return page.layout;
}

/** Only opens the page: the API decides for each call what administrators get while the site is closed. */
function isAdmin(state: StoreState): boolean {
  const { user } = state.session;
  return user !== null && user !== undefined && 'roles' in user && user.roles.includes('admin');
}

/**
 * Without the table of roles, which only pages of the console load: for them, a page that the role may not open counts as
 * missing.
 */
const hasConsole = (state: StoreState): boolean =>
  isAdmin(state) && state.settings.values.extensions?.includes('console') === true;

/** Layouts shown in place of the page, whose data is not loaded. */
export const isClosedLayout = (layout: LayoutName): boolean =>
  layout === 'geoBlock' || layout === 'maintenance' || layout === 'outage';

export function getHttpStatus(layout: LayoutName, isMissing: boolean): number {
  if (layout === 'geoBlock') return 451;
  if (layout === 'maintenance' || layout === 'outage') return 503;
  return isMissing ? 404 : 200;
}
