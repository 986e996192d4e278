import { currentUserLoaded, type CurrentUser } from '@/features/identity/auth/session-slice';
import { countryChecked, settingsLoaded } from '@/features/site/settings/settings-slice';
import type { StoreState } from '@/store/state';
import { storeForTest } from '../../tests/harness/render-with-store';
import type { LayoutName, PageOptions } from './define-page';
import { getHttpStatus, getLayout, getRedirect } from './guards';

type Viewer = 'visitor' | 'fan' | 'creator';
const fan = { email: 'a@example.test', username: 'ada', isPerformer: false };
const users: Record<Viewer, Partial<CurrentUser> | undefined> = {
  visitor: undefined,
  fan,
  creator: { ...fan, username: 'mira', isPerformer: true },
};
const stateFor = (viewer: Viewer): StoreState => storeForTest({ user: users[viewer] }).store.getState();

const open: PageOptions = { layout: 'public' };
const member: PageOptions = { layout: 'primary', authenticate: true };
const studio: PageOptions = { layout: 'primary', onlyPerformer: true };
const own: PageOptions = { ...member, creatorPath: '/creator/account' };
const door: PageOptions = { layout: 'blank' };
const landing: PageOptions = { layout: 'home' };

describe('getRedirect', () => {
  it.each<[string, PageOptions, Viewer, string | undefined]>([
    ['an open page', open, 'visitor', undefined],
    ['an open page', open, 'fan', undefined],
    ['a page that requires login', member, 'visitor', '/auth/login?returnTo=%2Fx%3Fa%3D1'],
    ['a page that requires login', member, 'fan', undefined],
    ['a page that requires login', member, 'creator', undefined],
    ['a page for creators', studio, 'visitor', '/auth/login?returnTo=%2Fx%3Fa%3D1'],
    ['a page for creators', studio, 'fan', '/home?notice=creators-only'],
    ['a page for creators', studio, 'creator', undefined],
    ['a page that creators have a version of', own, 'fan', undefined],
    ['a page that creators have a version of', own, 'creator', '/creator/account?a=1'],
    ['the login page', door, 'visitor', undefined],
    ['the login page', door, 'fan', '/home'],
    ['the login page', door, 'creator', '/mira'],
    ['the landing page', landing, 'fan', '/home'],
    ['a blank page with noredirect', { ...door, noredirect: true }, 'fan', undefined],
    ['a blank page that requires login', { ...door, authenticate: true }, 'fan', undefined],
  ])('%s: redirects if the viewer must not see it (row %#)', (_what, page, viewer, path) => {
    expect(getRedirect(page, '/x?a=1', stateFor(viewer))).toBe(path);
  });

  it('tells a fan why the creator registration page redirects', () => {
    expect(getRedirect(door, '/auth/creator-register', stateFor('fan'))).toBe('/home?notice=fan-account');
    expect(getRedirect(door, '/auth/creator-register', stateFor('creator'))).toBe('/mira');
    expect(getRedirect(door, '/auth/creator-register', stateFor('visitor'))).toBeUndefined();
  });

  it('treats a viewer without a valid session as a guest', () => {
    const { store } = storeForTest();
    store.dispatch({ type: 'session/unauthorized' });
    expect(getRedirect(member, '/x', store.getState())).toBe('/auth/login?returnTo=%2Fx');
  });
});

describe('getLayout', () => {
  it.each<[string, Viewer, LayoutName]>([
    ['/contact', 'visitor', 'public'],
    ['/contact', 'fan', 'primary'],
    ['/contact?topic=1', 'creator', 'primary'],
    ['/page/about', 'fan', 'primary'],
    ['/page/terms-of-service', 'fan', 'public'],
    ['/page/privacy-policy#cookies', 'creator', 'public'],
    ['/page/privacy-policy', 'visitor', 'public'],
  ])('shows %s to a %s in the %s layout', (path, viewer, layout) => {
    expect(getLayout(open, path, stateFor(viewer))).toBe(layout);
  });

  it('keeps the layouts of all other pages', () => {
    expect(getLayout(door, '/auth/login', stateFor('fan'))).toBe('blank');
    expect(getLayout(landing, '/', stateFor('visitor'))).toBe('home');
  });

  it('shows maintenance before the page, and the country block before maintenance', () => {
    const { store } = storeForTest();
    store.dispatch(currentUserLoaded({ ...users.fan } as CurrentUser));
    store.dispatch(settingsLoaded({ maintenanceMode: true }));
    expect(getLayout(open, '/page/terms-of-service', store.getState())).toBe('maintenance');
    store.dispatch(countryChecked(true));
    expect(getLayout(open, '/page/terms-of-service', store.getState())).toBe('geoBlock');
  });

  it('opens a closed site to administrators, and the login page to everyone', () => {
    const { store } = storeForTest();
    store.dispatch(settingsLoaded({ maintenanceMode: true }));
    expect(getLayout(door, '/auth/login?returnTo=%2Fhome', store.getState())).toBe('blank');
    store.dispatch(currentUserLoaded({ ...users.fan, roles: ['user', 'admin', 'owner'] } as CurrentUser));
    store.dispatch(countryChecked(true));
    expect(getLayout(member, '/home', store.getState())).toBe('primary');
  });
});

describe('getHttpStatus', () => {
  it.each<[LayoutName, boolean, number]>([
    ['primary', false, 200],
    ['public', true, 404],
    ['maintenance', true, 503],
    ['geoBlock', true, 451],
  ])('layout %s, content missing %s: status %i', (layout, isMissing, status) => {
    expect(getHttpStatus(layout, isMissing)).toBe(status);
  });
});
