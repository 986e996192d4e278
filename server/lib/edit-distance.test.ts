import { isOneEditApart } from './edit-distance';

it.each([
  ['wren', 'wran'],
  ['noor', 'moor'],
  ['kiln', 'kilns'],
  ['kiln', 'kil'],
  ['wren', 'wrne'],
  ['noor', 'nor'],
  ['zoë', 'zoé'],
])('is true for %s and %s', (one, other) => {
  expect([isOneEditApart(one, other), isOneEditApart(other, one)]).toEqual([true, true]);
});

it.each([
  ['wren', 'wren'],
  ['wren', 'wrong'],
  ['abcd', 'badc'],
  ['noor', 'nroo'],
  ['kiln', 'milk'],
])('is false for %s and %s', (one, other) => {
  expect(isOneEditApart(one, other)).toBe(false);
});
