import { act, screen } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { studioKindNames } from '@/config/item-names';
import { studioFeature } from '@/features/content/studio/studio-feature';
import { renderWithStore, settle, storeForTest } from '../../../tests/harness/render-with-store';
import { wireFeed } from '../../../tests/factories/wire';
import { loadOwnItems } from './own-items-query';
import { OwnItemsScreen } from './own-items-screen';

let go = (_query: Record<string, string>) => {};

function Page() {
  const router = useRouter();
  const [query, setQuery] = useState<Record<string, string>>({ q: 'kiln' });
  useEffect(() => void (go = (next) => act(() => setQuery(next))), []);
  return (
    <RouterContext.Provider value={{ ...router, query }}>
      <OwnItemsScreen kind="feed" />
    </RouterContext.Provider>
  );
}

it('the search field has the search text of the URL, even after going back', async () => {
  renderWithStore(<Page />, { features: [studioFeature], user: { isPerformer: true } as object });
  await act(settle);
  expect(screen.getByRole('searchbox')).toHaveValue('kiln');
  go({});
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

it.each(studioKindNames)('a search for symbols only finds no %s, without a request', async (kind) => {
  const query = { q: '🎉' };
  const given = storeForTest({ features: [studioFeature], user: { isPerformer: true } as object });
  for (const action of loadOwnItems(kind)({ query })) given.store.dispatch(action);
  renderWithStore(<OwnItemsScreen kind={kind} />, { given, query });
  await act(settle);
  expect(screen.getByRole('heading', { name: 'Nothing to search for in “🎉”' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show all' })).toBeInTheDocument();
  expect(given.calls.filter(({ input }) => input.query?.['q'] !== undefined)).toEqual([]);
});

it('the title of a text post is the beginning of its text', async () => {
  const post = wireFeed({ type: 'text', title: '', text: 'word '.repeat(100) });
  const given = storeForTest({
    features: [studioFeature],
    user: { isPerformer: true } as object,
    answers: { listPerformerFeeds: () => ({ data: [post], total: 1 }) },
  });
  for (const action of loadOwnItems('feed')({ query: {} })) given.store.dispatch(action);
  renderWithStore(<OwnItemsScreen kind="feed" />, { given });
  await act(settle);
  expect(screen.getByRole('link', { name: `${'word '.repeat(12).trim()}…` })).toBeInTheDocument();
});
