import { act, cleanup, screen, within } from '@testing-library/react';
import { intentFeature, selectIntent } from '@/features/money/checkout/intent-feature';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { profileRequested } from '@/features/identity/performer/performer-slice';
import { fakeView } from '../../../tests/harness/fake-intersection-observer';
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

describe('profile tabs', () => {
  it('include media if an item has photos or videos', async () => {
    expect(await showTabs({ hasMedia: true, totalFeeds: 3 })).toContain('Media');
  });

  it('omit media if all items are text or audio', async () => {
    expect(await showTabs({ hasMedia: false, totalFeeds: 3 })).not.toContain('Media');
  });

  it('include media if there are posts and the backend does not say what they contain', async () => {
    expect(await showTabs({ totalFeeds: 3 })).toContain('Media');
    cleanup();
    expect(await showTabs({ totalFeeds: 0 })).not.toContain('Media');
  });
});

describe('returning from the sign-up after pressing Subscribe', () => {
  async function comeBack(performer: object, options: Parameters<typeof storeForTest>[0] = { user: {} }) {
    const given = storeForTest({
      ...options,
      features: [performerFeature, intentFeature, ...itemFeatures],
      answers: {
        getPerformer: () => ({ ...wirePerformer({ username: 'noor' }), ...performer }),
        listFeeds: () => ({ data: [], total: 0 }),
      },
    });
    given.store.dispatch(profileRequested({ address: 'noor' }));
    const query = { profileId: 'noor', q: 'clay', subscribe: 'yearly' };
    const { router } = renderWithStore(<ProfileScreen />, { given, query, path: '/noor' });
    await act(settle);
    return { intent: selectIntent(given.store.getState()), router };
  }

  it('opens the sheet for that plan, and removes the plan from the URL', async () => {
    const { intent, router } = await comeBack({});
    expect(intent).toMatchObject({ kind: 'subscribe', plan: 'yearly', performer: { username: 'noor' } });
    const query = { profileId: 'noor', q: 'clay' };
    expect(router.replace.mock.calls).toEqual([[{ query }, undefined, { shallow: true, scroll: false }]]);
  });

  it('opens no sheet if the fan already subscribes', async () => {
    const subscription = { _id: 'a'.repeat(24), status: 'active', expiredAt: '2040-12-22T10:00:00.000Z' };
    expect((await comeBack({ isSubscribed: true, subscription })).intent).toBeNull();
  });

  it('waits until the fan is logged in', async () => {
    const { intent, router } = await comeBack({}, {});
    expect(intent).toBeNull();
    expect(router.replace).not.toHaveBeenCalled();
  });
});
