import { cents } from '@contract/base/money';
import { eq } from 'drizzle-orm';
import { buildGallery, buildGalleryPhoto, buildVideo } from '../../../../tests/factories/assets';
import { buildPhotoFeed } from '../../../../tests/factories/feed';
import { fetchMedia } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { subscriptions } from '../../../db/schema/money';
import { inTransaction } from '../../../db/transaction';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app, { wallet: cents(2_000) });
});
afterAll(() => app.close());

async function buildItems(terms: {
  isSale: boolean;
  price?: number;
}): Promise<{ sold: [string, string][]; ids: string[] }> {
  const feed = await buildPhotoFeed(app, creator, terms);
  const video = await buildVideo(app, creator, terms);
  const gallery = await buildGallery(app, creator, terms);
  await buildGalleryPhoto(app, creator, { galleryId: gallery._id });
  const sold: [string, string][] = [
    ['buyFeed', feed._id],
    ['buyVideo', video._id],
    ['buyGallery', gallery._id],
  ];
  return { sold, ids: [feed._id, video._id, gallery._id] };
}

async function getLinks([feedId = '', videoId = '', galleryId = '']: string[]): Promise<string[]> {
  const as = fan.token;
  const feed = (await app.call('getFeed', { as, params: { id: feedId } })).data;
  const video = (await app.call('getVideo', { as, params: { id: videoId } })).data;
  const [photo] = (await app.call('listPhotos', { as, query: { galleryId } })).data.data;
  return [feed.files[0]?.url, video.video?.url, photo?.photo?.url].map((url) => url ?? 'none');
}

const getStatus = async (urls: string[]) =>
  Promise.all(urls.map(async (url) => (url === 'none' ? 0 : (await fetchMedia(app, url, fan)).statusCode)));

/** Access checks are cached briefly, because playing a video takes many requests. */
const within = { seconds: 30 };

describe('A-4: links issued earlier stop working', () => {
  it('after a refund', async () => {
    const { sold, ids } = await buildItems({ isSale: true, price: 5 });
    const charges: string[] = [];
    for (const [name, id] of sold) {
      const reply = await app.call(name as 'buyFeed', { as: fan.token, params: { id }, body: {} });
      charges.push(reply.data._id);
    }
    const links = await getLinks(ids);
    expect(await getStatus(links)).toEqual([200, 200, 200]);
    for (const id of charges) await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, id));
    app.clock.advance(within);
    expect(await getStatus(links)).toEqual([403, 403, 403]);
    expect(await getLinks(ids)).toEqual(['none', 'none', 'none']);
  });

  it('after the subscription ends', async () => {
    const { ids } = await buildItems({ isSale: false });
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    const links = await getLinks(ids);
    expect(await getStatus(links)).toEqual([200, 200, 200]);
    const expiredAt = new Date(app.clock.now().getTime() - 1);
    await app.context.db.update(subscriptions).set({ expiredAt }).where(eq(subscriptions.userId, fan.id));
    app.clock.advance(within);
    expect(await getStatus(links)).toEqual([403, 403, 403]);
  });

  it('after the creator blocks the fan', async () => {
    const { ids } = await buildItems({ isSale: false });
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    const links = await getLinks(ids);
    await app.call('blockUser', { as: creator.token, body: { targetId: fan.id, target: 'user' } });
    const statuses = await getStatus(links);
    expect(statuses.every((status) => status === 403 || status === 404)).toBe(true);
  });
});

it('A-5: no proxy caches private files, neither whole nor in part', async () => {
  await buildSubscription(app, { userId: fan.id, performerId: creator.id });
  const { ids } = await buildItems({ isSale: false });
  for (const url of await getLinks(ids)) {
    const { pathname, search } = new URL(url);
    for (const range of [undefined, 'bytes=0-9']) {
      const headers = { authorization: fan.token, ...(range && { range }) };
      const reply = await app.http.inject({ method: 'GET', url: pathname + search, headers });
      expect([reply.statusCode, range]).toEqual([range ? 206 : 200, range]);
      expect(reply.headers['cache-control']).toMatch(/private|no-store/);
      expect(reply.headers['cache-control']).not.toMatch(/public|s-maxage/);
    }
  }
});
