import { act, screen } from '@testing-library/react';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { categoriesRequested, listRequested } from '@/features/identity/performer/performer-slice';
import { renderWithStore, settle, storeForTest } from '../../../tests/harness/render-with-store';
import { wirePerformer } from '../../../tests/factories/wire';
import { creatorsListKey, readCreatorsQuery, toPerformerQuery } from './creators-query';
import { CreatorsScreen } from './creators-screen';

async function show(query: Record<string, string> = {}) {
  let tell = () => {};
  const given = storeForTest({
    features: [performerFeature],
    answers: {
      getProfileOptions: () =>
        new Promise((resolve) => {
          tell = () => resolve({ categories: [{ value: 'clay', text: 'Clay' }] });
        }),
      searchPerformers: ({ query: asked }) =>
        asked?.['live'] ? { data: [], total: 0 } : { data: [wirePerformer({ name: 'Mira Okafor' })], total: 1 },
    },
  });
  const chosen = readCreatorsQuery(query);
  given.store.dispatch(categoriesRequested());
  given.store.dispatch(listRequested({ key: creatorsListKey(chosen), query: toPerformerQuery(chosen) }));
  const shown = renderWithStore(<CreatorsScreen />, { given, query, path: '/creator' });
  await act(settle);
  return { ...shown, tell: () => act(async () => (tell(), await settle())) };
}

/** The rows above the list, as many as there are. */
const rowsAbove = () => screen.getByRole('region', { name: 'Creators' }).parentElement!.children.length;

describe('finding creators', () => {
  it('keeps the room of the topics before they are known, so that nothing moves when they come', async () => {
    const { tell } = await show();
    expect(screen.queryByRole('group', { name: 'Topic' })).not.toBeInTheDocument();
    const before = rowsAbove();
    await tell();
    expect(screen.getByRole('group', { name: 'Topic' })).toBeInTheDocument();
    expect(rowsAbove()).toBe(before);
  });

  it('says that nobody is live right now, with the way to everybody', async () => {
    await show({ only: 'live' });
    expect(screen.getByRole('heading', { name: 'Nobody is live right now' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Show all creators' })).toHaveAttribute('href', '/creator');
  });
});
