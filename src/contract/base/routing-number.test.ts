import { isRoutingNumber } from './routing-number';

it.each([
  ['021000021', true],
  ['011000015', true],
  ['021000012', false],
  ['123', false],
  ['0210000210', false],
  ['02100002a', false],
])('isRoutingNumber(%s) is %s', (text, isRight) => {
  expect(isRoutingNumber(text)).toBe(isRight);
});
