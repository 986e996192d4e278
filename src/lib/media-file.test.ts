import { getSizes } from './media-file';

it('getSizes lists smaller sizes only for public images from our API', () => {
  const place = 'https://api.test/media/public/6b037e76912561438763ed49/';
  const widths = ['w320 320w', 'small 640w', 'w1080 1080w', 'large 1920w'];
  expect(getSizes(`${place}large`)).toBe(widths.map((width) => `${place}${width}`).join(', '));
  expect(getSizes('https://api.test/media/6b037e76912561438763ed49/large?v=1&s=2')).toBeUndefined();
  expect(getSizes('https://cdn.test/covers/large')).toBeUndefined();
});
