import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { referenceFeature } from '@/features/site/reference/reference-feature';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { categoriesRequested } from '@/features/identity/performer/performer-slice';
import { renderWithStore, settle, storeForTest } from '../../../tests/harness/render-with-store';
import { wirePerformer } from '../../../tests/factories/wire';
import { creatorsRequested, readCreatorsQuery } from './creators-query';
import { CreatorsScreen } from './creators-screen';

async function show(query: Record<string, string> = {}, extensions?: readonly string[]) {
  let tell = () => {};
  // The first call loads the topics, later calls load the filter options.
  let isFirst = true;
  const given = storeForTest({
    features: [performerFeature, referenceFeature],
    ...(extensions && { extensions }),
    answers: {
      listCountries: () => [{ name: 'United Kingdom', code: 'GB' }],
      listLanguages: () => [{ name: 'Portuguese', code: 'pt' }],
      listRandomPerformers: () => ({ data: [wirePerformer({ name: 'Tom Field' })] }),
      getProfileOptions: () =>
        isFirst
          ? new Promise((resolve) => {
              isFirst = false;
              tell = () => resolve({ categories: [{ value: 'clay', text: 'Clay' }] });
            })
          : { ages: [{ value: '26_35', text: '26_35' }], hairs: [], eyes: [] },
      searchPerformers: ({ query: asked }) =>
        asked?.['live'] ? { data: [], total: 0 } : { data: [wirePerformer({ name: 'Mira Okafor' })], total: 1 },
    },
  });
  given.store.dispatch(categoriesRequested());
  given.store.dispatch(creatorsRequested(readCreatorsQuery(query)));
  const shown = renderWithStore(<CreatorsScreen />, { given, query, path: '/creator' });
  await act(settle);
  return { ...shown, user: userEvent.setup(), tell: () => act(async () => (tell(), await settle())) };
}

const rowsAbove = () => screen.getByRole('region', { name: 'Creators' }).parentElement!.children.length;

describe('CreatorsScreen', () => {
  it('reserves space for the topics, so that nothing moves once they have loaded', async () => {
    const { tell } = await show();
    expect(screen.queryByRole('group', { name: 'Topic' })).not.toBeInTheDocument();
    const before = rowsAbove();
    await tell();
    expect(screen.getByRole('group', { name: 'Topic' })).toBeInTheDocument();
    expect(rowsAbove()).toBe(before);
  });

  it('requests the filters in the URL, and offers the backend’s options', async () => {
    const query = {
      country: 'GB',
      age: '26_35',
      price: '5_10',
      hair: 'red',
      only: 'under10,featured',
      sort: 'trending',
    };
    const { calls, user, router } = await show(query);
    expect(calls.find(({ name }) => name === 'searchPerformers')?.input.query).toEqual({
      limit: 12,
      offset: 0,
      sortBy: 'trending',
      country: 'GB',
      age: '26_35',
      hair: 'red',
      minPrice: 5,
      maxPrice: 9.99,
      isFeatured: true,
    });
    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveDisplayValue('United Kingdom');
    expect(screen.getByRole('combobox', { name: 'Age' })).toHaveDisplayValue('26 to 35');
    // A filter in the URL can be removed even if the backend has no such option.
    expect(screen.getByRole('combobox', { name: 'Hair' })).toHaveDisplayValue('red');
    expect(screen.queryByRole('combobox', { name: 'Eyes' })).not.toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Age' }), 'Any');
    const { age: _age, ...rest } = query;
    expect(router.replace).toHaveBeenLastCalledWith({ pathname: '/creator', query: rest }, undefined, {
      scroll: false,
    });
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
    expect(router.replace).toHaveBeenLastCalledWith({ pathname: '/creator', query: { sort: 'trending' } }, undefined, {
      scroll: false,
    });
  });

  it('keeps the section of appearance filters open when the last one is removed', async () => {
    const { user, router } = await show({ hair: 'red' });
    router.replace.mockReturnValue(new Promise(() => {}));
    const looks = () => screen.getByText('Appearance').closest('details');
    expect(looks()).toHaveAttribute('open');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Hair' }), 'Any');
    expect(looks()).toHaveAttribute('open');
  });

  it('shows a random sample, and another when asked', async () => {
    const { calls, user } = await show({ sort: 'random', only: 'trial' });
    const asked = () => calls.filter(({ name }) => name === 'listRandomPerformers');
    expect(asked().map(({ input }) => input.query)).toEqual([{ limit: 12, offset: 0, isFreeSubscription: true }]);
    await user.click(screen.getByRole('button', { name: 'Shuffle again' }));
    await act(settle);
    expect(asked()).toHaveLength(2);
    expect(screen.getByRole('link', { name: 'Tom Field' })).toBeInTheDocument();
  });

  it('offers guests on other backends only the filters that work there', async () => {
    await show({}, []);
    const names = screen.getAllByRole('button').map((button) => button.textContent);
    for (const name of ['Free trial', 'Featured']) expect(names).toContain(name);
    for (const name of ['Under $10', 'Live now', 'Online', 'Following']) expect(names).not.toContain(name);
    expect(screen.queryByRole('option', { name: 'Trending' })).not.toBeInTheDocument();
  });

  it.each([
    ['offers the live filter on backends with shows', ['creatorFilters', 'shows'], true],
    ['hides the live filter on backends without shows', ['creatorFilters'], false],
  ])('%s', async (_what, extensions, isOffered) => {
    await show({}, extensions);
    const names = screen.getAllByRole('button').map((button) => button.textContent);
    expect(names).toContain('Online');
    expect(names.includes('Live now')).toBe(isOffered);
  });

  it('shows that no creator is live, with a link to all creators', async () => {
    await show({ only: 'live' });
    expect(screen.getByRole('heading', { name: 'Nobody is live right now' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Show all creators' })).toHaveAttribute('href', '/creator');
  });
});

it('a search for symbols only finds no creators, without a request', async () => {
  const { calls } = await show({ q: '**' });
  expect(screen.getByRole('heading', { name: 'Nothing to search for in “**”' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show all creators' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /Search posts/ })).not.toBeInTheDocument();
  expect(calls.map(({ name }) => name)).not.toContain('searchPerformers');
});

it('a search for symbols only shows no random sample', async () => {
  const { calls } = await show({ q: '🎉', sort: 'random' });
  expect(screen.getByRole('heading', { name: 'Nothing to search for in “🎉”' })).toBeInTheDocument();
  expect(calls.map(({ name }) => name)).not.toContain('listRandomPerformers');
});
