import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { listRequested } from '@/features/identity/performer/performer-slice';
import { listOpened, peopleRequested } from '@/features/content/item/item-slice';
import { subscriptionFeature } from '@/features/money/subscription/subscription-feature';
import { topUpRequested } from '@/store/intents';
import { renderWithStore, settle, storeForTest, type StoreOptions } from '../../../tests/harness/render-with-store';
import { wireFeed, wirePerformer } from '../../../tests/factories/wire';
import { homeList, suggestionsKey } from './home-query';
import { HomeScreen } from './home-screen';
import { itemFeatures } from './item-page';

const followed = wirePerformer({ name: 'Ines Calloway', username: 'ines', live: true });
const others = ['Noor Adeyemi', 'Leo Brandt', 'Wen Halloran', 'Suvi Lahti'].map((name) =>
  wirePerformer({ name, username: name.split(' ')[0]?.toLowerCase(), isFollowed: false }),
);

async function show({ query = {}, ...options }: StoreOptions & { query?: Record<string, string> } = {}) {
  const given = storeForTest({
    features: [...itemFeatures, performerFeature, subscriptionFeature],
    user: {},
    ...options,
    answers: {
      listFeeds: () => ({ data: [], total: 0 }),
      listFollowing: () => ({ data: [{ followingInfo: followed }], total: 1 }),
      listRandomPerformers: () => ({ data: [followed, ...others], total: 5 }),
      followPerformer: () => ({}),
      searchUserSubscriptions: () => ({ data: [], total: 0 }),
      getPlatformSubscription: () => ({ isSubscribed: false }),
      ...options.answers,
    },
  });
  given.store.dispatch(listOpened(homeList(query)));
  given.store.dispatch(peopleRequested());
  given.store.dispatch(listRequested({ key: suggestionsKey, source: 'random' }));
  const shown = renderWithStore(<HomeScreen />, { given, query, path: '/home' });
  const dispatched = vi.spyOn(given.store, 'dispatch');
  await act(settle);
  return { ...shown, dispatched };
}

describe('the home page', () => {
  it('offers three creators and the search if there are no posts', async () => {
    const { router } = await show();
    const main = screen.getByRole('main').firstElementChild as HTMLElement;
    expect(within(main).getAllByRole('button', { name: /^Follow / })).toHaveLength(3);
    expect(within(main).queryByRole('button', { name: /Ines/ })).not.toBeInTheDocument();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find creators and posts' }), 'clay{Enter}');
    expect(router.push).toHaveBeenCalledWith('/search?q=clay');
  });

  it('loads posts as soon as a creator is followed', async () => {
    let feeds: object[] = [];
    await show({ answers: { listFeeds: () => ({ data: feeds, total: feeds.length }) } });
    feeds = [wireFeed()];
    await userEvent.click(screen.getByRole('button', { name: 'Follow Noor Adeyemi' }));
    expect(await screen.findByRole('article')).toHaveTextContent('The Thursday kiln is open.');
  });

  it('keeps the filter in the URL', async () => {
    const { router } = await show({ query: { show: 'audio' } });
    expect(screen.getByRole('button', { name: 'Audio' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('link', { name: 'Show everything' })).toHaveAttribute('href', '/home');
    await userEvent.click(screen.getByRole('button', { name: 'Polls' }));
    expect(router.push).toHaveBeenCalledWith('/home?show=poll', undefined, { scroll: false });
  });

  it('links to live creators', async () => {
    await show();
    expect(screen.getByRole('link', { name: /Ines/ })).toHaveAttribute('href', '/streaming/ines');
  });

  it('shows the wallet beside the posts', async () => {
    const { dispatched } = await show();
    expect(screen.getByText('$24.30')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Top up' }));
    expect(dispatched).toHaveBeenCalledWith(topUpRequested());
  });

  it('shows creators a link to write a post above the followed creators’ posts', async () => {
    await show({ user: { isPerformer: true } as never, query: { show: 'all' } });
    expect(screen.getByRole('link', { name: /What have you made/ })).toHaveAttribute('href', '/creator/my-post/create');
    expect(screen.getByRole('link', { name: 'Your work' })).toHaveAttribute('href', '/home');
  });
});
