import { sizesOf } from './media-file';

it('offers the smaller size of a picture that everybody may see, of our API only', () => {
  const place = 'https://api.test/media/public/6b037e76912561438763ed49/';
  expect(sizesOf(`${place}large`)).toBe(`${place}small 640w, ${place}large 1600w`);
  expect(sizesOf('https://api.test/media/6b037e76912561438763ed49/large?v=1&s=2')).toBeUndefined();
  expect(sizesOf('https://cdn.test/covers/large')).toBeUndefined();
});
