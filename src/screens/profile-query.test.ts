import { queryOf } from '@/features/feed/feed-list-key';
import { profileListKey, profilePostsPath, readProfileQuery } from './profile-query';
import { foundPostsKey } from './search-query';

describe('what the address of a profile says', () => {
  it('is read and written alike', () => {
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

  it('is asked of the API as it is, whatever the words are', () => {
    expect(queryOf(profileListKey('a1', 'all'))).toEqual({ performerId: 'a1' });
    expect(queryOf(profileListKey('a1', 'unlocked', '10:30 / 100%'))).toEqual({
      performerId: 'a1',
      isUnlocked: true,
      q: '10:30 / 100%',
    });
    expect(queryOf(foundPostsKey('10:30'))).toEqual({ q: '10:30' });
  });
});
