import { eq } from 'drizzle-orm';
import { performers } from '../../../db/schema/accounts';
import { items } from '../../../db/schema/items';
import { files } from '../../../db/schema/files';
import { follows, reactions } from '../../../db/schema/social';
import { buildFeed, buildPhotoFeed, buildPollOption, buildPurchase } from '../../../../tests/factories/feed';
import { buildPhoto, buildRecording, buildStoredPhoto, buildUpload } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp, type TestCall } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let other: BuiltPerformer;
let fan: BuiltPerson;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  creator = await buildPerformer(app);
  other = await buildPerformer(app);
  fan = await buildUser(app);
});

const countPosts = async (id = creator.id) => {
  const [row] = await app.context.db.select().from(performers).where(eq(performers.id, id));
  return row?.statFeeds;
};
const list = async (input: TestCall = {}) => (await app.call('listFeeds', input)).data;
const getIds = async (input: TestCall = {}) => (await list(input)).data.map((feed) => feed._id);
const create = (body: Record<string, unknown>) => app.call('createFeed', { body, as: creator.token });
const refusal = async (body: Record<string, unknown>) => {
  const reply = await create(body);
  return [reply.status, reply.body.error];
};
const fileRow = async (id: string) => (await app.services.media.find([id]))[0];

describe('POST /performer/feeds/{photo,video,audio,thumbnail,teaser}/upload', () => {
  it('stores an image and returns it finished', async () => {
    const reply = await app.call('uploadFeedPhoto', {
      files: { file: { content: await buildPhoto(), name: '../../IMG 1.jpg' } },
      body: { alt: 'A red field' },
      as: creator.token,
    });
    expect(reply.data).toMatchObject({
      success: true,
      type: 'feed-photo',
      status: 'finished',
      name: 'IMG 1.jpg',
      alt: 'A red field',
    });
    expect(reply.data.url).toContain(`v=${creator.id}`);
  });

  it.each([
    ['uploadFeedVideo', 'clip.mp4', 'feed-video'],
    ['uploadFeedTeaser', 'clip.mp4', 'feed-video'],
    ['uploadFeedAudio', 'tone.mp3', 'feed-audio'],
  ] as const)('%s: stores a recording, to be converted later', async (name, recording, type) => {
    const content = await buildRecording(recording);
    const { data } = await app.call(name, { files: { file: { content, name: recording } }, as: creator.token });
    expect(data).toMatchObject({ success: true, type, status: 'processing', url: expect.any(String) });
    await app.jobs.drain();
    const status = await app.call('getFileStatus', { params: { id: data._id }, as: creator.token });
    expect(status.data).toMatchObject({
      status: 'finished',
      mimeType: type === 'feed-audio' ? 'audio/mpeg' : 'video/mp4',
    });
    // Only its owner can load it until an item uses it.
    expect(status.data.url).toContain(`/media/${data._id}/`);
  });

  it('makes a thumbnail public when its post is published', async () => {
    const content = await buildPhoto();
    const { data } = await app.call('uploadFeedThumbnail', { files: { file: { content } }, as: creator.token });
    expect(data.url).toContain(`http://api.test/media/${data._id}/large?v=${creator.id}`);
    const post = await buildFeed(app, creator, { thumbnailId: data._id });
    expect(post.thumbnail?.url).toBe(`http://api.test/media/public/${data._id}/large`);
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a program', Buffer.from('MZ this is not a picture')],
    ['a broken picture', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200)])],
  ])('rejects %s with the name of an image, and stores nothing', async (_what, content) => {
    const before = await app.context.db.$count(files);
    const reply = await app.call('uploadFeedPhoto', {
      files: { file: { content, name: 'photo.jpg', type: 'image/jpeg' } },
      as: creator.token,
    });
    expect([reply.status, reply.body.error]).toEqual([400, 'INVALID_IMAGE']);
    expect(await app.context.db.$count(files)).toBe(before);
  });

  it('rejects an image in place of a video, and a missing file', async () => {
    const asVideo = { file: { content: await buildPhoto(), name: 'film.mp4', type: 'video/mp4' } };
    expect((await app.call('uploadFeedVideo', { files: asVideo, as: creator.token })).status).toBe(400);
    expect((await app.call('uploadFeedVideo', { as: creator.token })).body.error).toBe('NO_FILE');
  });
});

describe('POST /performer/feeds', () => {
  it('publishes immediately and updates the counter', async () => {
    const photos = await Promise.all(
      [1, 2].map(() => buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo' })),
    );
    const fileIds = photos.map((photo) => photo.id);
    const { status, data } = await create({ type: 'photo', text: 'Two of them', title: ' Pictures ', fileIds });
    expect(status).toBe(200);
    expect(data).toMatchObject({
      type: 'photo',
      title: 'Pictures',
      status: 'active',
      fromSourceId: creator.id,
      fileIds,
    });
    expect(data.slug).toMatch(/^post-\d{13}$/);
    expect(await countPosts()).toBe(1);
    expect((await list({ query: { performerId: creator.id } })).total).toBe(1);
  });

  it('gives every post its own slug, even posts created within one millisecond', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => buildFeed(app, creator)));
    expect(new Set(made.map((feed) => feed.slug)).size).toBe(8);
  });

  it.each([
    ['no kind', { text: 'x' }, [400, 'MISSING_REQUIRED_PROPS']],
    ['an unknown kind', { type: 'story', text: 'x' }, [400, 'INVALID_FEED_TYPE']],
    ['a text without text', { type: 'text', text: '  ' }, [400, 'MISSING_REQUIRED_PROPS']],
    ['a photo without a photo', { type: 'photo', text: 'x' }, [400, 'MISSING_REQUIRED_PROPS']],
    ['a show without its time', { type: 'scheduled-streaming', text: 'x' }, [400, 'MISSING_REQUIRED_PROPS']],
    ['a schedule without a time', { type: 'text', text: 'x', isSchedule: true }, [400, 'MISSING_REQUIRED_PROPS']],
    ['a sale without a price', { type: 'text', text: 'x', isSale: true }, [400, 'MISSING_REQUIRED_PROPS']],
    [
      'a price above the site’s maximum',
      { type: 'text', text: 'x', isSale: true, price: 400.01 },
      [422, 'PRICE_OUT_OF_BOUNDS'],
    ],
    [
      'a price below the site’s minimum',
      { type: 'text', text: 'x', isSale: true, price: 0.5 },
      [422, 'PRICE_OUT_OF_BOUNDS'],
    ],
    ['a negative price', { type: 'text', text: 'x', isSale: true, price: -1 }, [400, 'Bad Request']],
    ['half a cent', { type: 'text', text: 'x', isSale: true, price: 2.005 }, [400, 'Bad Request']],
  ])('rejects %s', async (_what, body, answer) => {
    expect(await refusal(body)).toEqual(answer);
  });

  it('accepts the highest price, and 0 for a post open to everyone', async () => {
    expect((await create({ type: 'text', text: 'x', isSale: true, price: 400 })).data.price).toBe(400);
    expect((await create({ type: 'text', text: 'x', isSale: true, price: 0 })).data).toMatchObject({
      isSale: true,
      price: 0,
    });
  });

  it('rejects files that are another creator’s, public, in use, missing, or for another purpose', async () => {
    const mine = { ownerId: creator.id, type: 'feed-photo' };
    const foreign = await buildStoredPhoto(app, { ...mine, ownerId: other.id });
    const open = await buildStoredPhoto(app, { ...mine, isPublic: true });
    const sent = await buildStoredPhoto(app, { ...mine, type: 'message-photo' });
    const taken = (await buildPhotoFeed(app, creator)).fileIds[0];
    for (const id of [foreign.id, open.id, sent.id, taken, 'f'.repeat(24)]) {
      expect(await refusal({ type: 'photo', fileIds: [id] })).toEqual([400, 'INVALID_OR_MISSING_FILE']);
    }
    const hidden = await buildStoredPhoto(app, mine);
    for (const extra of [{ thumbnailId: hidden.id }, { teaserId: open.id }, { thumbnailId: foreign.id }]) {
      expect(await refusal({ type: 'text', text: 'x', ...extra })).toEqual([400, 'INVALID_OR_MISSING_FILE']);
    }
  });

  it('ignores fields that senders are not allowed to set', async () => {
    const { data } = await create({ type: 'text', text: 'x', totalLike: 99, performerId: other.id, slug: 'mine' });
    expect(data).toMatchObject({ totalLike: 0, fromSourceId: creator.id });
    expect(data.slug).not.toBe('mine');
  });

  it('hides a draft from fans, and does not count it', async () => {
    const { data } = await create({ type: 'text', text: 'x', status: 'draft' });
    expect(data.status).toBe('draft');
    expect(await countPosts()).toBe(0);
    expect((await app.call('getFeed', { params: { id: data._id }, as: fan.token })).status).toBe(404);
  });

  it('rejects fans', async () => {
    expect((await app.call('createFeed', { body: { type: 'text', text: 'x' }, as: fan.token })).status).toBe(403);
  });
});

describe('PUT /performer/feeds/:id', () => {
  const update = (id: string, body: Record<string, unknown>, as = creator.token) =>
    app.call('updateFeed', { params: { id }, body, as });

  it('changes only the fields that were sent, and shows the change immediately', async () => {
    const feed = await buildFeed(app, creator, { tagline: 'Old', isSale: true, price: 0 });
    await app.call('getFeed', { params: { id: feed._id } });
    expect((await update(feed._id, { text: 'New', tagline: null })).data).toEqual({ updated: true });
    const { data } = await app.call('getFeed', { params: { id: feed._id } });
    expect(data).toMatchObject({ title: 'A title all may read', text: 'New', tagline: '' });
  });

  it('deletes removed files and their bytes, keeps the order of the others, and counts again', async () => {
    const photos = await Promise.all(
      [1, 2, 3].map(() => buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo' })),
    );
    const [a = '', b = '', c = ''] = photos.map((photo) => photo.id);
    const feed = await buildFeed(app, creator, { type: 'photo', fileIds: [a, b, c] });
    await update(feed._id, { fileIds: [c, a] });
    const { data } = await app.call('getPerformerFeed', { params: { id: feed._id }, as: creator.token });
    expect(data.fileIds).toEqual([c, a]);
    expect(await fileRow(b)).toBeUndefined();
    expect(await countPosts()).toBe(1);
  });

  it('keeps files of a sold post', async () => {
    const feed = await buildPhotoFeed(app, creator, { isSale: true, price: 3 });
    await buildPurchase(app, fan, 'feed', feed._id);
    const another = await buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo' });
    expect((await update(feed._id, { fileIds: [another.id] })).status).toBe(403);
    expect((await update(feed._id, { fileIds: [...feed.fileIds, another.id] })).status).toBe(200);
  });

  it('replaces the thumbnail and deletes the old one', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo', isPublic: true })),
    );
    const feed = await buildFeed(app, creator, { thumbnailId: first?.id });
    await update(feed._id, { thumbnailId: second?.id });
    expect(await fileRow(first?.id ?? '')).toBeUndefined();
    await update(feed._id, { thumbnailId: null });
    expect(await fileRow(second?.id ?? '')).toBeUndefined();
  });

  it('stores descriptions of images', async () => {
    const feed = await buildPhotoFeed(app, creator);
    const theirs = await buildStoredPhoto(app, { ownerId: other.id, type: 'feed-photo', alt: 'Theirs' });
    const fileAlts = [
      { fileId: feed.fileIds[0] ?? '', alt: 'A field' },
      { fileId: theirs.id, alt: 'Mine now' },
    ];
    await update(feed._id, { fileAlts });
    expect((await fileRow(feed.fileIds[0] ?? ''))?.alt).toBe('A field');
    expect((await fileRow(theirs.id))?.alt).toBe('Theirs');
  });

  it('hides a post, and shows it again in its old place', async () => {
    const first = await buildFeed(app, creator);
    app.clock.advance({ seconds: 1 });
    const second = await buildFeed(app, creator);
    await update(first._id, { status: 'inactive' });
    expect(await countPosts()).toBe(1);
    expect(await getIds({ query: { performerId: creator.id } })).toEqual([second._id]);
    app.clock.advance({ seconds: 1 });
    await update(first._id, { status: 'active' });
    expect(await getIds({ query: { performerId: creator.id } })).toEqual([second._id, first._id]);
  });

  it('returns 403 to others who can see the post, and 404 to those who cannot', async () => {
    const shown = await buildFeed(app, creator);
    const draft = await buildFeed(app, creator, { status: 'draft' });
    expect((await update(shown._id, { text: 'Mine' }, other.token)).status).toBe(403);
    expect((await update(draft._id, { text: 'Mine' }, other.token)).status).toBe(404);
    expect((await update('f'.repeat(24), { text: 'Mine' })).status).toBe(404);
    expect((await app.call('getPerformerFeed', { params: { id: shown.slug }, as: other.token })).status).toBe(403);
    expect((await app.call('deleteFeed', { params: { id: shown._id }, as: other.token })).status).toBe(403);
  });
});

describe('DELETE /performer/feeds/:id', () => {
  const remove = (id: string) => app.call('deleteFeed', { params: { id }, as: creator.token });

  it('deletes the post with its files', async () => {
    const feed = await buildPhotoFeed(app, creator);
    expect((await remove(feed._id)).data).toEqual({ success: true });
    expect(await fileRow(feed.fileIds[0] ?? '')).toBeUndefined();
    expect((await app.call('getFeed', { params: { id: feed._id }, as: creator.token })).status).toBe(404);
    expect(await countPosts()).toBe(0);
    expect((await remove(feed._id)).status).toBe(404);
  });

  it('keeps a sold post, only for its buyers', async () => {
    const feed = await buildPhotoFeed(app, creator, { isSale: true, price: 3 });
    await buildPurchase(app, fan, 'feed', feed._id);
    expect((await remove(feed._id)).status).toBe(200);
    const get = (as?: string) => app.call('getFeed', { params: { id: feed._id }, as });
    expect([(await get(creator.token)).status, (await get()).status, (await get(other.token)).status]).toEqual([
      404, 404, 404,
    ]);
    const kept = await get(fan.token);
    expect(kept.data).toMatchObject({ access: 'open', text: 'What only some may read' });
    const bytes = await app.http.inject({ url: (kept.data.files[0]?.url ?? '').replace('http://api.test', '') });
    expect(bytes.statusCode).toBe(200);
    expect(await countPosts()).toBe(0);
    const own = await app.call('listPerformerFeeds', { as: creator.token });
    expect(own.data).toEqual({ data: [], total: 0 });
    expect((await app.call('updateFeed', { params: { id: feed._id }, body: {}, as: creator.token })).status).toBe(404);
  });
});

describe('GET /performer/feeds', () => {
  it('lists own posts in any status, last edited first, with filters', async () => {
    const active = await buildFeed(app, creator, { title: 'Tomato sauce' });
    app.clock.advance({ seconds: 1 });
    const draft = await buildFeed(app, creator, { status: 'draft', text: 'Something about basil' });
    app.clock.advance({ seconds: 1 });
    const photo = await buildPhotoFeed(app, creator);
    await buildFeed(app, other);
    app.clock.advance({ seconds: 1 });
    await app.services.feed.update(creator.actor, active._id, { text: 'Changed' });
    const ids = async (query: Record<string, unknown> = {}) => {
      const { data } = await app.call('listPerformerFeeds', { query, as: creator.token });
      return [data.data.map((feed) => feed._id), data.total];
    };
    expect(await ids()).toEqual([[active._id, photo._id, draft._id], 3]);
    expect(await ids({ limit: 1, offset: 1 })).toEqual([[photo._id], 3]);
    expect(await ids({ status: 'draft' })).toEqual([[draft._id], 1]);
    expect(await ids({ type: 'photo' })).toEqual([[photo._id], 1]);
    expect(await ids({ q: 'sauce' })).toEqual([[active._id], 1]);
    expect(await ids({ q: 'BASIL' })).toEqual([[draft._id], 1]);
    expect(await ids({ sortBy: 'createdAt', sort: 'asc' })).toEqual([[active._id, draft._id, photo._id], 3]);
    expect(await ids({ fromDate: '2001-01-01', toDate: '2001-01-02' })).toEqual([[], 0]);
  });
});

describe('GET /user/feeds', () => {
  it('lists a creator’s pinned posts first, then newest first', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      app.clock.advance({ seconds: 1 });
      made.push((await buildFeed(app, creator, { isPinned: n === 1 }))._id);
    }
    const [first = '', pinned = '', third = '', fourth = '', fifth = ''] = made;
    const query = { performerId: creator.id };
    expect(await list({ query: { ...query, limit: 2 } })).toMatchObject({ total: 5 });
    expect(await getIds({ query })).toEqual([pinned, fifth, fourth, third, first]);
    expect(await getIds({ query: { ...query, limit: 2, offset: 1 } })).toEqual([fifth, fourth]);
    expect(await getIds({ query: { ...query, limit: 2, beforeId: fourth } })).toEqual([third, first]);
    expect(await getIds({ query: { ...query, limit: 2, beforeId: pinned } })).toEqual([fifth, fourth]);
    expect(await getIds({ query: { ...query, beforeId: first } })).toEqual([]);
  });

  it('does not shift pages when a post is added meanwhile', async () => {
    for (let n = 0; n < 4; n += 1) {
      app.clock.advance({ seconds: 1 });
      await buildFeed(app, creator);
    }
    const query = { performerId: creator.id, limit: 2 };
    const page = await getIds({ query });
    app.clock.advance({ seconds: 1 });
    await buildFeed(app, creator);
    const next = await getIds({ query: { ...query, beforeId: page[1] } });
    expect(new Set([...page, ...next]).size).toBe(4);
  });

  it('lists posts of followed and subscribed creators on Home', async () => {
    const third = await buildPerformer(app);
    const [mine, theirs] = [await buildFeed(app, creator), await buildFeed(app, other)];
    await buildFeed(app, third);
    const query = { isHome: 'true' };
    expect(await list({ query, as: fan.token })).toEqual({ data: [], total: 0 });
    expect(await list({ query })).toEqual({ data: [], total: 0 });
    await app.context.db.insert(follows).values({ followerId: fan.id, followingId: creator.id });
    await buildSubscription(app, { userId: fan.id, performerId: other.id });
    const home = await list({ query, as: fan.token });
    expect(home.data.map((feed) => feed._id).toSorted()).toEqual([mine._id, theirs._id].toSorted());
    expect(home.total).toBe(2);
    const followed = home.data.find((feed) => feed._id === mine._id);
    expect(followed).toMatchObject({ isFollowed: true, isSubscribed: false, access: 'locked-subscription' });
    expect(followed?.performer).toMatchObject({ _id: creator.id, isFollowed: true });
    expect(await getIds({ query: { ...query, isUnlocked: 'true' }, as: fan.token })).toEqual([theirs._id]);
  });

  it('filters by type, poll, access and text, without revealing locked content', async () => {
    const query = { performerId: creator.id };
    const photo = await buildPhotoFeed(app, creator, { title: 'Harbour at dawn' });
    const asked = await buildFeed(app, creator, { title: '', pollIds: [await buildPollOption(app, creator)] });
    const open = await buildFeed(app, creator, { title: '', isSale: true, price: 0, text: 'Öl und Salz' });
    const closed = await buildFeed(app, creator, { title: '', text: 'A secret ingredient', tagline: 'Three tips' });
    expect(await getIds({ query: { ...query, type: 'photo' } })).toEqual([photo._id]);
    expect(await getIds({ query: { ...query, hasPoll: 'true' } })).toEqual([asked._id]);
    expect(await getIds({ query: { ...query, isUnlocked: 'true' } })).toEqual([open._id]);
    expect(await getIds({ query: { ...query, q: 'dawn, harbour' } })).toEqual([photo._id]);
    expect(await getIds({ query: { ...query, q: 'öl' } })).toEqual([open._id]);
    expect(await getIds({ query: { ...query, q: 'tips' } })).toEqual([closed._id]);
    expect(await getIds({ query: { ...query, q: 'ingredient' } })).toEqual([]);
    expect(await getIds({ query: { ...query, q: 'ingredient' }, as: creator.token })).toEqual([closed._id]);
    expect(await getIds({ query: { ...query, q: '%' } })).toHaveLength(4);
  });

  it('shows the viewer’s likes, bookmarks and votes', async () => {
    const option = await buildPollOption(app, creator);
    const feed = await buildFeed(app, creator, { isSale: true, price: 0, pollIds: [option] });
    const by = { createdBy: fan.id, objectType: 'feed', objectId: feed._id };
    await app.context.db.insert(reactions).values([
      { ...by, action: 'like' },
      { ...by, action: 'bookmark' },
    ]);
    await app.call('votePoll', { params: { id: option }, as: fan.token });
    const [seen] = (await list({ query: { performerId: creator.id }, as: fan.token })).data;
    expect(seen).toMatchObject({ isLiked: true, isBookMarked: true, isBookmarked: true });
    expect(seen?.polls).toMatchObject([{ isVoted: true, totalVote: 1 }]);
    const [other] = (await list({ query: { performerId: creator.id } })).data;
    expect(other).toMatchObject({ isLiked: false, isBookMarked: false });
    expect(other?.polls).toMatchObject([{ isVoted: false, totalVote: 1 }]);
  });

  it('returns the exact total with each page', async () => {
    for (let n = 0; n < 5; n += 1) await buildFeed(app, creator);
    const totals = await Promise.all(
      [0, 2, 4].map(
        async (offset) => (await list({ query: { performerId: creator.id, type: 'text', limit: 2, offset } })).total,
      ),
    );
    expect(totals).toEqual([5, 5, 5]);
  });

  it('marks a post as processing while one of its files is processed', async () => {
    const content = await buildRecording('clip.mp4');
    const upload = await buildUpload(app, content, { kind: 'video', mimeType: 'video/mp4' });
    const film = await app.services.media.store(upload, { ownerId: creator.id, type: 'feed-video' });
    const feed = await buildFeed(app, creator, { type: 'video', fileIds: [film.id], isSale: true, price: 0 });
    expect(await countPosts()).toBe(1);
    const get = async () => (await app.call('getFeed', { params: { id: feed._id } })).data;
    expect(await get()).toMatchObject({ processing: true, files: [{ url: expect.any(String), status: 'processing' }] });
    await app.jobs.drain();
    expect(await get()).toMatchObject({ processing: false, files: [{ status: 'finished' }] });
    expect((await get()).totalDuration).toBeCloseTo(2, 0);
  });

  it('hides a post with a broken file until the file is replaced', async () => {
    const content = await buildRecording('clip.mp4');
    const upload = await buildUpload(app, content, { kind: 'video', mimeType: 'video/mp4' });
    const film = await app.services.media.store(upload, { ownerId: creator.id, type: 'feed-video' });
    const feed = await buildFeed(app, creator, { type: 'video', fileIds: [film.id] });
    await app.context.db
      .update(files)
      .set({ attempts: 9, heartbeatAt: new Date(0) })
      .where(eq(files.id, film.id));
    await app.jobs.run('resume-files', {});
    const { data } = await app.call('getPerformerFeed', { params: { id: feed._id }, as: creator.token });
    expect(data).toMatchObject({ status: 'file-error', files: [{ status: 'error', url: null }] });
    expect(await countPosts()).toBe(0);
    expect((await list({ query: { performerId: creator.id } })).total).toBe(0);
    const again = await app.services.media.store(
      await buildUpload(app, content, { kind: 'video', mimeType: 'video/mp4' }),
      { ownerId: creator.id, type: 'feed-video' },
    );
    await app.services.feed.update(creator.actor, feed._id, { fileIds: [again.id] });
    expect(await countPosts()).toBe(1);
    await app.jobs.drain();
  });
});

// Promises R-4.
describe('a scheduled post', () => {
  const inAnHour = () => new Date(app.clock.now().getTime() + 3600_000).toISOString();

  it('is published once, at its time, even if the job runs concurrently', async () => {
    const { data } = await create({ type: 'text', text: 'x', isSchedule: true, scheduleAt: inAnHour() });
    expect(data).toMatchObject({ status: 'inactive', isSchedule: true });
    await app.jobs.run('publish-scheduled', {});
    expect(await countPosts()).toBe(0);
    app.clock.advance({ hours: 1 });
    await Promise.all([1, 2, 3].map(() => app.jobs.run('publish-scheduled', {})));
    await app.jobs.run('publish-scheduled', {});
    expect(await countPosts()).toBe(1);
    const [row] = await app.context.db.select().from(items).where(eq(items.id, data._id));
    expect(row).toMatchObject({ status: 'active', isScheduled: false, publishedAt: app.clock.now() });
    expect(await getIds({ query: { performerId: creator.id } })).toEqual([data._id]);
  });

  it('is published immediately if its time has passed, but a draft never is', async () => {
    const past = new Date(app.clock.now().getTime() - 1000).toISOString();
    expect((await create({ type: 'text', text: 'x', isSchedule: true, scheduleAt: past })).data.status).toBe('active');
    const draft = await create({ type: 'text', text: 'x', status: 'draft', isSchedule: true, scheduleAt: inAnHour() });
    app.clock.advance({ hours: 2 });
    await app.jobs.run('publish-scheduled', {});
    const [row] = await app.context.db.select().from(items).where(eq(items.id, draft.data._id));
    expect(row?.status).toBe('draft');
  });

  it('can be unscheduled', async () => {
    const { data } = await create({ type: 'text', text: 'x', isSchedule: true, scheduleAt: inAnHour() });
    await app.services.feed.update(creator.actor, data._id, { isSchedule: false });
    app.clock.advance({ hours: 2 });
    await app.jobs.run('publish-scheduled', {});
    expect(await countPosts()).toBe(0);
  });
});

describe('POST /user/feeds/vote/:id', () => {
  const vote = (id: string, as = fan.token) => app.call('votePoll', { params: { id }, as });
  const ask = async (input: Parameters<typeof buildFeed>[2] = {}) => {
    const pollIds = [await buildPollOption(app, creator, 'Yes'), await buildPollOption(app, creator, 'No')];
    const feed = await buildFeed(app, creator, { isSale: true, price: 0, pollDescription: 'Well?', pollIds, ...input });
    return { feed, pollIds };
  };

  it('counts one vote per account, even with concurrent requests', async () => {
    const { feed, pollIds } = await ask();
    const [yes = '', no = ''] = pollIds;
    const replies = await Promise.all([vote(yes), vote(no), vote(yes), vote(no)]);
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    const refused = replies.find((reply) => reply.status !== 200);
    expect([refused?.status, refused?.body.error]).toEqual([422, 'ALREADY_VOTED']);
    const { data } = await app.call('getFeed', { params: { id: feed._id } });
    expect(data.polls.map((poll) => poll.description)).toEqual(['Yes', 'No']);
    expect(data.polls.reduce((sum, poll) => sum + poll.totalVote, 0)).toBe(1);
  });

  it('rejects votes after the end of the poll', async () => {
    const { pollIds } = await ask({ pollExpiredAt: new Date(app.clock.now().getTime() + 1000).toISOString() });
    app.clock.advance({ seconds: 2 });
    const reply = await vote(pollIds[0] ?? '');
    expect([reply.status, reply.body.error]).toEqual([403, 'ALREADY_EXPIRED_TO_VOTE']);
  });

  it('rejects voters without access to the post, and says why', async () => {
    const forSubscribers = await ask({ isSale: false });
    expect((await vote(forSubscribers.pollIds[0] ?? '')).body.error).toBe('FORBIDDEN');
    const free = await ask({ isSale: false, isFree: true });
    const reply = await vote(free.pollIds[0] ?? '');
    expect([reply.status, reply.body]).toEqual([
      403,
      {
        statusCode: 403,
        error: 'SUBSCRIPTION_INACTIVE',
        message: 'Please subscribe to the platform to see the content for free!',
      },
    ]);
  });

  it('returns 404 for unknown answers, and for answers without a post or of a hidden post', async () => {
    expect((await vote(await buildPollOption(app, creator))).status).toBe(404);
    expect((await vote((await ask({ status: 'draft' })).pollIds[0] ?? '')).status).toBe(404);
    expect((await vote('f'.repeat(24))).status).toBe(404);
  });

  it('rejects another creator’s answers, and deletes an answer’s votes with it', async () => {
    const theirs = await buildPollOption(app, other);
    expect((await create({ type: 'text', text: 'x', pollIds: [theirs] })).status).toBe(404);
    const { feed, pollIds } = await ask();
    await vote(pollIds[0] ?? '');
    await app.services.feed.update(creator.actor, feed._id, { pollIds: [pollIds[1] ?? ''] });
    const { data } = await app.call('getFeed', { params: { id: feed._id } });
    expect(data.pollIds).toEqual([pollIds[1]]);
    expect((await vote(pollIds[1] ?? '')).status).toBe(200);
  });
});
