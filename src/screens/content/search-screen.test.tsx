import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EndpointData } from '@contract/schemas';
import SearchPage from '../../../pages/search';
import { ApiError } from '@/services/api-error';
import { recentSearchStore } from '@/services/recent-searches';
import {
  renderWithStore,
  settle,
  storeForTest,
  type Answers,
  type StoreOptions,
} from '../../../tests/harness/render-with-store';
import { wireFeed, wirePerformer } from '../../../tests/factories/wire';

const { page } = SearchPage;
afterEach(() => window.localStorage.clear());

const found: EndpointData<'suggestSearch'> = {
  creators: [{ _id: 'c1', name: 'Wren Kiln', username: 'wren', avatar: '', headline: 'Pots', live: false }],
  items: [
    {
      _id: 'f1',
      kind: 'feed',
      slug: 'kiln-day',
      title: 'Kiln day',
      performer: { _id: 'c1', name: 'Wren Kiln', username: 'wren' },
    },
    {
      _id: 'v1',
      kind: 'photo',
      slug: 'x',
      title: 'A photo',
      performer: { _id: 'c1', name: 'Wren Kiln', username: 'wren' },
    },
  ],
  keywords: ['kiln gods'],
};

const everything: Answers = {
  suggestSearch: ({ query }) => (query?.['q'] ? found : { creators: [], items: [], keywords: [] }),
  searchKeyword: () => ({ totalPerformer: 1, totalFeed: 200, totalProduct: 0 }),
  searchPerformers: () => ({ data: [wirePerformer({ name: 'Wren Kiln' })], total: 1 }),
  listFeeds: () => ({ data: [wireFeed({ title: 'Kiln day' })], total: 1 }),
  searchVideos: () => ({ data: [], total: 0 }),
  searchGalleries: () => ({ data: [], total: 0 }),
  searchProducts: () => ({ data: [], total: 0 }),
};

async function show(query: Record<string, string> = {}, options: StoreOptions = {}) {
  const features = page.features ?? [];
  const given = storeForTest({ ...options, features, answers: { ...everything, ...options.answers } });
  for (const action of page.load?.({ query, state: given.store.getState() }) ?? []) given.store.dispatch(action);
  const shown = renderWithStore(<SearchPage />, { given, query, path: '/search' });
  await act(settle);
  return {
    ...shown,
    user: userEvent.setup(),
    field: screen.getByRole('combobox', { name: 'Search creators and posts' }),
  };
}

const suggestions = () => screen.queryByRole('listbox', { name: 'Suggestions' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

describe('search suggestions', () => {
  it('are loaded after a pause in typing, and support arrows, Enter and Esc', async () => {
    const { user, field, router, calls } = await show();
    await user.type(field, 'kiln');
    await screen.findByRole('listbox');
    expect(calls.filter(({ name }) => name === 'suggestSearch').map(({ input }) => input.query?.['q'])).toEqual([
      undefined,
      'kiln',
    ]);
    expect(options()).toEqual(['kiln gods', expect.stringContaining('Wren KilnPots'), 'Kiln dayPost by Wren Kiln']);
    expect(field).toHaveAttribute('aria-expanded', 'true');
    expect(field).not.toHaveAttribute('aria-activedescendant');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    const marked = screen.getByRole('option', { selected: true });
    expect(marked).toHaveTextContent('Wren Kiln');
    expect(field).toHaveAttribute('aria-activedescendant', marked.id);
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Kiln day');
    await user.keyboard('{Escape}');
    expect(suggestions()).not.toBeInTheDocument();
    expect(field).toHaveValue('kiln');
    await user.keyboard('{ArrowUp}{Enter}');
    expect(router.push).toHaveBeenCalledWith('/post/kiln-day');
  });

  it('are searched by Enter only if one is marked, and opened by a press', async () => {
    const { user, field, router } = await show();
    await user.type(field, ' kiln {Enter}');
    expect(router.push).toHaveBeenLastCalledWith('/search?q=kiln');
    await user.type(field, 's');
    await user.click(await screen.findByRole('option', { name: /Pots/ }));
    expect(router.push).toHaveBeenLastCalledWith('/wren');
    expect(suggestions()).not.toBeInTheDocument();
  });

  it('stay hidden and do not block a search if the call fails', async () => {
    const fail = () => {
      throw new ApiError(500, { message: 'No' });
    };
    const { user, field, router } = await show({}, { answers: { suggestSearch: fail } });
    await user.type(field, 'kiln{Enter}');
    await act(settle);
    expect(suggestions()).not.toBeInTheDocument();
    expect(router.push).toHaveBeenCalledWith('/search?q=kiln');
  });

  it('are only recent searches if the backend has no suggestions', async () => {
    recentSearchStore('').write(['kiln gods', 'bread']);
    const { user, field, calls } = await show({}, { extensions: [] });
    await user.type(field, 'ki');
    expect(options()).toEqual(['kiln gods']);
    await act(settle);
    expect(calls.map(({ name }) => name)).not.toContain('suggestSearch');
  });
});

describe('recent searches', () => {
  it('are stored on the device, latest first, and can be removed one by one or all together', async () => {
    recentSearchStore('').write(['bread', 'Kiln']);
    const first = await show({ q: 'kiln' });
    expect(recentSearchStore('').read()).toEqual(['kiln', 'bread']);
    first.unmount();
    const { user } = await show();
    const links = () =>
      screen.queryAllByRole('link', { name: /^(kiln|bread)$/ }).map((link) => link.getAttribute('href'));
    expect(links()).toEqual(['/search?q=kiln', '/search?q=bread']);
    await user.click(screen.getByRole('button', { name: 'Remove “kiln” from recent searches' }));
    expect(links()).toEqual(['/search?q=bread']);
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(links()).toEqual([]);
    expect(recentSearchStore('').read()).toBeUndefined();
    expect(screen.getByRole('heading', { name: 'What are you looking for?' })).toBeInTheDocument();
  });

  it('belong to one account, unlike popular ones, which come from several', async () => {
    recentSearchStore('somebody else').write(['bread']);
    const keyword = (word: string, attempt: number) => ({ _id: word, keyword: word, attempt });
    const answers: Answers = { listKeywords: () => ({ data: [keyword('kiln', 9), keyword('my ex', 1)], total: 2 }) };
    await show({}, { user: {}, answers, extensions: [] });
    expect(screen.queryByText('bread')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'kiln' })).toHaveAttribute('href', '/search?q=kiln');
    expect(screen.queryByText('my ex')).not.toBeInTheDocument();
  });

  it('stay when another account searches on this device', async () => {
    recentSearchStore('somebody else').write(['bread']);
    await show({ q: 'kiln' }, { user: { _id: 'me' } });
    expect(recentSearchStore('me').read()).toEqual(['kiln']);
    expect(recentSearchStore('somebody else').read()).toEqual(['bread']);
  });
});

it('guests are offered popular searches if the backend has them', async () => {
  const keywords = ['kiln', 'clay'];
  const { calls } = await show({}, { answers: { suggestSearch: () => ({ creators: [], items: [], keywords }) } });
  expect(screen.getByRole('heading', { name: 'Popular this month' })).toBeInTheDocument();
  for (const word of keywords) expect(screen.getByRole('link', { name: word })).toBeInTheDocument();
  expect(calls.map(({ name }) => name)).toEqual(['suggestSearch']);
});

describe('search results', () => {
  it('have a tab with a count for each kind that the backend supports', async () => {
    await show({ q: 'kiln' });
    const tabs = screen.getByRole('navigation', { name: 'What was found' });
    const texts = [...tabs.querySelectorAll('a')].map((tab) => tab.textContent);
    expect(texts.slice(0, 3)).toEqual(['All', 'Creators1', 'Posts200+']);
    expect(screen.getByRole('region', { name: /^Creators/ })).toHaveTextContent('Wren Kiln');
    expect(screen.getByRole('region', { name: /^Posts/ })).toHaveTextContent('Kiln day');
  });

  it('have the filter for posts in the URL', async () => {
    const { user, router, calls } = await show({ q: 'kiln', kind: 'feed', show: 'photo' });
    expect(calls.find(({ name }) => name === 'listFeeds')?.input.query).toMatchObject({ q: 'kiln', type: 'photo' });
    expect(calls.map(({ name }) => name)).not.toContain('searchPerformers');
    expect(screen.getByRole('button', { name: 'Photos' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'All posts' }));
    expect(router.replace).toHaveBeenCalledWith('/search?q=kiln&kind=feed', undefined, { scroll: false });
  });

  it('are empty for symbols only, without a request or a recent search', async () => {
    for (const kind of ['', 'creators', 'feed', 'video']) {
      const { calls, unmount, user, field } = await show({ q: '🎉', kind });
      expect(screen.getByRole('heading', { name: 'Nothing to search for in “🎉”' })).toBeInTheDocument();
      expect(screen.getByText('Try words or a name.')).toBeInTheDocument();
      expect(screen.queryByRole('navigation', { name: 'What was found' })).not.toBeInTheDocument();
      await user.type(field, '**');
      await act(settle);
      expect(calls.map(({ name, input }) => [name, input.query])).toEqual([['suggestSearch', undefined]]);
      expect(recentSearchStore('').read()).toBeUndefined();
      unmount();
    }
  });

  it('have an empty state and an error state', async () => {
    const none = () => ({ data: [], total: 0 });
    const nothing = await show({ q: 'kiln' }, { answers: { searchPerformers: none, listFeeds: none } });
    expect(screen.getByRole('heading', { name: 'Nothing found' })).toBeInTheDocument();
    nothing.unmount();
    const fail = () => {
      throw new ApiError(500, { message: 'No' });
    };
    await show({ q: 'kiln', kind: 'feed' }, { answers: { listFeeds: fail } });
    expect(screen.getByRole('heading', { name: 'The posts did not load' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /again/i })).toBeInTheDocument();
  });
});
