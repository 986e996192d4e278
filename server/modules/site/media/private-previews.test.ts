import { eq } from 'drizzle-orm';
import { items } from '../../../db/schema/items';
import { userBlocks } from '../../../db/schema/social';
import { buildFeed } from '../../../../tests/factories/feed';
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
  ...['blurred', 'w96', 'w192', 'w320', 'small', 'w1080', 'large', 'jpeg', 'poster', 'video', 'audio', 'original'],
  ...['sprite', 'previews', 'hls', 'hls360', 'hls540', 'hls720', 'hls1080', 'hls.m3u8', 'hls720.m3u8', 'hls720.mp4'],
];
/** What an id alone opens, by any address that can be made of it. */
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

/** A conversation of fan and creator, with a paid picture in it. @returns the picture and what the fan sees of it. */
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

describe('A-10: previews of private things', () => {
  it('an id opens nothing of messages, drafts, papers and loose uploads', async () => {
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

  it('of a post that is out, an id shows the blurred picture, and no more once it is taken back', async () => {
    const file = await photo('feed-photo');
    const post = await buildFeed(app, creator, { type: 'photo', fileIds: [file.id] });
    expect(await crawl(file.id)).toEqual([`/media/public/${file.id}/blurred`]);
    await app.context.db.update(items).set({ status: 'inactive' }).where(eq(items.id, post._id));
    app.clock.advance({ seconds: 11 });
    expect(await crawl(file.id)).toEqual([]);
  });

  it('of a message, the receiver sees the blurred picture by a link of their own', async () => {
    const { preview } = await buildMessage();
    expect(preview).toContain(`v=${fan.id}`);
    expect(await status(preview)).toBe(200);
    expect(await status(preview, { cookie: `token=${fan.token}` })).toBe(200);
    expect(await status(preview, { cookie: `token=${stranger.token}` })).toBe(403);
    expect(await status(preview.replace(fan.id, stranger.id))).toBe(403);
  });

  it('of a creator who blocks, nothing', async () => {
    const { preview } = await buildMessage();
    await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: fan.id });
    app.clock.advance({ seconds: 11 });
    expect(await status(preview)).toBe(403);
    await app.context.db.delete(userBlocks).where(eq(userBlocks.userId, fan.id));
  });
});

describe('A-10: where the web app and the API share a host', () => {
  it('a link opens for the session of its viewer only', async () => {
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
