import { eq } from 'drizzle-orm';
import { accounts, performers } from '../../../db/schema/accounts';
import { items } from '../../../db/schema/items';
import { userBlocks } from '../../../db/schema/social';
import {
  buildGallery,
  buildGalleryPhoto,
  buildProduct,
  buildStoredFilm,
  buildVideo,
} from '../../../../tests/factories/assets';
import { buildFeed, buildPhotoFeed } from '../../../../tests/factories/feed';
import { buildStoredPhoto } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let stranger: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  [creator, fan, stranger] = [await buildPerformer(app), await buildUser(app), await buildUser(app)];
  await buildSubscription(app, { userId: fan.id, performerId: creator.id });
});
afterAll(() => app.close());

const photo = (type: string) => buildStoredPhoto(app, { ownerId: creator.id, type });
const status = async (url: string, headers: Record<string, string> = {}) =>
  (await app.http.inject({ url: url.replace(/^https?:\/\/[^/]+/, ''), headers })).statusCode;
const everyVariant = [
  'blurred',
  'w96',
  'w192',
  'w320',
  'small',
  'w1080',
  'large',
  'jpeg',
  'poster',
  'video',
  'audio',
  'original',
  'sprite',
  'previews',
  'hls',
  'hls360',
  'hls540',
  'hls720',
  'hls1080',
  'hls.m3u8',
  'hls720.m3u8',
  'hls720.mp4',
];
/** Requests every URL that can be built from an id. @returns those that open */
const crawl = async (fileId: string) => {
  const urls = everyVariant.flatMap((variant) => [
    `/media/public/${fileId}/${variant}`,
    `/media/${fileId}/${variant}`,
    `/media/${fileId}/${variant}?v=guest&e=99999999999&s=x`,
    `/media/${fileId}/${variant}?v=${fan.id}&e=99999999999&s=x`,
  ]);
  const opened: string[] = [];
  for (const url of urls) if ((await status(url)) < 400) opened.push(url);
  return opened;
};

/** A conversation in which the creator sent the fan a paid image. @returns the image, and the fan's view of it */
async function buildMessage(where = app) {
  const file = await photo('message-photo');
  const body = { sourceId: creator.id, source: 'performer' };
  const conversation = (await where.call('createConversation', { as: fan.token, body })).data;
  const sent = await where.call('sendMessage', {
    as: creator.token,
    params: { id: conversation._id },
    body: { text: 'For you', fileIds: [file.id], isSale: true, price: 5 },
  });
  expect(sent.status).toBe(200);
  const { data } = await where.call('listMessages', { as: fan.token, params: { id: conversation._id } });
  const view = data.data.find(({ _id }) => _id === sent.data._id)?.files[0];
  return { file, preview: view?.thumbnails?.[0] ?? '', own: sent.data.files[0]?.url ?? '' };
}

describe('A-10: previews of private files', () => {
  it('do not open by the id of a message, draft, document or unused upload', async () => {
    const draft = await photo('feed-photo');
    await buildFeed(app, creator, { type: 'photo', fileIds: [draft.id], status: 'inactive' });
    const files = [
      (await buildMessage()).file,
      draft,
      await photo('performer-document'),
      await photo('feed-photo'),
      await photo('message-photo'),
    ];
    for (const { id, type } of files) expect([type, await crawl(id)]).toEqual([type, []]);
  });

  it('show the blurred image of a published post by its id, but not after its removal', async () => {
    const file = await photo('feed-photo');
    const post = await buildFeed(app, creator, { type: 'photo', fileIds: [file.id] });
    expect(await crawl(file.id)).toEqual([`/media/public/${file.id}/blurred`]);
    await app.context.db.update(items).set({ status: 'inactive' }).where(eq(items.id, post._id));
    app.clock.advance({ seconds: 11 });
    expect(await crawl(file.id)).toEqual([]);
  });

  it('open for a message’s recipient through a link of their own', async () => {
    const { preview } = await buildMessage();
    expect(preview).toContain(`v=${fan.id}`);
    expect(await status(preview)).toBe(200);
    expect(await status(preview, { cookie: `token=${fan.token}` })).toBe(200);
    expect(await status(preview, { cookie: `token=${stranger.token}` })).toBe(403);
    expect(await status(preview.replace(fan.id, stranger.id))).toBe(403);
  });

  it('do not open for a fan whom the creator blocks', async () => {
    const { preview } = await buildMessage();
    await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: fan.id });
    app.clock.advance({ seconds: 11 });
    expect(await status(preview)).toBe(403);
    await app.context.db.delete(userBlocks).where(eq(userBlocks.userId, fan.id));
  });
});

interface Shown {
  what: string;
  itemId: string | null;
  urls: string[];
}

async function buildPreviews(owner: BuiltPerformer): Promise<Shown[]> {
  const picture = async (type: string) => (await buildStoredPhoto(app, { ownerId: owner.id, type, isPublic: true })).id;
  const film = async (type: string) => (await buildStoredFilm(app, owner, { type, isPublic: true })).id;
  const teaserId = await film('performer-video-teaser');
  const captions = { text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nA secret.', language: 'en' };
  await app.services.media.setCaptions(owner.actor, teaserId, captions);
  const post = await buildFeed(app, owner, {
    thumbnailId: await picture('feed-photo'),
    teaserId: await film('feed-video'),
  });
  const video = await buildVideo(app, owner, { thumbnailId: await picture('performer-video-thumbnail'), teaserId });
  const product = await buildProduct(app, owner, { imageId: await picture('performer-product-image') });
  const closed = await buildPhotoFeed(app, owner);
  const gallery = await buildGallery(app, owner, { isSale: true, price: 5 });
  await buildGalleryPhoto(app, owner, { galleryId: gallery._id });
  const { data } = await app.call('getGallery', { params: { id: gallery._id } });
  const seen = await app.call('getFeed', { params: { id: closed._id } });
  const [blurred] = seen.data.files.flatMap(({ thumbnails }) => thumbnails ?? []);
  const all: (Omit<Shown, 'urls'> & { urls: (string | null | undefined)[] })[] = [
    {
      what: 'thumbnail of a post',
      itemId: post._id,
      urls: [post.thumbnail?.url, ...(post.thumbnail?.thumbnails ?? [])],
    },
    { what: 'teaser of a post', itemId: post._id, urls: [post.teaser?.url] },
    { what: 'thumbnail of a video', itemId: video._id, urls: [video.thumbnail?.url] },
    { what: 'teaser of a video', itemId: video._id, urls: [video.teaser?.url, video.teaser?.captions?.url] },
    { what: 'picture of a product', itemId: product._id, urls: [product.image] },
    { what: 'blurred picture of a post', itemId: closed._id, urls: [blurred] },
    { what: 'blurred cover of a gallery', itemId: gallery._id, urls: data.coverPhoto?.thumbnails ?? [] },
  ];
  return all.map(({ urls, ...rest }) => {
    const found = urls.flatMap((url) => url ?? []);
    expect([rest.what, found.length > 0, found.filter((url) => !url.includes('/media/public/'))]).toEqual([
      rest.what,
      true,
      [],
    ]);
    return { ...rest, urls: found };
  });
}

/** @returns name and variant of those previews that open */
const openAmong = async (shown: readonly Shown[], headers: Record<string, string> = {}) => {
  const opened: string[] = [];
  for (const { what, urls } of shown)
    for (const url of urls) if ((await status(url, headers)) < 400) opened.push(`${what} ${url.split('/').at(-1)}`);
  return opened;
};
const cookie = ({ token }: { token: string }) => ({ cookie: `token=${token}` });
/** Waits until cached access checks have expired. Browsers may cache for the rest of half a minute. */
const later = () => app.clock.advance({ seconds: 11 });

describe('A-9, A-10: links to previews issued earlier', () => {
  let owner: BuiltPerformer;
  let shown: Shown[];
  let count: number;
  beforeAll(async () => {
    owner = await buildPerformer(app);
    shown = await buildPreviews(owner);
    count = shown.flatMap(({ urls }) => urls).length;
  });
  beforeEach(async () => {
    const { db } = app.context;
    const isPublished = { status: 'active', isScheduled: false, deletedAt: null } as const;
    await db.update(items).set(isPublished).where(eq(items.performerId, owner.id));
    await db.update(accounts).set({ status: 'active' }).where(eq(accounts.id, owner.id));
    await db.update(performers).set({ blockedCountries: [] }).where(eq(performers.id, owner.id));
    await db.delete(userBlocks).where(eq(userBlocks.performerId, owner.id));
    expect(await openAmong(shown)).toHaveLength(count);
    expect(await openAmong(shown, cookie(fan))).toHaveLength(count);
  });
  const set = async (change: Partial<typeof items.$inferInsert>) => {
    await app.context.db.update(items).set(change).where(eq(items.performerId, owner.id));
    later();
  };

  const unpublished: [string, Partial<typeof items.$inferInsert>][] = [
    ['drafts', { status: 'draft' }],
    ['hidden items', { status: 'inactive' }],
    ['scheduled items', { status: 'inactive', isScheduled: true }],
  ];

  it.each([...unpublished, ['deleted items', { deletedAt: new Date() }] as const])(
    'of %s open for no other fan or guest',
    async (_what, change) => {
      await set(change);
      for (const who of [{}, cookie(fan), cookie(stranger)]) expect(await openAmong(shown, who)).toEqual([]);
    },
  );

  it.each(unpublished)('of %s open for their creator', async (_what, change) => {
    await set(change);
    expect(await openAmong(shown, cookie(owner))).toHaveLength(count);
  });

  it('of a creator who blocks the viewer open only for other viewers', async () => {
    await app.context.db.insert(userBlocks).values({ performerId: owner.id, userId: fan.id });
    later();
    expect(await openAmong(shown, cookie(fan))).toEqual([]);
    expect(await openAmong(shown, { authorization: fan.token })).toEqual([]);
    expect(await openAmong(shown, cookie(stranger))).toHaveLength(count);
  });

  it('of a creator who blocks a country open only in other countries', async () => {
    await app.context.db
      .update(performers)
      .set({ blockedCountries: ['FR'] })
      .where(eq(performers.id, owner.id));
    later();
    const from = (country: string, who?: { token: string }) => ({ 'cf-ipcountry': country, ...(who && cookie(who)) });
    expect([await openAmong(shown, from('FR')), await openAmong(shown, from('FR', fan))]).toEqual([[], []]);
    expect(await openAmong(shown, from('PT', fan))).toHaveLength(count);
  });

  it('of a suspended creator open for nobody', async () => {
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, owner.id));
    later();
    expect([await openAmong(shown), await openAmong(shown, cookie(fan))]).toEqual([[], []]);
  });

  it('of a profile do not open for viewers whom the creator blocks', async () => {
    const cover = await buildStoredPhoto(app, { ownerId: owner.id, type: 'cover', isPublic: true });
    const welcome = await buildStoredFilm(app, owner, { type: 'performer-welcome-video', isPublic: true });
    const profile = [cover, welcome].map((file) => ({
      what: file.type,
      itemId: null,
      urls: [app.services.media.publicUrl(file, file.kind === 'image' ? 'large' : 'video')],
    }));
    expect(await openAmong(profile, cookie(fan))).toHaveLength(2);
    await app.context.db.insert(userBlocks).values({ performerId: owner.id, userId: fan.id });
    later();
    expect(await openAmong(profile, cookie(fan))).toEqual([]);
    expect(await openAmong(profile)).toHaveLength(2);
  });

  it('are cached by browsers for less than a minute, and not at all by proxies', async () => {
    for (const url of shown.flatMap(({ urls }) => urls)) {
      const { pathname } = new URL(url);
      const { headers } = await app.http.inject({ url: pathname });
      expect([pathname, headers['cache-control']]).toEqual([pathname, 'private, max-age=40']);
    }
  });

  it('of an unused upload open only for its owner, even without a session', async () => {
    const file = await buildStoredPhoto(app, { ownerId: owner.id, type: 'feed-photo', isPublic: true });
    const { url } = app.services.media.present(file, { viewer: owner.actor, open: true });
    expect(await status(url ?? '')).toBe(200);
    expect(await status(url ?? '', cookie(fan))).toBe(403);
    expect(await crawl(file.id)).toEqual([]);
    expect((await app.call('getFileStatus', { params: { id: file.id }, as: fan.token })).status).toBe(404);
    const draft = await buildFeed(app, owner, { thumbnailId: file.id, status: 'draft' });
    expect(draft.thumbnail?.url).toContain(`v=${owner.id}`);
  });
});

describe('A-10: if web app and API have the same host', () => {
  it('a link opens only for the session of its viewer', async () => {
    const urls = { WEB_PUBLIC_URL: 'http://site.test:3000', API_PUBLIC_URL: 'http://site.test:3001' };
    const same = await buildTestApp(urls, { beside: app });
    const file = await buildStoredPhoto(same, { ownerId: creator.id, type: 'feed-photo' });
    const link = same.services.media.present(file, { viewer: creator.actor, open: true }).url ?? '';
    const open = async (headers: Record<string, string>) =>
      (await same.http.inject({ url: link.replace(/^https?:\/\/[^/]+/, ''), headers })).statusCode;
    expect(await open({})).toBe(403);
    expect(await open({ cookie: `token=${stranger.token}` })).toBe(403);
    expect(await open({ cookie: `token=${creator.token}` })).toBe(200);
    expect(await open({ authorization: creator.token })).toBe(200);
    await same.close();
  });
});
