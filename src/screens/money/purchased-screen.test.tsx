import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { purchaseFeature, purchases } from '@/features/money/purchase/purchase-feature';
import { paymentFeature } from '@/features/money/payment/payment-feature';
import { refundFeature } from '@/features/money/refund/refund-feature';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../tests/harness/render-with-store';
import { wireFeed, wirePerformer } from '../../../tests/factories/wire';
import { readPurchasedQuery, toLibraryFilter, PurchasedScreen } from './purchased-screen';

const noor = wirePerformer({ name: 'Noor Adeyemi', username: 'noor' });
const mira = wirePerformer({ name: 'Mira Okafor', username: 'mira' });
const stamps = { createdAt: '2026-11-03T10:00:00.000Z', updatedAt: '2026-11-03T10:00:00.000Z' };
const poppies = {
  _id: 'a1',
  kind: 'photo',
  target: 'feed',
  targetId: 'f1',
  title: 'Field poppies',
  performerId: noor._id,
  performerInfo: noor,
  price: 6,
  boughtAt: stamps.createdAt,
  fileCount: 12,
  totalDuration: 0,
  isAvailable: true,
  cover: { url: 'https://media.test/poppies', width: 400, height: 300 },
};
const note = {
  ...poppies,
  _id: 'a2',
  kind: 'message',
  target: 'message',
  title: 'A letter',
  cover: null,
  conversationId: 'c1',
};
const sellers = [noor, mira].map(({ _id, name, username }) => ({ _id, name, username, avatar: '', total: 1 }));

async function show(query: Record<string, string> = {}, answers: Answers = {}) {
  const given = storeForTest({
    features: [purchaseFeature, paymentFeature, refundFeature],
    user: {},
    answers: {
      listPurchases: () => ({ data: [poppies, note], total: 2, performers: sellers }),
      ...answers,
    },
  });
  given.store.dispatch(purchases.requested(toLibraryFilter(readPurchasedQuery(query))));
  const shown = renderWithStore(<PurchasedScreen />, { given, query, path: '/user/purchased-content' });
  await act(settle);
  return shown;
}

describe('PurchasedScreen', () => {
  it('shows image, kind, creator and price; opens posts on this page, messages in their conversation', async () => {
    await show();
    const [first] = screen.getAllByRole('article');
    expect(first).toHaveTextContent(/12 photos.*Field poppies.*Noor Adeyemi.*Bought.*\$6\.00/);
    expect(first?.querySelector('img')).toHaveAttribute('src', 'https://media.test/poppies');
    expect(screen.getByRole('link', { name: 'A letter' })).toHaveAttribute('href', '/messages/c1');
  });

  it('filters by kind, creator and search text in the URL', async () => {
    const { router, calls } = await show({ kind: 'photo', q: 'poppies' });
    expect(calls[0]?.input.query).toMatchObject({ kind: 'photo', q: 'poppies', offset: 0 });
    await userEvent.click(screen.getByRole('button', { name: 'Mira Okafor' }));
    const last: unknown = router.replace.mock.calls.at(-1)?.[0];
    expect(last).toContain(`from=${mira._id}`);
    expect(last).toContain('kind=photo');
  });

  it('links to the receipts', async () => {
    const { router } = await show();
    await userEvent.click(screen.getByRole('radio', { name: 'Receipts' }));
    expect(router.push).toHaveBeenCalledWith('/user/purchased-content?view=receipts', undefined, { scroll: false });
  });

  it('lists charges, with covers of their posts, on backends without a library', async () => {
    const id = 'f00000000000000000000077';
    const charge = {
      _id: 'a9',
      ...stamps,
      target: 'feed',
      targetId: id,
      performerId: noor._id,
      performerInfo: noor,
      type: 'feed',
      products: [{ name: 'Old charge' }],
      totalPrice: 5,
      status: 'success',
    };
    const file = { _id: 'x', type: 'feed-photo', url: 'u', thumbnails: ['https://media.test/still'] };
    const letter = {
      ...charge,
      _id: 'b1',
      target: 'message',
      targetId: 'm1',
      type: 'message',
      createdAt: '2026-11-04T10:00:00.000Z',
      products: [{ name: 'message' }],
    };
    const untitled = { ...charge, _id: 'b2', createdAt: '2026-11-01T10:00:00.000Z', products: [{ name: 'feed' }] };
    await show(
      { q: 'nowhere' },
      {
        listPurchases: () => {
          throw new ApiError(404, { statusCode: 404, message: 'Cannot GET /user/purchases' });
        },
        listCharges: ({ query }) =>
          query?.['type'] === 'message' ? { data: [letter], total: 1 } : { data: [charge, untitled], total: 2 },
        getFeed: () => wireFeed({ _id: id, type: 'photo', files: [file], title: '', text: 'The print' }),
      },
    );
    const tiles = screen.getAllByRole('article');
    expect(tiles.map((tile) => tile.textContent)).toEqual([
      expect.stringMatching(/Message.*Message.*\$5\.00/),
      expect.stringMatching(/Photo.*The print.*\$5\.00/),
      expect.stringMatching(/Photo.*The print.*\$5\.00/),
    ]);
    expect(tiles[1]?.querySelector('img')).toHaveAttribute('src', 'https://media.test/still');
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Kind' })).not.toBeInTheDocument();
  });

  it('names a text post by its beginning, and a deleted post “Post”', async () => {
    const charges = ['f1', 'f2'].map((targetId) => ({
      _id: targetId,
      ...stamps,
      target: 'feed',
      targetId,
      type: 'feed',
      status: 'success',
      performerId: noor._id,
      performerInfo: noor,
      products: [{ name: 'feed' }],
      totalPrice: 5,
    }));
    const { store } = storeForTest({
      features: [purchaseFeature],
      user: {},
      answers: {
        listPurchases: () => {
          throw new ApiError(404, { statusCode: 404, message: 'Cannot GET /user/purchases' });
        },
        listCharges: ({ query }) => (query?.['type'] === 'feed' ? { data: charges, total: 2 } : { data: [], total: 0 }),
        getFeed: ({ params }) => {
          if (params?.['id'] === 'f2') throw new ApiError(404, undefined);
          return wireFeed({ type: 'text', title: '', text: 'word '.repeat(100) });
        },
      },
    });
    store.dispatch(purchases.requested({}));
    await settle();
    const titles = purchases.select(store.getState()).rows.map(({ title }) => title);
    expect(titles).toEqual([`${'word '.repeat(12).trim()}…`, 'Post']);
  });

  it.each([
    [403, false],
    [404, false],
    [503, true],
    [0, true],
  ])('takes a post whose details fail with %i for available: %s', async (status, isAvailable) => {
    const bought = {
      _id: 'b1',
      ...stamps,
      target: 'feed',
      targetId: 'f1',
      type: 'feed',
      status: 'success',
      performerId: noor._id,
      performerInfo: noor,
      products: [{ name: 'feed' }],
      totalPrice: 5,
    };
    const { store } = storeForTest({
      features: [purchaseFeature],
      user: {},
      answers: {
        listPurchases: () => {
          throw new ApiError(404, { statusCode: 404, message: 'Cannot GET /user/purchases' });
        },
        listCharges: ({ query }) =>
          query?.['type'] === 'feed' ? { data: [bought], total: 1 } : { data: [], total: 0 },
        getFeed: () => {
          throw new ApiError(status, undefined);
        },
      },
    });
    store.dispatch(purchases.requested({}));
    await settle();
    expect(purchases.select(store.getState()).rows).toMatchObject([{ title: 'Post', isAvailable }]);
  });

  it('lists purchases of every kind, from several pages of the backend', async () => {
    const charges = (type: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        _id: `${type}${index}`,
        ...stamps,
        target: type,
        targetId: `${type}-${index}`,
        type,
        status: 'success',
        performerId: noor._id,
        performerInfo: noor,
        products: [{ name: type }],
        totalPrice: 5,
      }));
    const bought = { message: charges('message', 205), gallery: charges('gallery', 1), video: charges('video', 1) };
    const { store, calls } = storeForTest({
      features: [purchaseFeature],
      user: {},
      answers: {
        listPurchases: () => {
          throw new ApiError(404, { statusCode: 404, message: 'Cannot GET /user/purchases' });
        },
        listCharges: ({ query }) => {
          const { type, offset, limit } = query as { type: keyof typeof bought; offset: number; limit: number };
          const all = bought[type] ?? [];
          return { data: all.slice(offset, offset + Math.min(limit, 200)), total: all.length };
        },
        getGallery: () => ({ title: 'Nets and ropes', numOfItems: 3, coverPhoto: null }),
        getVideo: () => ({ title: 'Along the quay', video: { duration: 61 }, thumbnail: null }),
      },
    });
    store.dispatch(purchases.requested({}));
    await settle();
    for (let page = 0; page < 20; page += 1) {
      store.dispatch(purchases.moreRequested());
      await settle();
    }
    const { rows } = purchases.select(store.getState());
    expect(rows).toHaveLength(207);
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(207);
    const titles = rows.filter(({ kind }) => kind !== 'message').map(({ kind, title }) => `${kind}: ${title}`);
    expect(titles.toSorted()).toEqual(['gallery: Nets and ropes', 'video: Along the quay']);
    expect(calls.every(({ input }) => Number(input.query?.['limit'] ?? 0) <= 200)).toBe(true);
  });
});

it('finds no purchases for symbols only, without a request, and still lists the sellers', async () => {
  const { calls, store } = await show();
  const asked = () => calls.filter(({ name }) => name === 'listPurchases').length;
  const before = asked();
  act(() => void store.dispatch(purchases.requested(toLibraryFilter(readPurchasedQuery({ q: '…' })))));
  await act(settle);
  expect(screen.getByRole('heading', { name: 'Nothing to search for in “…”' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show everything' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Mira Okafor' })).toBeInTheDocument();
  expect(asked()).toBe(before);
});
