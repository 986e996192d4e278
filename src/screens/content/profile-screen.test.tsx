import { act, cleanup, screen, within } from '@testing-library/react';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { profileRequested } from '@/features/identity/performer/performer-slice';
import { fakeView } from '../../../tests/harness/fake-view';
import { renderWithStore, settle, storeForTest } from '../../../tests/harness/render-with-store';
import { wirePerformer } from '../../../tests/factories/wire';
import { itemFeatures } from './item-page';
import { ProfileScreen } from './profile-screen';

fakeView();

async function showTabs(given: { hasMedia?: boolean; totalFeeds: number }): Promise<(string | null)[]> {
  const { totalFeeds, ...told } = given;
  const performer = { ...wirePerformer({ username: 'noor' }), ...told };
  const store = storeForTest({
    features: [performerFeature, ...itemFeatures],
    answers: {
      getPerformer: () => ({ ...performer, stats: { ...performer.stats, totalFeeds } }),
      listFeeds: () => ({ data: [], total: 0 }),
    },
  });
  store.store.dispatch(profileRequested({ address: 'noor' }));
  renderWithStore(<ProfileScreen />, { given: store, query: { profileId: 'noor' }, path: '/noor' });
  await act(settle);
  return within(screen.getByRole('navigation', { name: /: sections$/ }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
}

describe('the tabs of a profile', () => {
  it('have media where something published holds photos or videos', async () => {
    expect(await showTabs({ hasMedia: true, totalFeeds: 3 })).toContain('Media');
  });

  it('have no media where everything published is text or sound', async () => {
    expect(await showTabs({ hasMedia: false, totalFeeds: 3 })).not.toContain('Media');
  });

  it('have media before a backend that does not say so, once there are posts', async () => {
    expect(await showTabs({ totalFeeds: 3 })).toContain('Media');
    cleanup();
    expect(await showTabs({ totalFeeds: 0 })).not.toContain('Media');
  });
});
