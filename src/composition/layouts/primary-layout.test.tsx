import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SkipLink } from '@/components/layout/skip-link';
import { badgesFeature } from '@/features/conversation/badges/badges-feature';
import { settingsLoaded } from '@/features/site/settings/settings-slice';
import { callUnknown } from '@/store/call-endpoint';
import { notificationsRead } from '@/store/intents';
import { renderWithStore, settle } from '../../../tests/harness/render-with-store';
import { PrimaryLayout } from './primary-layout';

const pagesFolder = path.join(__dirname, '../../../pages');

/** Pages for signed-in accounts, found by their files so that new ones are tested too. */
const signedInPages = readdirSync(pagesFolder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(?!_).*\.tsx$/.test(file) && !file.startsWith('_'))
  .map((file) => ({ file, source: readFileSync(path.join(pagesFolder, file), 'utf8') }))
  .filter(({ source }) => /layout: '(primary|public)'/.test(source))
  .map(({ file, source }) => ({ address: getAddress(file), forPerformers: source.includes('onlyPerformer: true') }));

function getAddress(file: string): string {
  const place = file
    .replace(/\.tsx$/, '')
    .replace(/(^|\/)index$/, '')
    .replace(/\[\[?(?:\.\.\.)?\w+\]?\]/g, 'some-name');
  return `/${place}?tab=one`;
}

/** Items can be opened from anywhere, so no entry is marked on their pages; 404 does not exist. */
const unplaced = /^\/(post|video|gallery|product|404)\b/;

const roles = [
  ['a fan', false],
  ['a creator', true],
] as const;

function show(address: string, isPerformer: boolean, isMissing?: boolean) {
  return renderWithStore(
    <PrimaryLayout isMissing={isMissing}>
      <main id="main" tabIndex={-1}>
        Page
      </main>
    </PrimaryLayout>,
    {
      path: address,
      user: { isPerformer, username: 'ada' },
      features: [badgesFeature],
      answers: { logout: () => null },
    },
  );
}

const current = (root: ParentNode) =>
  [...root.querySelectorAll('[aria-current="page"]')].map(
    (element) => element.textContent || element.getAttribute('aria-label'),
  );

describe.each(roles)('the navigation for %s', (_who, isPerformer) => {
  const pages = signedInPages.filter(
    ({ forPerformers, address }) => (isPerformer || !forPerformers) && !unplaced.test(address),
  );

  it('has pages to test', () => expect(pages.length).toBeGreaterThan(15));

  it.each(pages.map(({ address }) => address))(
    'marks exactly one entry on %s, in the side navigation and on phones',
    (address) => {
      const { container } = show(address, isPerformer);
      const [side, bottom] = screen.getAllByRole('navigation', { name: 'Main' });
      const bar = container.querySelector('header')!;
      expect(current(side!)).toHaveLength(1);
      expect([...current(bottom!), ...current(bar)]).toHaveLength(1);
    },
  );

  it.each([
    ['/user/cards', isPerformer ? 'Earnings' : 'Wallet'],
    ['/user/following', 'Home'],
    ['/creator/my-post/create', isPerformer ? 'My content' : 'Home'],
    ['/creator/my-post/edit/1', isPerformer ? 'My content' : 'Home'],
    ['/messages/5', 'Messages'],
    ['/noor', 'Discover'],
  ])('on %s, marks %s', (address, name) => {
    show(address, isPerformer);
    const [side] = screen.getAllByRole('navigation', { name: 'Main' });
    expect(current(side!)).toEqual([name]);
  });

  it.each(['/post/kiln-thursday', '/video/1', '/gallery/1?comments', '/product/1'])(
    'marks no entry on %s',
    (address) => {
      const { container } = show(address, isPerformer);
      expect(current(container)).toEqual([]);
    },
  );

  it('marks no entry on a page that does not exist', () => {
    const { container } = show('/nobody', isPerformer, true);
    expect(current(container)).toEqual([]);
  });

  it.each(['/ada', '/user/account', '/user/developer'])('marks the account on %s', (address) => {
    show(address, isPerformer);
    const [side] = screen.getAllByRole('navigation', { name: 'Main' });
    expect(current(side!)).toEqual([expect.stringMatching(/^Your account/)]);
  });
});

it('a creator’s bottom bar has Create and Fans, and the account menu has the rest', async () => {
  const { container } = show('/creator/my-post/create', true);
  const bottom = screen.getAllByRole('navigation', { name: 'Main' })[1]!;
  expect(
    within(bottom)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Home', 'Messages', 'Create', 'Fans', 'Earnings']);
  expect(current(bottom)).toEqual(['Create']);
  await userEvent.click(within(container.querySelector('header')!).getByRole('button', { name: /Your account/ }));
  const menu = screen.getByRole('menu', { name: 'Your account' });
  expect(within(menu).getByRole('menuitem', { name: 'Discover' })).toHaveAttribute('href', '/creator');
  expect(within(menu).getByRole('menuitem', { name: 'My content' })).toHaveAttribute('href', '/creator/my-post');
});

it('the top bar on phones links creators to the earnings, and counts unread notifications', () => {
  const { store, container } = show('/home', true);
  act(() => void store.dispatch(notificationsRead({ totalUnread: 3 })));
  const bottom = screen.getAllByRole('navigation', { name: 'Main' })[1]!;
  expect(within(bottom).getByRole('link', { name: 'Earnings' })).toHaveAttribute('href', '/creator/earning');
  const bar = container.querySelector('header')!;
  expect(within(bar).getByRole('link', { name: 'Notifications, 3 unread' })).toBeInTheDocument();
});

it('the navigation links to live shows if the backend has them', () => {
  const { store } = show('/streaming', false);
  const [side] = screen.getAllByRole('navigation', { name: 'Main' });
  expect(within(side!).queryByRole('link', { name: 'Live' })).not.toBeInTheDocument();
  const { extensions = [] } = store.getState().settings.values;
  act(
    () =>
      void store.dispatch(
        settingsLoaded({ ...store.getState().settings.values, extensions: [...extensions, 'shows'] }),
      ),
  );
  expect(within(side!).getByRole('link', { name: 'Live' })).toHaveAttribute('href', '/streaming');
  expect(current(side!)).toEqual(['Live']);
});

it('the navigation hides notifications if the backend has none', () => {
  const { store, container } = show('/home', true);
  act(() => void store.dispatch(callUnknown('listNotifications')));
  expect(within(container).queryByRole('link', { name: /Notifications/ })).not.toBeInTheDocument();
});

describe('the account menu', () => {
  it.each([
    ['a fan', false, '/user/account'],
    ['a creator', true, '/creator/account'],
  ])('of %s has settings, theme and logout', async (_who, isPerformer, settings) => {
    const { calls } = show('/home', isPerformer);
    const [side] = screen.getAllByRole('navigation', { name: 'Main' });
    await userEvent.click(within(side!).getByRole('button', { name: /Your account/ }));
    const menu = within(side!).getByRole('menu', { name: 'Your account' });
    expect(within(menu).getByRole('menuitem', { name: /ettings/ })).toHaveAttribute('href', settings);
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Dark theme' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await userEvent.click(within(side!).getByRole('button', { name: /Your account/ }));
    await userEvent.click(within(side!).getByRole('menuitem', { name: 'Light theme' }));
    await userEvent.click(within(side!).getByRole('button', { name: /Your account/ }));
    await userEvent.click(within(side!).getByRole('menuitem', { name: 'Log out' }));
    await settle();
    expect(calls.map(({ name }) => name)).toContain('logout');
  });
});

it('the navigation links creators to payouts if the backend has them', () => {
  const { store } = show('/creator/payout-request', true);
  const [side] = screen.getAllByRole('navigation', { name: 'Main' });
  expect(current(side!)).toEqual(['Payouts']);
  expect(within(side!).getByRole('link', { name: 'Payouts' })).toHaveAttribute('href', '/creator/payout-request');
  act(() => void store.dispatch(callUnknown('searchPayoutRequests')));
  expect(within(side!).queryByRole('link', { name: 'Payouts' })).not.toBeInTheDocument();
  expect(current(side!)).toEqual(['Earnings']);
});

it('the first link lets keyboard users skip the navigation', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  renderWithStore(
    <>
      <SkipLink />
      <PrimaryLayout>
        <main id="main" tabIndex={-1}>
          Page
        </main>
      </PrimaryLayout>
    </>,
    { path: '/home', user: {} },
  );
  await userEvent.tab();
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
});
