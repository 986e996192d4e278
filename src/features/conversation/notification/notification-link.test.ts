import { wireNotification } from '../../../../tests/factories/wire';
import { getPath } from './notification-link';

it('a notification about a finished replay links to its draft, and one about a new video to the video', () => {
  const refId = 'a'.repeat(24);
  const news = {
    ...wireNotification(),
    type: 'video',
    refId,
    refSource: 'video',
    reference: { _id: refId, slug: 'evening' },
  };
  const getPathOf = (action: string) => getPath({ ...news, action } as never, { isPerformer: true });
  expect(getPathOf('replay')).toBe(`/creator/my-video/update/${refId}`);
  expect(getPathOf('created')).toBe('/video/evening');
});

it.each([
  [false, 'a'.repeat(24), `/user/orders/${'a'.repeat(24)}`],
  [true, 'a'.repeat(24), `/creator/my-order/${'a'.repeat(24)}`],
  [false, undefined, '/user/orders'],
  [true, undefined, '/creator/my-order'],
])(
  'order notifications link to the order, or else to the list of orders (for a creator: %s)',
  (isPerformer, refId, path) => {
    expect(getPath({ ...wireNotification(), type: 'order', refId } as never, { isPerformer })).toBe(path);
  },
);
