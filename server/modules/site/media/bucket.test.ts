import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileRemovals } from '../../../db/schema/files';
import { inTransaction } from '../../../db/transaction';
import { buildStoredFilm, buildVideo } from '../../../../tests/factories/assets';
import { buildPhoto, buildRecording, buildStoredPhoto, buildUpload } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { startBucketMachines } from '../../../../tests/harness/bucket-machines';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import type { S3Server } from '../../../../tests/harness/s3-server';
import { storagePrefix } from './file-variants';
import type { FileRow } from './media-service';

let s3: S3Server;
let app: TestApp;
let other: TestApp;
let close: () => Promise<void>;
let creator: BuiltPerformer;
beforeAll(async () => {
  ({ s3, app, other, close } = await startBucketMachines());
  creator = await buildPerformer(app);
});
afterAll(() => close());
afterEach(() => s3.mend());

const get = (
  url: string | null | undefined,
  { as, ...headers }: Record<string, string> & { as?: string } = {},
  method: 'GET' | 'HEAD' = 'GET',
) =>
  app.http.inject({
    method,
    url: (url ?? '').replace('http://api.test', ''),
    headers: { ...headers, ...(as !== undefined && { authorization: as }) },
  });
const reread = async (id: string) => (await app.services.media.find([id]))[0] as FileRow;
const readVideo = async (id: string, as?: BuiltPerson) =>
  (await app.call('getVideo', { params: { id }, ...(as && { as: as.token }) })).data.video?.url ?? null;
const storeFilm = async (by: TestApp) =>
  by.services.media.store(
    await buildUpload(by, await buildRecording('tall.mov'), { kind: 'video', mimeType: 'video/quicktime' }),
    { ownerId: creator.id, type: 'feed-video' },
  );
const listStored = (id: string) => readdir(path.join(s3.folder, 'media', storagePrefix(id))).catch(() => []);
const beside = (url: string, entry: string) => new URL(entry, url).href;
const listEntries = (list: string, url: string) =>
  list.split('\n').flatMap((line) => (line && !line.startsWith('#') ? [beside(url, line)] : []));

describe('paid bytes in a bucket', () => {
  it('A-1, A-5: are reached by a link of a minute after the check, which nothing keeps', async () => {
    const { _id } = await buildVideo(app, creator, { isSale: false });
    const [guest, fan, subscriber] = [undefined, await buildUser(app), await buildUser(app)];
    await buildSubscription(app, { userId: subscriber.id, performerId: creator.id });
    expect(await Promise.all([guest, fan].map((viewer) => readVideo(_id, viewer)))).toEqual([null, null]);
    const url = await readVideo(_id, subscriber);
    const reply = await get(url, { as: subscriber.token });
    expect(reply.statusCode).toBe(302);
    expect(reply.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(reply.headers).not.toHaveProperty('etag');
    const link = String(reply.headers.location);
    const clip = await buildRecording('clip.mp4');
    const whole = await fetch(link);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': 'inline',
      'cache-control': 'private, no-store',
    });
    expect(Buffer.from(await whole.arrayBuffer()).equals(clip)).toBe(true);
    const part = await fetch(link, { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${clip.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(clip.subarray(100, 200))).toBe(true);

    expect((await fetch(link.split('?')[0] ?? '')).status).toBe(403);
    expect((await get(url, { as: fan.token })).statusCode).toBe(403);
    expect((await get(`${url}x`, { as: subscriber.token })).statusCode).toBe(403);
    s3.advance(61);
    expect((await fetch(link)).status).toBe(403);
    s3.advance(-61);
  });

  it('A-4: are refused at the next request of a viewer whom the creator blocks', async () => {
    const { _id } = await buildVideo(app, creator, { isSale: false });
    const fan = await buildUser(app);
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    const url = await readVideo(_id, fan);
    expect((await get(url, { as: fan.token })).statusCode).toBe(302);
    await app.call('blockUser', { as: creator.token, body: { targetId: fan.id } });
    app.clock.advance({ seconds: 30 });
    expect((await get(url, { as: fan.token })).statusCode).toBe(403);
  });

  it('A-3: are streamed by playlists of the API, with a check at each segment', async () => {
    const { id } = await storeFilm(app);
    await app.jobs.drain();
    const film = await reread(id);
    const { hls } = app.services.media.present(film, { viewer: creator.actor, open: true });
    const master = await get(hls);
    expect([master.statusCode, master.headers['content-type']]).toEqual([200, 'application/vnd.apple.mpegurl']);
    const lists = listEntries(master.body, hls ?? '');
    expect(lists).toHaveLength(film.ladder?.length ?? 0);
    for (const url of lists) {
      const list = await get(url);
      expect(list.statusCode).toBe(200);
      const [, size, at] = /BYTERANGE:(\d+)@(\d+)/.exec(list.body) ?? [];
      const segment = listEntries(list.body, url)[0] ?? '';
      const reply = await get(segment, { range: 'bytes=0-1' });
      expect(reply.statusCode).toBe(302);
      const range = `bytes=${at}-${Number(at) + Number(size) - 1}`;
      const bytes = Buffer.from(
        await (await fetch(String(reply.headers.location), { headers: { range } })).arrayBuffer(),
      );
      expect([bytes.length, bytes.subarray(4, 8).toString()]).toEqual([Number(size), 'moof']);
      expect((await get(segment.split('?')[0])).statusCode).toBe(403);
      expect((await get(segment.replace(/s=./, 's='))).statusCode).toBe(403);
    }
  });

  it('are described to HEAD by the API, since the link opens by GET only', async () => {
    const film = await buildStoredFilm(app, creator);
    const { url } = app.services.media.present(film, { viewer: creator.actor, open: true });
    const reply = await get(url, {}, 'HEAD');
    expect([reply.statusCode, Number(reply.headers['content-length'])]).toEqual([200, film.variants['video']?.size]);
  });

  it('F-1: make product files downloads under their own names', async () => {
    const upload = await buildUpload(app, Buffer.from('PK\u0003\u0004 a course'), {
      kind: 'other',
      mimeType: 'application/zip',
      name: 'Räume.zip',
    });
    const { id } = await app.services.media.store(upload, { ownerId: creator.id, type: 'performer-product-digital' });
    await app.jobs.drain();
    const file = await reread(id);
    const { url } = app.services.media.present(file, { viewer: creator.actor, open: true });
    const reply = await fetch(String((await get(url)).headers.location));
    expect(reply.headers.get('content-disposition')).toBe(
      `attachment; filename="R_ume.zip"; filename*=UTF-8''R%C3%A4ume.zip`,
    );
  });
});

it('pictures that all caches may keep are sent by the API', async () => {
  const avatar = await buildStoredPhoto(app, { ownerId: creator.id, type: 'avatar', isPublic: true });
  const reply = await get(app.services.media.publicUrl(avatar, 'w192'));
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect(reply.rawPayload.length).toBe(avatar.variants['w192']?.size);
});

it('scripts that have to send the session get the bytes from the API, because browsers would refuse the redirect', async () => {
  const urls = { WEB_PUBLIC_URL: 'http://site.test:3000', API_PUBLIC_URL: 'http://site.test:3001' };
  const near = await buildTestApp({ ...s3.env, ...urls }, { beside: app });
  const film = await buildStoredFilm(app, creator);
  const { url } = near.services.media.present(film, { viewer: creator.actor, open: true });
  const ask = (headers: Record<string, string>) =>
    near.http.inject({ url: (url ?? '').replace('http://site.test:3001', ''), headers });
  const authorization = creator.token;
  expect((await ask({ authorization })).statusCode).toBe(302);
  const part = await ask({ authorization, origin: 'http://site.test:3000', range: 'bytes=0-9' });
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 10]);
  await near.close();
});

describe('two machines', () => {
  it('process what the other has received, and send it', async () => {
    const { id } = await storeFilm(app);
    await other.jobs.run('process-file', { fileId: id });
    await other.jobs.drain();
    expect(await reread(id)).toMatchObject({ status: 'finished', ladderStatus: 'finished' });
    expect(await listStored(id)).not.toContainEqual(expect.stringContaining('original'));
    const { url } = app.services.media.present(await reread(id), { viewer: creator.actor, open: true });
    expect((await fetch(String((await get(url)).headers.location))).status).toBe(200);
    for (const { context } of [app, other]) {
      expect(await readdir(path.join(context.env.DATA_DIR, 'tmp'))).toEqual([]);
      expect(await readdir(context.env.DATA_DIR)).not.toContain('media');
    }
  });
});

describe('while the bucket is out of reach', () => {
  it('refuses uploads as unavailable, and stores nothing of them', async () => {
    const files = { file: { content: await buildPhoto(), name: 'a.jpg' } };
    s3.cut();
    const reply = await app.call('uploadFeedPhoto', { files, as: creator.token });
    expect([reply.status, reply.body.error]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(app.failures.filter(({ kind }) => kind === 'gateway')).toMatchObject([{ name: 'object storage' }]);
    expect(app.failures.filter(({ kind }) => kind === 'database' || kind === 'call')).toEqual([]);
    s3.mend();
    expect((await app.call('uploadFeedPhoto', { files, as: creator.token })).status).toBe(200);
  });

  it('keeps files for later, however often the jobs fail, and removes deleted ones afterwards', async () => {
    const { id } = await storeFilm(app);
    s3.cut();
    for (let count = 0; count < 6; count += 1)
      await expect(app.jobs.run('process-file', { fileId: id })).rejects.toThrow('object storage does not work');
    expect(await reread(id)).toMatchObject({ status: 'processing', attempts: 1 });
    s3.mend();
    await app.jobs.run('process-file', { fileId: id });
    expect(await reread(id)).toMatchObject({ status: 'finished' });

    s3.cut();
    await inTransaction(app.context.db, (tx) => app.services.media.remove([id], tx));
    const removals = await app.context.db.select().from(fileRemovals);
    expect(removals.map(({ fileId }) => fileId)).toContain(id);
    s3.mend();
    expect(await listStored(id)).not.toEqual([]);
    app.clock.advance({ minutes: 11 });
    await app.services.media.sweepLoose();
    expect(await listStored(id)).toEqual([]);
    expect(await app.context.db.select().from(fileRemovals)).toEqual([]);
    app.failures.splice(0);
  });
});
