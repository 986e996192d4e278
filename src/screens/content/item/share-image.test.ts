import { feedItem, wireFeed, wireLockedFile, wirePerformer } from '../../../../tests/factories/wire';
import { getShareImage } from './item-meta';

const performer = wirePerformer({ cover: 'https://media.test/cover', avatar: 'https://media.test/avatar' });
const photo = {
  _id: 'p',
  type: 'feed-photo',
  url: 'https://media.test/original',
  thumbnails: ['https://media.test/small'],
};

describe('getShareImage', () => {
  it('returns the blurred image of a locked post, never a file', () => {
    const locked = wireFeed({
      performer,
      access: 'locked-sale',
      isSale: true,
      price: 6,
      files: [wireLockedFile({ url: 'https://media.test/secret', thumbnails: ['https://media.test/blurred'] })],
    });
    expect(getShareImage(feedItem(locked), true)?.src).toBe('https://media.test/blurred');
  });

  it('never returns a file that only this viewer can open', () => {
    const bought = wireFeed({ performer, access: 'open', isSale: true, price: 6, files: [photo] });
    expect(getShareImage(feedItem(bought), false)?.src).toBe('https://media.test/cover');
  });

  it('returns the public thumbnail, else a public post’s image, else the creator’s', () => {
    const thumbnail = { ...photo, _id: 't', url: 'https://media.test/chosen' };
    const open = { performer, access: 'open' as const, isSale: true, price: 0, files: [photo] };
    expect(getShareImage(feedItem(wireFeed({ ...open, thumbnail })), true)?.src).toBe('https://media.test/chosen');
    expect(getShareImage(feedItem(wireFeed(open)), true)?.src).toBe('https://media.test/original');
    expect(getShareImage(feedItem(wireFeed({ ...open, files: [] })), true)?.src).toBe('https://media.test/cover');
  });
});
