import { cents } from '@contract/base/money';
import type { EndpointName } from '@contract/schemas';
import { buildGallery, buildGalleryPhoto, buildProduct, buildVideo } from '../../../../tests/factories/assets';
import { buildPhotoFeed } from '../../../../tests/factories/feed';
import { listProblems } from '../../../../tests/factories/money';
import { buildOperator } from '../../../../tests/factories/operator';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { findShowingCalls } from '../../../../tests/harness/find-showing-calls';

/** In every text of the content, so that no reply can contain it by chance. */
const MARK = 'Quokkafell';

type Kind = 'feed' | 'video' | 'gallery' | 'product' | 'comment';

let app: TestApp;
let operator: BuiltPerson;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let ids: Record<Kind | 'photo' | 'lively', string>;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await buildOperator(app);
  creator = await buildPerformer(app);
  fan = await buildUser(app, { wallet: cents(50_000) });
  await app.call('followPerformer', { as: fan.token, params: { id: creator.id } });
  ids = await buildContent();
  await app.jobs.drain();
});
afterAll(async () => {
  expect(await listProblems(app)).toEqual([]);
  await app.close();
});

async function buildContent() {
  const sold = { isSale: true, price: 5 } as const;
  const words = { title: `${MARK} title`, description: `${MARK} words` };
  const feed = await buildPhotoFeed(app, creator, { title: words.title, text: words.description, ...sold });
  const video = await buildVideo(app, creator, { ...words, ...sold });
  const gallery = await buildGallery(app, creator, { ...words, ...sold });
  const photo = await buildGalleryPhoto(app, creator, { ...words, galleryId: gallery._id });
  const product = await buildProduct(app, creator, { name: words.title, description: words.description });
  const lively = await buildPhotoFeed(app, creator, { title: 'Stays', isSale: true, price: 0 });
  const commenter = await buildUser(app);
  const comment = await app.call('createComment', {
    as: commenter.token,
    body: { content: `${MARK} comment`, objectId: lively._id, objectType: 'feed' },
  });
  const as = fan.token;
  await app.call('buyFeed', { as, params: { id: feed._id } });
  await app.call('buyVideo', { as, params: { id: video._id } });
  await app.call('buyGallery', { as, params: { id: gallery._id } });
  for (const [objectType, objectId] of Object.entries({ feed: feed._id, video: video._id, gallery: gallery._id }))
    await app.call('createReaction', { as, body: { objectType, objectId, action: 'bookmark' } });
  return {
    feed: feed._id,
    video: video._id,
    gallery: gallery._id,
    photo: photo._id,
    product: product._id,
    comment: comment.data._id,
    lively: lively._id,
  };
}

const hide = (kind: Kind, id: string) =>
  app.call('hideContent', { as: operator.token, params: { kind, id }, body: { rule: 'hate', reason: 'It insults.' } });
const restore = (kind: Kind, id: string) =>
  app.call('restoreContent', { as: operator.token, params: { kind, id }, body: { reason: 'It does not.' } });
const kinds: Kind[] = ['feed', 'video', 'gallery', 'product', 'comment'];
const forAll = async (act: (kind: Kind, id: string) => Promise<{ status: number }>) => {
  for (const kind of kinds) expect((await act(kind, ids[kind])).status).toBe(200);
};

const readCreator = async () => (await app.call('getPerformer', { params: { id: creator.id } })).data;

/** Records of what the buyer paid for, and of what the author of a comment is told, keep the title. */
const records = new Set<EndpointName>(['listTakedowns', 'listNotifications']);

/** Calls that return a text or an id of the content. */
const listShowing = (as: string | undefined) =>
  findShowingCalls(app, as, {
    mark: MARK,
    ids: [ids.feed, ids.video, ids.gallery, ids.photo, ids.product, ids.comment],
    creator,
    places: [ids.lively],
    queries: [
      {},
      { q: MARK },
      { isHome: 'true' },
      { performerId: creator.id },
      { galleryId: ids.gallery },
      { isUnlocked: 'true' },
      ...(['feed', 'lively'] as const).map((key) => ({ objectId: ids[key], objectType: 'feed' })),
    ],
  });

describe('removed content', () => {
  it.each(['guest', 'buyer'] as const)('is in no list, page, search or count for a %s', async (who) => {
    const as = who === 'guest' ? undefined : fan.token;
    const before = await listShowing(as);
    expect(before).toEqual(
      expect.arrayContaining([
        'getFeed',
        'getGallery',
        'getProduct',
        'getVideo',
        'listFeeds',
        'listPhotos',
        'searchVideos',
      ]),
    );
    const { stats } = await readCreator();
    await forAll(hide);
    const after = await listShowing(as);
    const paid = new Set<EndpointName>(['listPurchases', 'listCharges', 'listWalletLines', 'getReceipt']);
    expect(after.filter((name) => !records.has(name) && !paid.has(name))).toEqual([]);
    expect((await readCreator()).stats).toMatchObject({
      totalFeeds: stats.totalFeeds - 1,
      totalVideos: stats.totalVideos - 1,
      totalGalleries: stats.totalGalleries - 1,
      totalPhotos: stats.totalPhotos - 1,
      totalProducts: stats.totalProducts - 1,
    });
    await forAll(restore);
    // Followers lose their news about it for good.
    const isKept = (name: EndpointName) => name !== 'listNotifications';
    expect((await listShowing(as)).filter(isKept)).toEqual(before.filter(isKept));
  });
});

describe('the creator', () => {
  it('sees what was removed, can delete it, but not change it', async () => {
    const post = await buildPhotoFeed(app, creator, { title: 'To change' });
    await hide('feed', post._id);
    const as = creator.token;
    const own = await app.call('getPerformerFeed', { as, params: { id: post._id } });
    expect(own.data).toMatchObject({ isTakenDown: true, status: 'inactive' });
    expect((await app.call('getFeed', { as, params: { id: post._id } })).data).toMatchObject({ isTakenDown: true });
    const change = { type: 'photo', title: 'Changed', status: 'active', fileIds: own.data.fileIds };
    const update = await app.call('updateFeed', { as, params: { id: post._id }, body: change });
    expect(update.body).toMatchObject({ statusCode: 409, error: 'CONTENT_TAKEN_DOWN' });
    const draft = await buildGallery(app, creator, { title: 'Removed' });
    await hide('gallery', draft._id);
    await expect(buildGalleryPhoto(app, creator, { galleryId: draft._id })).rejects.toMatchObject({
      code: 'CONTENT_TAKEN_DOWN',
    });
    expect((await app.call('deleteFeed', { as, params: { id: post._id } })).status).toBe(200);
    expect((await restore('feed', post._id)).status).toBe(200);
  });

  it('keeps a schedule, which waits for the restoration', async () => {
    const scheduleAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const post = await buildPhotoFeed(app, creator, { title: 'Later', isSchedule: true, scheduleAt });
    await hide('feed', post._id);
    app.clock.advance({ hours: 2 });
    await app.services.items.publishDue();
    const read = async () => (await app.call('getFeed', { params: { id: post._id } })).status;
    expect(await read()).toBe(404);
    await restore('feed', post._id);
    expect(await read()).toBe(404);
    await app.services.items.publishDue();
    expect(await read()).toBe(200);
  });
});

describe('buyers and files', () => {
  it('cannot open files of removed content, nor buy it, and can again after it is restored', async () => {
    const buyer = await buildUser(app, { wallet: cents(5_000) });
    const post = await buildPhotoFeed(app, creator, { title: 'Sold', isSale: true, price: 5 });
    await app.call('buyFeed', { as: buyer.token, params: { id: post._id } });
    const fileId = post.fileIds[0] ?? '';
    const canOpen = (person: BuiltPerson) => {
      // Access is cached for ten seconds.
      app.clock.advance({ seconds: 11 });
      return app.services.fileAccess.canOpenFile(fileId, person.id);
    };
    expect(await canOpen(buyer)).toBe(true);
    await hide('feed', post._id);
    expect(await canOpen(buyer)).toBe(false);
    expect(await canOpen(operator)).toBe(true);
    app.clock.advance({ seconds: 11 });
    expect(await app.services.fileAccess.canSeePreview(fileId, null)).toBe(false);
    const other = await buildUser(app, { wallet: cents(5_000) });
    expect((await app.call('buyFeed', { as: other.token, params: { id: post._id } })).status).toBe(404);
    expect((await app.call('getFeed', { as: buyer.token, params: { id: post._id } })).status).toBe(404);
    const [bought] = (await app.call('listPurchases', { as: buyer.token })).data.data;
    expect(bought).toMatchObject({ targetId: post._id, isAvailable: false });
    await restore('feed', post._id);
    expect(await canOpen(buyer)).toBe(true);
  });

  it('cannot see a bought gallery, nor its photos', async () => {
    const gallery = await buildGallery(app, creator, { title: 'Sold', isSale: true, price: 5 });
    await buildGalleryPhoto(app, creator, { galleryId: gallery._id });
    const buyer = await buildUser(app, { wallet: cents(5_000) });
    await app.call('buyGallery', { as: buyer.token, params: { id: gallery._id } });
    const count = async () =>
      (await app.call('listPhotos', { as: buyer.token, query: { galleryId: gallery._id } })).data.total;
    expect(await count()).toBe(1);
    await hide('gallery', gallery._id);
    expect(await count()).toBe(0);
    await restore('gallery', gallery._id);
    expect(await count()).toBe(1);
  });
});

describe('a removed comment', () => {
  it('is visible only to its author, who can delete but not edit it, and takes no replies', async () => {
    const author = await buildUser(app);
    const on = { objectId: ids.lively, objectType: 'feed' } as const;
    const { data } = await app.call('createComment', { as: author.token, body: { content: 'Rude', ...on } });
    const list = async (as?: string) => (await app.call('listComments', { as, query: on })).data.data;
    const total = async () => (await app.call('getFeed', { params: { id: ids.lively } })).data.totalComment;
    const before = await total();
    await hide('comment', data._id);
    expect(await list(fan.token)).not.toContainEqual(expect.objectContaining({ _id: data._id }));
    expect(await list(author.token)).toContainEqual(expect.objectContaining({ _id: data._id, isTakenDown: true }));
    expect(await total()).toBe(before - 1);
    const change = { as: author.token, params: { id: data._id }, body: { content: 'Kind' } };
    expect((await app.call('updateComment', change)).body.error).toBe('CONTENT_TAKEN_DOWN');
    const reply = { content: 'Me too', objectId: data._id, objectType: 'comment' };
    expect((await app.call('createComment', { as: fan.token, body: reply })).status).toBe(404);
    expect((await app.call('deleteComment', { as: author.token, params: { id: data._id } })).status).toBe(200);
    expect(await total()).toBe(before - 1);
  });
});
