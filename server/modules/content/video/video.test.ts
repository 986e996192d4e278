import { cents } from '@contract/base/money';
import { buildStoredFilm, buildVideo } from '../../../../tests/factories/assets';
import { buildPhoto, buildRecording, buildStoredPhoto, fetchMedia, getFiles } from '../../../../tests/factories/media';
import { listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

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

const upload = async (body: Record<string, unknown>, files: Record<string, Buffer>, as: string = creator.token) =>
  app.call('uploadVideo', {
    as,
    body,
    files: Object.fromEntries(Object.entries(files).map(([field, content]) => [field, { content }])),
  });
const get = async (id: string, as?: BuiltPerson) => app.call('getVideo', { as: as?.token, params: { id } });
const counted = async () => (await app.call('getPerformer', { params: { id: creator.id } })).data.stats.totalVideos;

describe('POST /performer/performer-assets/videos/upload', () => {
  it('stores a video with teaser and thumbnail, which plays once it is processed', async () => {
    const clip = await buildRecording('clip.mp4');
    const other = await buildPerformer(app, { name: 'Ada Cameo' });
    const files = { video: clip, teaser: clip, thumbnail: await buildPhoto() };
    const { data } = await upload({ title: 'By the Sea!', tags: ['sea', ' sea '], participantIds: [other.id] }, files);
    expect(data).toMatchObject({
      title: 'By the Sea!',
      slug: 'by-the-sea',
      status: 'active',
      processing: true,
      tags: ['sea'],
      isSale: false,
      access: 'open',
      participantIds: [other.id],
      stats: { views: 0, likes: 0, comments: 0, bookmarks: 0 },
    });
    await app.jobs.drain();
    const { data: ready } = await app.call('getPerformerVideo', { as: creator.token, params: { id: data._id } });
    expect(ready).toMatchObject({ processing: false, teaserProcessing: false, participants: [{ name: 'Ada Cameo' }] });
    expect(ready.video?.url).toBeTruthy();
    // A second video with the same title gets a different slug.
    expect((await upload({ title: 'By the sea' }, { video: clip })).data.slug).toBe('by-the-sea-2');
    expect(await counted()).toBe(2);
  });

  it.each([
    ['a missing video', {}, {}, 400, 'NO_FILE'],
    ['a picture instead of a video', {}, { video: 'photo' }, 400, 'INVALID_OR_MISSING_FILE'],
    ['a sale without a price', { isSale: 'true' }, { video: 'clip' }, 400, 'MISSING_REQUIRED_PROPS'],
    ['a price out of bounds', { isSale: 'true', price: '100000' }, { video: 'clip' }, 422, 'PRICE_OUT_OF_BOUNDS'],
    [
      'more than twenty tags',
      { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) },
      { video: 'clip' },
      400,
      'Bad Request',
    ],
    [
      'an unknown participant',
      { participantIds: ['6afd7be17e6f3770a5c753e0'] },
      { video: 'clip' },
      404,
      'ENTITY_NOT_FOUND',
    ],
  ])('rejects %s and stores nothing', async (_what, body, files, status, error) => {
    const contents = { photo: await buildPhoto(), clip: await buildRecording('clip.mp4') };
    const sent = Object.entries(files).map(
      ([field, what]) => [field, contents[what as keyof typeof contents]] as const,
    );
    const reply = await upload(body, Object.fromEntries(sent));
    expect(reply).toMatchObject({ status, body: { error } });
    const own = await app.call('searchPerformerVideos', { as: creator.token });
    expect(own.data.total).toBe(0);
    expect(await getFiles(app, creator)).toEqual([]);
  });

  it('accepts files that are already uploaded, but not those of another creator or those in use', async () => {
    const film = (owner: BuiltPerson, type = 'performer-video', isPublic = false) =>
      buildStoredFilm(app, owner, { type, isPublic }).then(({ id }) => id);
    const shown = (type: string) => buildStoredPhoto(app, { ownerId: creator.id, type, isPublic: true });
    const fileId = await film(creator);
    const teaserId = await film(creator, 'performer-video-teaser', true);
    const thumbnailId = (await shown('performer-video-thumbnail')).id;
    const { data } = await upload({ title: 'Ahead', fileId, teaserId, thumbnailId }, {});
    expect(data).toMatchObject({ fileId, teaserId, thumbnailId, processing: false, status: 'active' });

    const getRefusal = async (body: object) => (await upload({ title: 'Not this', ...body }, {})).body.error;
    const other = await buildPerformer(app);
    expect(await getRefusal({ fileId: await film(other) })).toBe('INVALID_OR_MISSING_FILE');
    expect(await getRefusal({ fileId: await film(creator, 'feed-video') })).toBe('INVALID_OR_MISSING_FILE');
    expect(await getRefusal({ fileId: teaserId })).toBe('INVALID_OR_MISSING_FILE');
    expect(await getRefusal({ fileId })).toBe('INVALID_OR_MISSING_FILE');
    const fresh = await film(creator);
    expect(await getRefusal({ fileId: fresh, thumbnailId })).toBe('INVALID_OR_MISSING_FILE');
    // An avatar must not become a thumbnail, because it would be deleted with the video.
    const portrait = (await shown('performer-avatar')).id;
    expect(await getRefusal({ fileId: fresh, thumbnailId: portrait })).toBe('INVALID_OR_MISSING_FILE');
    const stolen = await app.call('updateVideo', {
      as: creator.token,
      params: { id: data._id },
      body: { fileId: await film(other) },
    });
    expect(stolen.body.error).toBe('INVALID_OR_MISSING_FILE');
    const { data: bare } = await app.call('updateVideo', {
      as: creator.token,
      params: { id: data._id },
      body: { fileId: fresh, teaserId: '', thumbnailId: 'null' },
    });
    expect(bare).toMatchObject({ fileId: fresh, teaserId: null, thumbnailId: null });
    expect(await app.services.media.find([fileId, teaserId, thumbnailId])).toEqual([]);
  });

  it('requires an approved creator', async () => {
    const clip = { video: await buildRecording('clip.mp4') };
    expect((await upload({}, clip, fan.token)).status).toBe(403);
    const waiting = await buildPerformer(app, { verifiedDocument: false });
    expect((await upload({}, clip, waiting.token)).body.error).toBe('DOCUMENTS_NOT_APPROVED');
    expect((await upload({ status: 'draft' }, clip, waiting.token)).data.status).toBe('draft');
  });
});

describe('a viewer', () => {
  it('A-1: gets no URL of the video until it is bought, then everything', async () => {
    const thumbnail = (await buildStoredFilm(app, creator, { type: 'performer-video-teaser', isPublic: true })).id;
    const video = await buildVideo(app, creator, { isSale: true, price: 6, teaserId: thumbnail });
    for (const who of [undefined, fan]) {
      const { data } = await get(video.slug, who);
      expect(data).toMatchObject({ access: 'locked-sale', isBought: false, price: 6, description: 'What happens' });
      expect(data.video).toMatchObject({ url: null, duration: 2 });
      expect(data.teaser?.url).toContain('/media/public/');
    }
    const paid = await app.call('buyVideo', { as: fan.token, params: { id: video._id }, body: { expectedPrice: 6 } });
    expect(paid.data).toMatchObject({ target: 'video', totalPrice: 6, balanceAfter: 14 });
    const { data } = await get(video._id, fan);
    expect(data).toMatchObject({ access: 'open', isBought: true });
    expect((await fetchMedia(app, data.video?.url, fan)).statusCode).toBe(200);
    const again = await app.call('buyVideo', { as: fan.token, params: { id: video._id }, body: {} });
    expect(again.body.error).toBe('ALREADY_BOUGHT');
    expect(await listProblems(app)).toEqual([]);
    // Buyers can still open a deleted video.
    await app.call('deleteVideo', { as: creator.token, params: { id: video._id } });
    expect((await get(video._id, fan)).data.access).toBe('open');
    expect((await get(video._id)).status).toBe(404);
    const shelf = await app.call('listPurchases', { as: fan.token });
    expect(shelf.data.data).toMatchObject([{ target: 'video', title: 'A film', isAvailable: true, totalDuration: 2 }]);
  });

  it('can open videos for subscribers with a subscription', async () => {
    const video = await buildVideo(app, creator);
    expect((await get(video._id, fan)).data.access).toBe('locked-subscription');
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    expect((await get(video._id, fan)).data.access).toBe('open');
  });

  it('is counted at most once per day, and the creator not at all', async () => {
    const video = await buildVideo(app, creator);
    for (const who of [fan, fan, creator, undefined, undefined]) await get(video._id, who);
    expect((await get(video._id)).data.stats.views).toBe(2);
    app.clock.advance({ days: 1 });
    await get(video._id);
    await app.services.items.sweep();
    expect((await get(video._id)).data.stats.views).toBe(3);
  });

  it('lists videos newest first, filtered by creator, exclusion and sale', async () => {
    const sea = await buildVideo(app, creator, { title: 'Sea' });
    app.clock.advance({ seconds: 1 });
    const hill = await buildVideo(app, creator, { isSale: true, price: 5 });
    await buildVideo(app, creator, { status: 'draft' });
    const ids = async (query: object) =>
      (await app.call('searchVideos', { query: { performerId: creator.id, ...query } })).data.data.map(
        ({ _id }) => _id,
      );
    expect(await ids({})).toEqual([hill._id, sea._id]);
    expect(await ids({ excludedId: hill._id })).toEqual([sea._id]);
    expect(await ids({ isSale: 'true' })).toEqual([hill._id]);
    expect(await ids({ isSale: 'false' })).toEqual([sea._id]);
    expect(await ids({ q: 'sea' })).toEqual([sea._id]);
  });
});

describe('PUT /performer/performer-assets/videos/edit/:id', () => {
  it('changes only the fields that were sent, and replaces files', async () => {
    const video = await buildVideo(app, creator, { title: 'Kept name' });
    const files = { thumbnail: { content: await buildPhoto() } };
    const params = { id: video._id };
    const { data } = await app.call('updateVideo', { as: creator.token, params, body: { title: 'New' }, files });
    expect(data).toMatchObject({ title: 'New', description: 'What happens', slug: 'kept-name', fileId: video.fileId });
    expect(data.thumbnail?.url).toContain('/media/public/');
    const off = await app.call('removeVideoFile', { as: creator.token, params, body: { type: 'thumbnail' } });
    expect(off.data).toBe(true);
    expect((await app.call('getPerformerVideo', { as: creator.token, params })).data.thumbnail).toBeNull();
    expect(await app.services.media.find([data.thumbnailId ?? ''])).toEqual([]);
    expect((await app.call('removeVideoFile', { as: creator.token, params })).body.error).toBe(
      'MISSING_REQUIRED_PROPS',
    );
  });

  it('does not remove the file of a sold video, and rejects other creators', async () => {
    const video = await buildVideo(app, creator, { isSale: true, price: 5 });
    await app.call('buyVideo', { as: fan.token, params: { id: video._id }, body: {} });
    const files = { video: { content: await buildRecording('clip.mp4') } };
    const params = { id: video._id };
    expect((await app.call('updateVideo', { as: creator.token, params, files })).status).toBe(403);
    const other = await buildPerformer(app);
    expect((await app.call('updateVideo', { as: other.token, params, body: { title: 'Mine' } })).status).toBe(403);
    expect((await app.call('deleteVideo', { as: other.token, params })).status).toBe(403);
    expect(await getFiles(app, other)).toEqual([]);
  });

  it('publishes a scheduled video at its time', async () => {
    const scheduledAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const video = await buildVideo(app, creator, { isSchedule: true, scheduledAt });
    expect(video).toMatchObject({ status: 'inactive', isSchedule: true, scheduledAt });
    expect((await get(video._id, fan)).status).toBe(404);
    app.clock.advance({ hours: 2 });
    await app.services.items.publishDue();
    expect((await get(video._id, fan)).data.access).toBe('locked-subscription');
    expect(await counted()).toBe(1);
  });
});

it('a video counts likes, bookmarks and comments, and can be reported', async () => {
  const video = await buildVideo(app, creator, { isSale: true, price: 0 });
  const subject = { objectId: video._id, objectType: 'video' };
  for (const action of ['like', 'bookmark'])
    await app.call('createReaction', { as: fan.token, body: { ...subject, action } });
  await app.call('createComment', { as: fan.token, body: { ...subject, content: 'Lovely' } });
  const report = { target: 'video', targetId: video._id, performerId: creator.id, title: 'Spam' };
  expect((await app.call('createReport', { as: fan.token, body: report })).status).toBe(200);
  expect((await get(video._id, fan)).data).toMatchObject({
    isLiked: true,
    isBookmarked: true,
    isBookMarked: true,
    stats: { likes: 1, bookmarks: 1, comments: 1 },
  });
  const saved = await app.call('listBookmarks', { as: fan.token, params: { type: 'videos' } });
  expect(saved.data.data).toMatchObject([{ objectType: 'video', objectInfo: { _id: video._id, title: 'A film' } }]);
});
