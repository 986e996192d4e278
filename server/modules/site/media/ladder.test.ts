import { existsSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { files } from '../../../db/schema/files';
import { inTransaction } from '../../../db/transaction';
import { buildFeed } from '../../../../tests/factories/feed';
import { buildRecording, buildUpload, measureFilms } from '../../../../tests/factories/media';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { storageKey } from './file-variants';
import type { FileRow } from './media-service';

let app: TestApp;
let owner: BuiltPerson;
let fan: BuiltPerson;
let other: BuiltPerson;
let film: FileRow;
const allowed = new Set<string>();

beforeAll(async () => {
  app = await buildTestApp();
  [owner, fan, other] = [await buildPerformer(app), await buildUser(app), await buildUser(app)];
  const { id } = await storeFilm();
  await app.jobs.drain();
  film = await reread(id);
});
afterAll(() => app.close());
beforeEach(() => {
  allowed.clear();
  allowed.add(fan.id);
  vi.spyOn(app.services.fileAccess, 'canOpenFile').mockImplementation(
    async (_file, viewerId) => viewerId !== null && allowed.has(viewerId),
  );
});

const storeFilm = async (name: Parameters<typeof buildRecording>[0] = 'tall.mov', isPublic = false) => {
  const mimeType = name.endsWith('.mov') ? 'video/quicktime' : 'video/mp4';
  const upload = await buildUpload(app, await buildRecording(name), { kind: 'video', mimeType, name });
  return app.services.media.store(upload, { ownerId: owner.id, type: 'feed-video', isPublic });
};
const reread = async (id: string) => (await app.services.media.find([id]))[0] as FileRow;
const storedPath = (id: string, variant: string) =>
  path.join(app.context.env.DATA_DIR, 'media', storageKey(id, variant));
const view = (file: FileRow, isOpen = true) => app.services.media.present(file, { viewer: fan.actor, open: isOpen });
const get = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url: url.replace('http://api.test', ''), headers });
const beside = (url: string, entry: string) => new URL(entry, url).href;
const getEntries = (list: string, url: string) =>
  list.split('\n').flatMap((line) => (line && !line.startsWith('#') ? [beside(url, line)] : []));
/** All URLs that a player gets: of playlists, segments and seek previews. */
async function crawl(): Promise<string[]> {
  const { hls, previews } = view(film);
  const master = await get(hls ?? '');
  const lists = getEntries(master.body, hls ?? '');
  const segments = await Promise.all(lists.map(async (list) => getEntries((await get(list)).body, list)));
  const sprite = beside(previews ?? '', /^sprite[^#]+/m.exec((await get(previews ?? '')).body)?.[0] ?? '');
  return [...new Set([hls ?? '', previews ?? '', sprite, ...lists, ...segments.flat()])];
}

describe('a video', () => {
  it('can be played before its renditions exist, without using the original', async () => {
    const { id } = await storeFilm();
    await app.jobs.run('process-file', { fileId: id });
    const playable = await reread(id);
    expect(playable).toMatchObject({ status: 'finished', ladderStatus: 'processing' });
    expect(view(playable)).toMatchObject({ hls: null, previews: null });
    const url = view(playable).url ?? '';
    expect((await get(url)).statusCode).toBe(200);
    expect(existsSync(storedPath(id, 'original'))).toBe(true);
    const own = app.services.media.present(playable, { viewer: owner.actor, open: true }).url ?? '';
    expect((await get(own.replace('/video?', '/original?'))).statusCode).toBe(403);
    await app.jobs.drain();
    expect(await reread(id)).toMatchObject({ ladderStatus: 'finished' });
    expect(existsSync(storedPath(id, 'original'))).toBe(false);
  });

  it('shows its renditions in a post that was read before they existed', async () => {
    const { id } = await storeFilm();
    await app.jobs.run('process-file', { fileId: id });
    const post = await buildFeed(app, owner, { type: 'video', fileIds: [id] });
    const read = async () => (await app.call('getFeed', { as: owner.token, params: { id: post._id } })).data.files[0];
    expect(await read()).toMatchObject({ hls: null, previews: null });
    await app.jobs.drain();
    expect(await read()).toMatchObject({ hls: expect.any(String) as string, previews: expect.any(String) as string });
  });

  it('has no renditions above its own quality', () => {
    expect(film.ladder?.map(({ variant, width, height }) => [variant, width, height])).toEqual([
      ['hls360', 320, 640],
      ['hls540', 480, 960],
      ['hls720', 640, 1280],
    ]);
  });
});

it('a video that is larger than the served MP4 has a rendition above it, with audio', async () => {
  const { id } = await storeFilm('wide.mp4');
  await app.jobs.drain();
  const { ladder, width, height } = await reread(id);
  expect([width, height]).toEqual([1280, 720]);
  expect(ladder?.map(({ variant, height: high }) => [variant, high])).toEqual([
    ['hls360', 360],
    ['hls540', 540],
    ['hls720', 720],
    ['hls1080', 1080],
  ]);
  for (const { codecs } of ladder ?? []) expect(codecs).toMatch(/^avc1[.]\w+,mp4a[.]40[.]2$/);
});

describe('the playlist', () => {
  it('lists the qualities with all their segments, from the first fragment to the end of the file', async () => {
    const { hls = '' } = view(film);
    const master = await get(hls ?? '');
    expect(master.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'private, no-store',
    });
    const lists = getEntries(master.body, hls ?? '');
    expect(lists).toHaveLength(film.ladder?.length ?? 0);
    for (const [index, url] of lists.entries()) {
      const list = (await get(url)).body;
      const ranges = [...list.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)].map(([, size, at]) => [
        Number(size),
        Number(at),
      ]);
      const [init, ...segments] = ranges as [number, number][];
      expect(init).toEqual([film.ladder?.[index]?.initBytes, 0]);
      let end = init?.[0];
      for (const [size, at] of segments) {
        expect(at).toBe(end);
        end = at + size;
        const bytes = await get(getEntries(list, url)[0] ?? '', { range: `bytes=${at}-${at + size - 1}` });
        expect([bytes.statusCode, bytes.rawPayload.length]).toEqual([206, size]);
        expect(bytes.rawPayload.subarray(4, 8).toString()).toBe('moof');
      }
      expect(list).toMatch(/#EXT-X-ENDLIST\n$/);
    }
  });

  it('A-1, A-2, A-3: its URLs do not open without a signature, for other viewers, after they expire, or after access is lost', async () => {
    const urls = await crawl();
    // The list of qualities, a playlist and a file per quality, and two for seek previews.
    expect(urls).toHaveLength(1 + 2 * (film.ladder?.length ?? 0) + 2);
    const statuses = (change: (url: string) => string) =>
      Promise.all(urls.map(async (url) => (await get(change(url))).statusCode));
    const all = (status: number) => urls.map(() => status);
    expect(await statuses((url) => url)).toEqual(all(200));
    expect(await statuses((url) => url.replace(/[?].*/, ''))).toEqual(all(403));
    expect(await statuses((url) => url.replace('/media/', '/media/public/').replace(/[?].*/, ''))).toEqual(all(404));
    allowed.add(other.id);
    expect(await statuses((url) => url.replace(fan.id, other.id))).toEqual(all(403));
    expect(await statuses((url) => url.replace(film.id, owner.id))).toEqual(all(403));
    allowed.delete(fan.id);
    expect(await statuses((url) => url)).toEqual(all(403));
    allowed.add(fan.id);
    app.clock.advance({ minutes: 15 });
    expect(await statuses((url) => url)).toEqual(all(403));
    // A running player replaces the signature with a fresh one.
    const [fresh, frames] = [new URL(view(film).hls ?? '').search, new URL(view(film).previews ?? '').search];
    const renewed = (url: string) => url.replace(/[?].*/, /sprite|previews/.test(url) ? frames : fresh);
    expect(await statuses(renewed)).toEqual(all(200));
  });

  it('A-1: has a signature that opens nothing else', async () => {
    const { search } = new URL(view(film).hls ?? '');
    for (const variant of ['video', 'poster', 'small', 'sprite', 'previews', 'original', 'hls1080', 'hls360listlist']) {
      const { statusCode } = await get(`/media/${film.id}/${variant}${search}`);
      expect([variant, statusCode < 400]).toEqual([variant, false]);
    }
  });

  it('A-6: is not part of a locked video', () => {
    const closed = view(film, false);
    expect([closed.url, closed.hls, closed.previews]).toEqual([null, null, null]);
    expect(JSON.stringify(closed)).not.toMatch(/hls360|sprite/);
  });

  it('can be read by pages of the site with their session, but by no other page', async () => {
    const url = view(film).hls ?? '';
    const site = new URL(app.context.env.WEB_PUBLIC_URL).origin;
    const credentials = async (origin: string) =>
      (await get(url, { origin })).headers['access-control-allow-credentials'];
    expect(await credentials(site)).toBe('true');
    expect(await credentials('https://elsewhere.test')).toBeUndefined();
    const call = await get('/settings', { origin: site });
    expect(call.headers['access-control-allow-credentials']).toBeUndefined();
  });
});

describe('stream clients other than browsers', () => {
  it('get URLs with file extensions, and the frame rate of each quality', async () => {
    const { hls } = view(film);
    const { body } = await get(hls ?? '');
    expect(body.match(/FRAME-RATE=5[.]000,/g)).toHaveLength(film.ladder?.length ?? 0);
    const paths = (await crawl()).filter((url) => url.includes('/hls')).map((url) => new URL(url).pathname);
    expect(paths.toSorted()).toEqual(
      ['hls.m3u8', ...['hls360', 'hls540', 'hls720'].flatMap((one) => [`${one}.m3u8`, `${one}.mp4`])].map(
        (name) => `/media/${film.id}/${name}`,
      ),
    );
  });

  it('can use URLs without extensions, and videos whose frame rate was not stored', async () => {
    const ladder = film.ladder?.map(({ frameRate: _frameRate, ...rung }) => rung) ?? [];
    await app.context.db.update(files).set({ ladder }).where(eq(files.id, film.id));
    const plain = (url: string) => url.replace('hls.m3u8', 'hls').replace('.m3u8', 'list').replace('.mp4', '');
    const urls = (await crawl()).filter((url) => url.includes('/hls'));
    for (const url of urls) expect((await get(plain(url))).statusCode).toBe(200);
    expect((await get(view(film).hls ?? '')).body).not.toContain('FRAME-RATE');
    await app.context.db.update(files).set({ ladder: film.ladder }).where(eq(files.id, film.id));
  });

  it('get audio and video in sync from the start, in each quality', async () => {
    const { id } = await storeFilm('flash.mp4');
    await app.jobs.drain();
    const { ladder } = await reread(id);
    const names = ['video', ...(ladder ?? []).map(({ variant }) => variant)];
    expect(names).toEqual(['video', 'hls360', 'hls480']);
    // In this recording, flash and beep come after half a second.
    for (const { flash, beep } of await measureFilms(names.map((name) => storedPath(id, name)))) {
      expect(flash).toBe(0.5);
      expect(Math.abs((beep ?? 0) - 0.5)).toBeLessThan(0.015);
    }
  });
});

describe('seek previews', () => {
  it('are parts of one sprite, each with its own time', async () => {
    const url = view(film).previews ?? '';
    const { body, headers } = await get(url);
    expect(headers['content-type']).toContain('text/vtt');
    const [, start, end, sprite, place] = /(\S+) --> (\S+)\n(\S+)#xywh=(\S+)/.exec(body) ?? [];
    expect([start, place]).toEqual(['00:00:00.000', '0,0,80,160']);
    expect(end).toMatch(/^00:00:0[01]\./);
    const picture = await get(beside(url, sprite ?? ''));
    expect(picture.headers['content-type']).toBe('image/jpeg');
    expect((await sharp(picture.rawPayload).metadata()).width).toBe(80 * (film.previews?.columns ?? 0));
  });
});

describe('videos without renditions', () => {
  it.each([
    ['a public trailer', 'tall.mov', true],
    ['a small video', 'clip.mp4', false],
  ] as const)('are %s, which stays a single file', async (_what, name, isPublic) => {
    const { id } = await storeFilm(name, isPublic);
    await app.jobs.drain();
    const file = await reread(id);
    expect(file).toMatchObject({ status: 'finished', ladderStatus: 'none', ladder: null });
    expect(view(file)).toMatchObject({ hls: null, previews: null, url: expect.any(String) });
    expect(existsSync(storedPath(id, 'original'))).toBe(false);
  });
});

describe('renditions whose worker died', () => {
  const abandon = async (attempts: number, at = app.clock.now()) => {
    const { id } = await storeFilm();
    await app.jobs.run('process-file', { fileId: id });
    await app.context.db.update(files).set({ ladderAttempts: attempts, heartbeatAt: at }).where(eq(files.id, id));
    return id;
  };

  it('are resumed once its heartbeat is old, and not before', async () => {
    const id = await abandon(1);
    await app.jobs.run('resume-files', {});
    expect((await reread(id)).ladderStatus).toBe('processing');
    app.clock.advance({ seconds: 61 });
    await app.jobs.run('resume-files', {});
    expect(await reread(id)).toMatchObject({ ladderStatus: 'finished', ladderAttempts: 1 });
  });

  it('are given up after some attempts, but the video still plays', async () => {
    // Four attempts that failed without being interrupted.
    const id = await abandon(4, new Date(0));
    await app.jobs.run('resume-files', {});
    const file = await reread(id);
    expect(file).toMatchObject({ status: 'finished', ladderStatus: 'error', ladder: null });
    expect((await get(view(file).url ?? '')).statusCode).toBe(200);
    expect(existsSync(storedPath(id, 'original'))).toBe(false);
  });

  it('leave nothing behind if the video has been deleted meanwhile', async () => {
    const id = await abandon(0);
    const making = app.services.media.makeLadder(id);
    while ((await reread(id)).ladderAttempts === 0);
    await inTransaction(app.context.db, (tx) => app.services.media.remove([id], tx));
    await making;
    expect(existsSync(path.dirname(storedPath(id, 'video')))).toBe(false);
    await app.jobs.drain();
  });
});

describe('a server that stops while it processes a file', () => {
  it('R-5: releases the file, which is finished after the next start', async () => {
    const { DATA_DIR } = app.context.env;
    const stopping = await buildTestApp({ DATA_DIR }, { beside: app });
    const { id } = await storeFilm();
    const first = stopping.services.media.process(id).catch((error: Error) => error.message);
    while ((await reread(id)).attempts === 0);
    stopping.services.media.close();
    expect(await first).toBe('the server is stopping');
    expect((await reread(id)).status).toBe('processing');
    await stopping.close();
    await app.jobs.run('resume-files', {});
    await app.jobs.drain();
    expect(await reread(id)).toMatchObject({ status: 'finished', ladderStatus: 'finished', attempts: 1 });
  });
});
