import type { EndpointName } from '@contract/schemas';
import { buildGallery, buildGalleryPhoto } from '../../../../tests/factories/assets';
import { buildFeed, buildPhotoFeed, buildPurchase } from '../../../../tests/factories/feed';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

// A total that counts hidden items would reveal whom a creator blocks, and how many items hidden creators have. Promises A-7,
//
let app: TestApp;
let creator: BuiltPerformer;
let gallery: string;

type Viewer = 'guest' | 'keptOutGuest' | 'fan' | 'blocked' | 'blockedBuyer' | 'admin' | 'creator';
const viewers = {} as Record<Viewer, { as?: string; headers?: Record<string, string> }>;

beforeAll(async () => {
  app = await buildTestApp();
  creator = await buildPerformer(app, { username: 'wilhelmina' });
  const other = await buildPerformer(app);
  const [fan, blocked, buyer, admin] = [
    await buildUser(app),
    await buildUser(app),
    await buildUser(app),
    await buildUser(app, { roles: ['user', 'admin', 'owner'] }),
  ];
  for (let i = 0; i < 3; i += 1) {
    await buildPhotoFeed(app, creator, { title: 'Lantern', isSale: true, price: 0 });
    await buildFeed(app, other, { title: 'Lantern' });
  }
  await buildPhotoFeed(app, other, { title: 'Lantern', isSale: true, price: 0 });
  gallery = (await buildGallery(app, creator))._id;
  for (let i = 0; i < 3; i += 1) await buildGalleryPhoto(app, creator, { galleryId: gallery });
  for (const { id, token } of [fan, blocked, buyer]) {
    await buildSubscription(app, { userId: id, performerId: creator.id });
    await app.call('followPerformer', { as: token, params: { id: other.id } });
  }
  await buildPurchase(app, buyer, 'gallery', gallery);
  for (const { id } of [blocked, buyer]) await app.call('blockUser', { as: creator.token, body: { targetId: id } });
  await app.call('blockCountries', { as: creator.token, body: { countryCodes: ['NZ'] } });
  Object.assign(viewers, {
    guest: {},
    keptOutGuest: { headers: { 'cf-ipcountry': 'NZ' } },
    fan: { as: fan.token },
    blocked: { as: blocked.token },
    blockedBuyer: { as: buyer.token },
    admin: { as: admin.token },
    creator: { as: creator.token, headers: { 'cf-ipcountry': 'NZ' } },
  });
});
afterAll(() => app.close());

const ask = async (name: EndpointName, viewer: Viewer, query: object) => {
  const { status, data } = await app.call(name, { ...viewers[viewer], query: { ...query } });
  expect(status).toBe(200);
  return data as { data: unknown[]; total: number };
};

/** If a filter depends on the viewer (`isPersonal`), the total only says whether more items follow. */
const lists: [string, EndpointName, () => Record<string, string>, { isPersonal?: boolean }][] = [
  ['posts of all creators', 'listFeeds', () => ({}), {}],
  ['posts of one type of all creators', 'listFeeds', () => ({ type: 'photo' }), {}],
  ['posts on the home page', 'listFeeds', () => ({ isHome: 'true' }), {}],
  ['posts of one type on the home page', 'listFeeds', () => ({ isHome: 'true', type: 'photo' }), {}],
  ['a creator’s posts', 'listFeeds', () => ({ performerId: creator.id }), {}],
  ['a creator’s posts of one type', 'listFeeds', () => ({ performerId: creator.id, type: 'photo' }), {}],
  ['posts found by text', 'listFeeds', () => ({ q: 'lantern' }), { isPersonal: true }],
  ['open posts', 'listFeeds', () => ({ isUnlocked: 'true' }), { isPersonal: true }],
  ['photos of a gallery', 'listPhotos', () => ({ galleryId: gallery }), { isPersonal: true }],
  ['galleries of all creators', 'searchGalleries', () => ({}), {}],
];

describe.each(lists)('the total of %s', (_title, name, getQuery, { isPersonal = false }) => {
  // In this order, so that counts cached for one viewer would be used for the next one.
  it.each<Viewer>(['guest', 'admin', 'fan', 'blocked', 'keptOutGuest', 'blockedBuyer', 'creator', 'guest'])(
    'counts what %s can see, on each page and past the last one',
    async (viewer) => {
      const query = getQuery();
      const { data: all, total } = await ask(name, viewer, { ...query, limit: '100' });
      expect(total).toBe(all.length);
      for (let offset = 0; offset <= 12; offset += 1) {
        const page = await ask(name, viewer, { ...query, limit: '1', offset: String(offset) });
        const more = Math.min(all.length, offset + 2);
        expect([offset, page.total]).toEqual([offset, isPersonal && offset < all.length ? more : all.length]);
      }
    },
  );
});

it('the tests above have viewers with and without access to the creator’s items', async () => {
  const count = async (viewer: Viewer) => (await ask('listPhotos', viewer, { galleryId: gallery })).data.length;
  expect([await count('fan'), await count('blocked'), await count('blockedBuyer')]).toEqual([3, 0, 3]);
  const posts = async (viewer: Viewer) => (await ask('listFeeds', viewer, {})).data.length;
  expect([await posts('fan'), await posts('blocked'), await posts('keptOutGuest'), await posts('creator')]).toEqual([
    7, 4, 4, 7,
  ]);
});
