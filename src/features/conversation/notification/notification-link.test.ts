import { wireNotification } from '../../../../tests/factories/wire';
import { getPath } from './notification-link';

it.each([
  [false, 'a'.repeat(24), `/user/orders/${'a'.repeat(24)}`],
  [true, 'a'.repeat(24), `/creator/my-order/${'a'.repeat(24)}`],
  [false, undefined, '/user/orders'],
  [true, undefined, '/creator/my-order'],
])('leads from news of an order to the order, of a creator %s', (isPerformer, refId, path) => {
  expect(getPath({ ...wireNotification(), type: 'order', refId } as never, { isPerformer })).toBe(path);
});
