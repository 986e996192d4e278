import { itemFeature } from '@/features/content/item/item-feature';
import { listOpened } from '@/features/content/item/item-slice';
import { settle, storeForTest } from '../../../tests/harness/render-with-store';
import { movedProfilePath, profileList, profilePostsPath, readProfileQuery } from './profile-query';
import { foundItems } from './search-query';

describe('the URL of a profile', () => {
  it('parses to the values from which it was written', () => {
    const path = profilePostsPath('/mira', { show: 'photo', words: 'blue & white' });
    expect(path).toBe('/mira?show=photo&q=blue+%26+white');
    const query = Object.fromEntries(new URL(path, 'http://x').searchParams);
    expect(readProfileQuery({ profileId: 'mira', ...query })).toEqual({
      address: 'mira',
      tab: 'posts',
      show: 'photo',
      words: 'blue & white',
    });
    expect(profilePostsPath('/mira', { show: 'all', words: '' })).toBe('/mira');
  });

  it('has a search text that reaches the API unchanged', async () => {
    const answers = { listFeeds: () => ({ data: [], total: 0 }) };
    const { store, calls } = storeForTest({ features: [itemFeature], answers });
    store.dispatch(listOpened(profileList('a1', 'all', '')));
    store.dispatch(listOpened(profileList('a1', 'unlocked', '10:30 / 100%')));
    store.dispatch(listOpened(foundItems('feed', '10:30')));
    await settle();
    const page = { limit: 12, offset: 0 };
    expect(calls.map(({ input }) => input.query)).toEqual([
      { ...page, performerId: 'a1' },
      { ...page, performerId: 'a1', isUnlocked: true, q: '10:30 / 100%' },
      { ...page, q: '10:30' },
    ]);
  });
});

describe('movedProfilePath', () => {
  const mira = { _id: 'f00000000000000000000001', username: 'mira' };

  it.each([
    [{ profileId: 'mira-clay' }, '/mira'],
    [{ profileId: 'Mira', tab: 'about', q: 'a b' }, '/mira?tab=about&q=a+b'],
    [{ profileId: 'mira', tab: 'about' }, undefined],
    [{ profileId: mira._id }, undefined],
  ])('redirects %j to %s', (query, expected) => {
    expect(movedProfilePath(query, mira)).toBe(expected);
  });

  it('returns undefined for an unknown profile or one without a username', () => {
    expect(movedProfilePath({ profileId: 'mira-clay' }, undefined)).toBeUndefined();
    expect(movedProfilePath({ profileId: 'mira-clay' }, { _id: 'f1' })).toBeUndefined();
  });
});
