import { act, screen } from '@testing-library/react';
import { itemFeature } from '@/features/content/item/item-feature';
import type { Performer } from '@/features/identity/performer/performer-slice';
import { renderWithStore, settle, storeForTest } from '../../../../tests/harness/render-with-store';
import { wirePerformer } from '../../../../tests/factories/wire';
import { ProfilePosts } from './profile-posts';

const noor = wirePerformer({ username: 'noor' });

it('a search for symbols only finds no posts, without a request', async () => {
  const given = storeForTest({ features: [itemFeature] });
  renderWithStore(<ProfilePosts performer={noor as Performer} />, { given, query: { q: '🎉' } });
  await act(settle);
  expect(await screen.findByRole('heading', { name: 'Nothing to search for in “🎉”' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show all posts' })).toHaveAttribute('href', '/noor');
  expect(given.calls).toEqual([]);
});
