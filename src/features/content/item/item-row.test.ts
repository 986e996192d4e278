import { readReply } from '@/services/backend/read-reply';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { itemFeature } from './item-feature';
import type { ItemQuery } from './item-kind';
import { itemRefreshed, itemRequested, listOpened } from './item-slice';
import { selectItemAt } from './item-state';
import { getAccess } from './item-view';

const id = 'a'.repeat(24);
const creatorId = 'b'.repeat(24);
const file = (name: string) => ({
  _id: name.repeat(24),
  type: 'file',
  url: `https://media.test/${name}`,
  thumbnails: [],
});
const performer = { _id: creatorId, name: 'Mira', username: 'mira', monthlyPrice: 8, isSubscribed: true };
const stamps = { createdAt: '2026-11-01T08:00:00.000Z', updatedAt: '2026-11-01T08:00:00.000Z' };
const base = { _id: id, ...stamps, slug: 'low-tide', title: 'Low tide', description: 'Nets', status: 'active' };
const counts = { stats: { views: 3, likes: 4, comments: 2, bookmarks: 1 } };
const viewer = { isSubscribed: true, isLiked: true, isBookMarked: true, isBought: false };

/** Replies of a compatible backend: to an item's own call, and as a row of a list. */
const kinds = {
  feed: {
    call: 'getFeed',
    list: 'listFeeds',
    whole: {
      ...base,
      ...viewer,
      text: 'Nets and ropes',
      type: 'photo',
      fromSourceId: creatorId,
      performer,
      totalLike: 4,
      files: [file('c'), file('d')],
    },
    row: { ...base, text: '', type: 'photo', fromSourceId: creatorId, performer: { _id: creatorId }, totalLike: 5 },
  },
  video: {
    call: 'getVideo',
    list: 'searchVideos',
    whole: {
      ...base,
      ...viewer,
      ...counts,
      performerId: creatorId,
      performer,
      tags: ['sea'],
      fileId: 'c'.repeat(24),
      video: file('c'),
      thumbnailId: 'd'.repeat(24),
      thumbnail: file('d'),
      participants: [{ _id: 'e'.repeat(24), name: 'Jonas', username: 'jonas' }],
    },
    row: {
      ...base,
      performerId: creatorId,
      tags: '',
      fileId: 'c'.repeat(24),
      participants: null,
      thumbnail: null,
      video: { url: null, thumbnails: [] },
      stats: { likes: 5 },
    },
  },
  gallery: {
    call: 'getGallery',
    list: 'searchGalleries',
    whole: {
      ...base,
      ...viewer,
      ...counts,
      performerId: creatorId,
      performer,
      numOfItems: 2,
      coverPhotoId: 'c'.repeat(24),
      coverPhoto: file('c'),
    },
    row: { ...base, performerId: creatorId, performer: {}, coverPhoto: null, numOfItems: null, stats: { likes: 5 } },
  },
  product: {
    call: 'getProduct',
    list: 'searchProducts',
    whole: {
      ...base,
      ...counts,
      name: 'Low tide',
      performerId: creatorId,
      performer,
      price: 9,
      stock: 4,
      type: 'digital',
      isBookMarked: true,
      image: 'https://media.test/c',
      imageId: 'c'.repeat(24),
    },
    row: { ...base, name: 'Low tide', performerId: creatorId, type: 'digital', stats: { likes: 5 } },
  },
} as const;

type Kind = keyof typeof kinds;

async function open(kind: Kind, more: Answers = {}) {
  const { call, list, whole, row } = kinds[kind];
  const photos = {
    data: ['c', 'd'].map((name) => ({ ...base, _id: name.repeat(24), fileId: name.repeat(24), photo: file(name) })),
  };
  const { store, calls } = storeForTest({
    features: [itemFeature],
    user: {},
    extensions: [],
    answers: {
      [call]: () => readReply(call, whole),
      [list]: () => readReply(list, { data: [row, { ...row, _id: 'f'.repeat(24) }], total: 2 }),
      listPhotos: () => readReply('listPhotos', photos),
      listCharges: () => ({ data: [], total: 0 }),
      searchUserOrders: () => ({ data: [], total: 0 }),
      ...more,
    },
  });
  const query: ItemQuery = { kind, from: 'performer', performerId: creatorId };
  store.dispatch(itemRequested({ kind, address: id }));
  await settle();
  const shown = () => selectItemAt(kind, id)(store.getState())!;
  const before = shown();
  return { store, calls, shown, before, query };
}

describe.each(Object.keys(kinds) as Kind[])('an item that was loaded by its own call: %s', (kind) => {
  it('keeps fields that a list row lacks, and takes the counts of the row', async () => {
    const { store, shown, before, query } = await open(kind);
    store.dispatch(listOpened(query));
    await settle();
    const { totalLike, ...rest } = shown();
    expect(totalLike).toBe(5);
    expect(rest).toEqual({ ...before, totalLike: undefined });
    expect(getAccess(shown())).toBe('open');
  });

  it('takes all fields when its own call is made again', async () => {
    const { call, whole } = kinds[kind];
    const renamed = { ...whole, title: 'High tide', name: 'High tide' };
    let reply: object = whole;
    const { store, shown } = await open(kind, { [call]: () => readReply(call, reply) });
    reply = renamed;
    store.dispatch(itemRefreshed({ key: `${kind}/${id}` }));
    await settle();
    expect(shown().title).toBe('High tide');
  });
});

it('is no longer read-only after a complete row without the flag', async () => {
  const row = { ...kinds.feed.whole, access: 'open' };
  const { store, shown, query } = await open('feed', {
    getFeed: () => readReply('getFeed', { ...row, isReadOnly: true }),
    listFeeds: () => readReply('listFeeds', { data: [row], total: 1 }),
  });
  expect(shown().isReadOnly).toBe(true);
  store.dispatch(listOpened(query));
  await settle();
  expect(shown()).toMatchObject({ isWhole: true, isReadOnly: undefined });
});

it.each(['video', 'gallery', 'product'] as const)('the read-only flag of a %s is read', async (kind) => {
  const { call, whole } = kinds[kind];
  const { shown, before } = await open(kind, { [call]: () => readReply(call, { ...whole, isReadOnly: true }) });
  expect([before.isReadOnly, shown().isReadOnly]).toEqual([true, true]);
});

it('a video that a row shows as locked loses its files and is marked as outdated', async () => {
  const closed = { ...kinds.video.row, performer, access: 'locked-subscription' };
  const { store, shown, query } = await open('video', {
    searchVideos: () => readReply('searchVideos', { data: [closed], total: 1 }),
  });
  store.dispatch(listOpened(query));
  await settle();
  expect(shown()).toMatchObject({ isOutdated: true, isWhole: false });
  expect(JSON.stringify(shown().files)).not.toContain('https://media.test/c');
});

it('a locked video that a row shows as unlocked is marked as outdated, and its file is loaded', async () => {
  let reply: object = {
    ...kinds.video.whole,
    isSubscribed: false,
    performer: { ...performer, isSubscribed: false },
    video: null,
  };
  const { store, shown, query } = await open('video', {
    getVideo: () => readReply('getVideo', reply),
    searchVideos: () => readReply('searchVideos', { data: [{ ...kinds.video.row, isSubscribed: true }], total: 1 }),
  });
  expect(getAccess(shown())).toBe('locked-subscription');
  store.dispatch(listOpened(query));
  await settle();
  expect(shown()).toMatchObject({ isOutdated: true });
  reply = kinds.video.whole;
  store.dispatch(itemRefreshed({ key: `video/${id}` }));
  await settle();
  expect(shown().files[0]?.url).toBe('https://media.test/c');
  expect(shown().isOutdated).toBeUndefined();
});

describe('whether a digital product was bought, if the backend does not say', () => {
  const charge = {
    ...stamps,
    _id: '1'.repeat(24),
    sourceId: '2'.repeat(24),
    target: 'product',
    targetId: id,
    products: [],
  };
  const order = { ...stamps, _id: '1'.repeat(24), productId: id, deliveryStatus: 'delivered' };
  const page = (name: 'listCharges' | 'searchUserOrders', row: object) => ({
    [name]: () => readReply(name, { data: [row], total: 1 }),
  });
  const failing = () => {
    throw new Error('away');
  };
  it.each([
    ['is read from the receipts of the wallet', page('listCharges', { ...charge, status: 'success' }), true],
    ['is false after a refunded charge', page('listCharges', { ...charge, status: 'refunded' }), false],
    ['is read from the orders', page('searchUserOrders', order), true],
    ['is false after a refunded order', page('searchUserOrders', { ...order, deliveryStatus: 'refunded' }), false],
    ['is false if neither includes it', {}, false],
    ['stays unknown if the requests fail', { listCharges: failing }, undefined],
  ] as [string, Answers, boolean | undefined][])('%s', async (_what, answers, isBought) => {
    const { shown, store } = await open('product', answers);
    expect(shown().isBought).toBe(isBought);
    // The value from the receipts stays when the product is loaded again.
    store.dispatch(listOpened({ kind: 'product', from: 'performer', performerId: creatorId }));
    await settle();
    expect(shown().isBought).toBe(isBought);
  });
});
