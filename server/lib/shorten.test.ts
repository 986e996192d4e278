import { shorten } from './shorten';

it.each([
  ['a short text', 12, 'a short text'],
  ['  spaces around  ', 14, 'spaces around'],
  ['let it dry overnight', 18, 'let it dry…'],
  ['let it dry overnight', 10, 'let it dry…'],
  ['overnight', 4, 'over…'],
  ['ab🎨cd', 3, 'ab…'],
  ['', 3, ''],
])('shortens %p to at most %i characters and an ellipsis', (text, max, expected) => {
  expect(shorten(text, max)).toBe(expected);
});
