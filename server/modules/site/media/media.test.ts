import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import sharp from 'sharp';
import * as schema from '../../../db/schema';
import { accounts, performers } from '../../../db/schema/accounts';
import { fileRemovals, files } from '../../../db/schema/files';
import { inTransaction } from '../../../db/transaction';
import { buildFeed } from '../../../../tests/factories/feed';
import { buildPhoto, buildRecording, buildStoredPhoto, buildUpload } from '../../../../tests/factories/media';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { storageKey } from './file-variants';
import { fileColumns } from './file-removal-repository';
import type { FileRow } from './media-service';

let app: TestApp;
let owner: BuiltPerson;
let fan: BuiltPerson;
const allowed = new Set<string>();

beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildPerformer(app);
  fan = await buildUser(app);
});
afterAll(() => app.close());
beforeEach(() => {
  allowed.clear();
  vi.spyOn(app.services.fileAccess, 'canOpenFile').mockImplementation(
    async (_file, viewerId) => viewerId !== null && allowed.has(viewerId),
  );
});

const storedPath = (id: string, variant: string) =>
  path.join(app.context.env.DATA_DIR, 'media', storageKey(id, variant));
const getPath = (url: string | null | undefined) => (url ?? '').replace('http://api.test', '');
const fetchUrl = (
  url: string | null | undefined,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => app.http.inject({ method, url: getPath(url), headers });
const reread = async (id: string) => (await app.services.media.find([id]))[0] as FileRow;
const storeRecording = async (name: Parameters<typeof buildRecording>[0], kind: 'video' | 'audio', mimeType: string) =>
  app.services.media.store(await buildUpload(app, await buildRecording(name), { kind, mimeType, name }), {
    ownerId: owner.id,
    type: `feed-${kind}`,
  });

describe('storing an image', () => {
  it('F-3: finishes it immediately, upright, in all its widths, without the camera’s metadata', async () => {
    const content = await buildPhoto();
    const file = await buildStoredPhoto(app, { ownerId: owner.id, type: 'feed-photo', content });
    expect(file).toMatchObject({ status: 'finished', width: 600, height: 900, mimeType: 'image/webp' });
    expect(Object.keys(file.variants).toSorted()).toEqual(['blurred', 'jpeg', 'large', 'small', 'w320']);
    for (const variant of Object.keys(file.variants)) {
      const head = await sharp(storedPath(file.id, variant)).metadata();
      expect(head).toMatchObject({ format: variant === 'jpeg' ? 'jpeg' : 'webp' });
      expect([head.exif, head.xmp, head.iptc, head.orientation]).toEqual([undefined, undefined, undefined, undefined]);
    }
    expect(existsSync(storedPath(file.id, 'original'))).toBe(false);
  });

  it('makes a small blurred preview of the same shape, in which areas run into each other', async () => {
    const content = await buildPhoto();
    const file = await buildStoredPhoto(app, { ownerId: owner.id, type: 'feed-photo', content });
    const blurred = file.variants['blurred'];
    expect(blurred?.size).toBeLessThan(2_000);
    expect((blurred?.width ?? 0) / (blurred?.height ?? 1)).toBeCloseTo(600 / 900, 1);
    const { data, info } = await sharp(storedPath(file.id, 'blurred')).raw().toBuffer({ resolveWithObject: true });
    let steepest = 0;
    for (let i = info.channels; i < data.length; i += info.channels) {
      if ((i / info.channels) % info.width === 0) continue;
      steepest = Math.max(steepest, Math.abs((data[i] ?? 0) - (data[i - info.channels] ?? 0)));
    }
    expect(steepest).toBeLessThan(12);
  });

  // Promises F-1.
  it.each([
    ['a page declared as a picture', Buffer.from('<html><script>alert(1)</script></html>')],
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
    ],
    ['a script with the head of a picture', Buffer.from('GIF89a/*<svg/onload=alert(1)>*/=1;alert(1)')],
  ])('rejects %s', async (_what, content) => {
    const upload = await buildUpload(app, content, { kind: 'image', mimeType: 'image/gif' });
    await expect(app.services.media.store(upload, { ownerId: owner.id, type: 'feed-photo' })).rejects.toMatchObject({
      code: 'INVALID_IMAGE',
    });
  });

  it('rejects more pixels than can be decoded safely, without decoding them', async () => {
    const bomb = await sharp({ create: { width: 10_001, height: 10_000, channels: 3, background: 'black' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const upload = await buildUpload(app, bomb, { kind: 'image', mimeType: 'image/png' });
    await expect(app.services.media.store(upload, { ownerId: owner.id, type: 'feed-photo' })).rejects.toMatchObject({
      code: 'INVALID_IMAGE',
    });
  });

  it('removes data hidden after an image', async () => {
    const content = Buffer.concat([await buildPhoto(), Buffer.from('<script>alert("hidden")</script>')]);
    const upload = await buildUpload(app, content, { kind: 'image', mimeType: 'image/jpeg' });
    const file = await app.services.media.store(upload, { ownerId: owner.id, type: 'avatar', isPublic: true });
    const reply = await fetchUrl(app.services.media.publicUrl(file, 'large'));
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload.includes('hidden')).toBe(false);
  });
});

describe('converting videos and audio', () => {
  it('wire 1.8: returns the URL of a file that is still processing, which opens once it is finished', async () => {
    const file = await storeRecording('tall.mov', 'video', 'video/quicktime');
    const { url, status } = app.services.media.present(file, { viewer: owner.actor, open: true });
    expect(status).toBe('processing');
    expect(getPath(url)).toMatch(new RegExp(`^/media/${file.id}/video[?]`));
    expect((await fetchUrl(url)).statusCode).toBe(404);
    expect(app.services.media.present(file, { viewer: fan.actor, open: false }).url).toBeNull();
    await app.jobs.drain();
    expect((await fetchUrl(url)).statusCode).toBe(200);
    const broken = { ...file, status: 'error' as const, variants: {} };
    expect(app.services.media.present(broken, { viewer: owner.actor, open: true }).url).toBeNull();
  });

  it('makes an MP4 with a poster and a blurred poster in the background', async () => {
    const file = await storeRecording('tall.mov', 'video', 'video/quicktime');
    expect(file.status).toBe('processing');
    expect(app.services.media.present(file, { viewer: owner.actor, open: true })).toMatchObject({
      thumbnails: [],
    });
    await app.jobs.drain();
    const done = await reread(file.id);
    expect(done).toMatchObject({ status: 'finished', width: 640, height: 1280, mimeType: 'video/mp4' });
    expect(done.duration).toBeCloseTo(1, 0);
    const rungs = ['hls360', 'hls540', 'hls720'];
    expect(Object.keys(done.variants).toSorted()).toEqual(['blurred', ...rungs, 'poster', 'small', 'sprite', 'video']);
    expect(existsSync(storedPath(file.id, 'original'))).toBe(false);
    const reply = await fetchUrl(app.services.media.present(done, { viewer: owner.actor, open: true }).url);
    expect(reply.statusCode).toBe(200);
    expect(reply.rawPayload.includes('+51.5')).toBe(false);
    // The index must come before the frames, so that playback can start before the video is loaded.
    expect(reply.rawPayload.indexOf('moov')).toBeLessThan(reply.rawPayload.indexOf('mdat'));
  });

  it.each([
    ['tone.wav', 'audio/wav', 'audio/mp4'],
    ['tone.mp3', 'audio/mpeg', 'audio/mpeg'],
  ] as const)('makes %s playable, and draws its waveform', async (name, mimeType, served) => {
    const file = await storeRecording(name, 'audio', mimeType);
    await app.jobs.drain();
    const done = await reread(file.id);
    expect(done).toMatchObject({ status: 'finished', mimeType: served });
    expect(done.duration).toBeCloseTo(2, 0);
    expect(Object.keys(done.variants)).toEqual(expect.arrayContaining(['audio', 'poster', 'blurred']));
    const { waveform = [] } = app.services.media.present(done, { viewer: owner.actor, open: true });
    // A steady tone has the same level everywhere.
    expect([waveform.length, Math.max(...waveform)]).toEqual([200, 100]);
    expect(Math.min(...waveform.slice(5, 190))).toBeGreaterThan(80);
    expect(app.services.media.present(done, { viewer: null, open: false })).not.toHaveProperty('waveform');
    const reply = await fetchUrl(app.services.media.present(done, { viewer: owner.actor, open: true }).url);
    expect(reply.rawPayload.includes('tell nobody')).toBe(false);
  });

  it('rotates a video that was filmed upright', async () => {
    const file = await storeRecording('turned.mp4', 'video', 'video/mp4');
    await app.jobs.drain();
    expect(await reread(file.id)).toMatchObject({ status: 'finished', width: 180, height: 320 });
  });

  it('accepts recordings by browsers, which have no duration', async () => {
    const file = await storeRecording('recorded.webm', 'video', 'video/webm');
    await app.jobs.drain();
    const done = await reread(file.id);
    expect(done).toMatchObject({ status: 'finished', width: 320, height: 180, mimeType: 'video/mp4' });
    expect(done.duration).toBeCloseTo(1, 0);
  });

  it('rejects an unsupported codec on arrival, and names it', async () => {
    await expect(storeRecording('old-codec.mp4', 'video', 'video/mp4')).rejects.toMatchObject({
      code: 'INVALID_OR_MISSING_FILE',
      message: "This video uses MPEG-4 part 2, which can't be played here. Save it as MP4 with H.264.",
    });
  });

  it('rejects other file types on arrival', async () => {
    const upload = await buildUpload(app, Buffer.from('....ftypisom and then nothing'), {
      kind: 'video',
      mimeType: 'video/mp4',
    });
    await expect(app.services.media.store(upload, { ownerId: owner.id, type: 'feed-video' })).rejects.toMatchObject({
      code: 'INVALID_OR_MISSING_FILE',
    });
  });

  it('does not open other files that a playlist refers to', async () => {
    const playlist = Buffer.from('#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n');
    const upload = await buildUpload(app, playlist, { kind: 'video', mimeType: 'video/mp4' });
    await expect(app.services.media.store(upload, { ownerId: owner.id, type: 'feed-video' })).rejects.toMatchObject({
      code: 'INVALID_OR_MISSING_FILE',
    });
  });

  it('marks a file that fails, notifies its owner, and does not retry', async () => {
    const told: string[] = [];
    app.context.events.on('fileFailed', async (_tx, { fileId }) => void told.push(fileId));
    const whole = await buildRecording('clip.mp4');
    const file = await storeRecording('clip.mp4', 'video', 'video/mp4');
    await writeFile(storedPath(file.id, 'original'), whole.subarray(0, 600));
    await app.jobs.drain();
    expect(await reread(file.id)).toMatchObject({
      status: 'error',
      variants: {},
      failure: 'There is neither picture nor sound in it.',
    });
    expect(told).toEqual([file.id]);
    await app.jobs.run('process-file', { fileId: file.id });
    expect(told).toHaveLength(1);
  });

  it('resumes a video whose worker has died once the heartbeat is old, and not before', async () => {
    const file = await storeRecording('clip.mp4', 'video', 'video/mp4');
    // The state after a worker was killed: the file is claimed, but has no result.
    await app.context.db.update(files).set({ attempts: 1, heartbeatAt: app.clock.now() }).where(eq(files.id, file.id));
    await app.jobs.run('resume-files', {});
    expect((await reread(file.id)).status).toBe('processing');
    app.clock.advance({ seconds: 61 });
    await app.jobs.run('resume-files', {});
    expect((await reread(file.id)).status).toBe('finished');
    await app.jobs.drain();
    expect((await reread(file.id)).attempts).toBe(1);
  });

  it('keeps the result if another worker took over because the first one seemed dead', async () => {
    const { DATA_DIR } = app.context.env;
    const other = await buildTestApp({ DATA_DIR }, { beside: app });
    const { id } = await storeRecording('clip.mp4', 'video', 'video/mp4');
    const first = app.services.media.process(id);
    while ((await reread(id)).attempts === 0);
    app.clock.advance({ minutes: 2 });
    await Promise.all([first, other.services.media.process(id)]);
    await other.close();
    const { status, attempts, variants } = await reread(id);
    expect([status, attempts]).toEqual(['finished', 1]);
    expect(Object.keys(variants).filter((variant) => !existsSync(storedPath(id, variant)))).toEqual([]);
  });

  it('gives up on a file that always fails', async () => {
    const file = await storeRecording('clip.mp4', 'video', 'video/mp4');
    await app.context.db
      .update(files)
      .set({ attempts: 4, heartbeatAt: new Date(0) })
      .where(eq(files.id, file.id));
    await app.jobs.run('resume-files', {});
    expect((await reread(file.id)).status).toBe('error');
  });

  it('leaves nothing of a file that was deleted while it was queued', async () => {
    const file = await storeRecording('clip.mp4', 'video', 'video/mp4');
    await inTransaction(app.context.db, (tx) => app.services.media.remove([file.id], tx));
    await app.jobs.drain();
    expect(existsSync(path.dirname(storedPath(file.id, 'video')))).toBe(false);
  });
});

describe('GET /media/:fileId/:variant', () => {
  let file: FileRow;
  let url: string;
  beforeAll(async () => {
    file = await buildStoredPhoto(app, { ownerId: owner.id, type: 'feed-photo', name: 'Me on the beach.jpg' });
  });
  beforeEach(() => {
    allowed.add(fan.id);
    url = app.services.media.present(file, { viewer: fan.actor, open: true }).url ?? '';
  });

  // Promises A-5.
  it('sends the bytes to a viewer with access, and lets no cache store them', async () => {
    const reply = await fetchUrl(url);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
    });
    expect(reply.rawPayload).toHaveLength(file.variants['large']?.size ?? 0);
  });

  // Promises A-2.
  it('returns the same link for some minutes, and rejects it after fifteen', async () => {
    expect(app.services.media.present(file, { viewer: fan.actor, open: true }).url).toBe(url);
    app.clock.advance({ minutes: 15 });
    expect((await fetchUrl(url)).statusCode).toBe(403);
    expect(app.services.media.present(file, { viewer: fan.actor, open: true }).url).not.toBe(url);
  });

  // Promises A-2.
  it('rejects a link if any part of it was changed', async () => {
    const other = await buildStoredPhoto(app, { ownerId: owner.id, type: 'feed-photo' });
    const later = url.replace(/e=(\d+)/, (_, e: string) => `e=${Number(e) + 60}`);
    const stranger = await buildUser(app);
    allowed.add(stranger.id);
    const changed = [
      url.replace(file.id, other.id),
      url.replace('/large?', '/small?'),
      url.replace('/large?', '/original?'),
      url.replace(fan.id, stranger.id),
      url.replace(fan.id, 'guest'),
      later,
      url.replace(/s=./, (start) => (start === 's=A' ? 's=B' : 's=A')),
      url.replace(/s=.*/, 's='),
      url.replace(/&s=.*/, ''),
      url.replace(/\?.*/, ''),
      `${url}&v=guest`,
    ];
    for (const bad of changed) expect([bad, (await fetchUrl(bad)).statusCode]).toEqual([bad, 403]);
  });

  it('rejects another account’s link', async () => {
    const stranger = await buildUser(app);
    expect((await fetchUrl(url, { authorization: stranger.token })).statusCode).toBe(403);
    expect((await fetchUrl(url, { cookie: `theme=dark; token=${stranger.token}` })).statusCode).toBe(403);
    expect((await fetchUrl(url, { authorization: fan.token })).statusCode).toBe(200);
    expect((await fetchUrl(url, { cookie: `token=${fan.token}` })).statusCode).toBe(200);
  });

  it('checks access on each request', async () => {
    expect((await fetchUrl(url)).statusCode).toBe(200);
    allowed.delete(fan.id);
    expect((await fetchUrl(url, { range: 'bytes=0-10' })).statusCode).toBe(403);
  });

  it('sends byte ranges', async () => {
    const whole = (await fetchUrl(url)).rawPayload;
    const size = whole.length;
    const cases = [
      ['bytes=0-9', 0, 10],
      [`bytes=${size - 5}-`, size - 5, size],
      ['bytes=-7', size - 7, size],
      [`bytes=10-${size + 100}`, 10, size],
    ] as const;
    for (const [range, start, end] of cases) {
      const reply = await fetchUrl(url, { range });
      expect(reply.statusCode).toBe(206);
      expect(reply.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${size}`);
      expect(Buffer.compare(reply.rawPayload, whole.subarray(start, end))).toBe(0);
    }
    const beyond = await fetchUrl(url, { range: `bytes=${size}-` });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`]);
    for (const range of ['bytes=5-2', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=-']) {
      expect([range, (await fetchUrl(url, { range })).statusCode]).toEqual([range, 200]);
    }
  });

  it('sends the whole file if the range is for another version', async () => {
    const { headers } = await fetchUrl(url);
    const same = await fetchUrl(url, { range: 'bytes=0-9', 'if-range': String(headers['etag']) });
    const other = await fetchUrl(url, { range: 'bytes=0-9', 'if-range': '"other"' });
    expect([same.statusCode, other.statusCode]).toEqual([206, 200]);
  });

  it('returns only headers for HEAD', async () => {
    const reply = await fetchUrl(url, {}, 'HEAD');
    expect([reply.statusCode, reply.headers['content-length']]).toEqual([200, String(file.variants['large']?.size)]);
    expect(reply.rawPayload).toHaveLength(0);
  });

  it('returns 404 for malformed names', async () => {
    for (const variant of ['constructor', '__proto__', '..%2f..%2fsecret'])
      expect((await fetchUrl(`/media/public/${file.id}/${variant}`)).statusCode).toBe(404);
  });

  it('returns 404 after the file was deleted', async () => {
    const gone = await buildStoredPhoto(app, { ownerId: owner.id, type: 'feed-photo' });
    const link = app.services.media.present(gone, { viewer: fan.actor, open: true }).url;
    await inTransaction(app.context.db, (tx) => app.services.media.remove([gone.id], tx));
    expect((await fetchUrl(link)).statusCode).toBe(404);
    expect(existsSync(storedPath(gone.id, 'large'))).toBe(false);
  });
});

describe('GET /media/public/:fileId/:variant', () => {
  it('serves public images to everyone, to be cached forever', async () => {
    const file = await buildStoredPhoto(app, { ownerId: owner.id, type: 'avatar', isPublic: true });
    const reply = await fetchUrl(app.services.media.publicUrl(file, 'small'));
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const again = await fetchUrl(app.services.media.publicUrl(file, 'small'), {
      'if-none-match': String(reply.headers['etag']),
    });
    expect(again.statusCode).toBe(304);
  });

  // Promises A-6.
  it('wire 1.7: of a locked file shows only its blurred image, its size and a neutral name', async () => {
    const file = await buildStoredPhoto(app, { ownerId: owner.id, type: 'feed-photo', name: 'Secret title.jpg' });
    expect(app.services.media.publicUrl(file, 'small')).toBe('');
    const closed = app.services.media.present(file, { viewer: fan.actor, open: false, isPublished: true });
    expect(closed.url).toBeNull();
    expect(JSON.stringify(closed)).not.toContain('Secret');
    expect(closed).toMatchObject({ name: 'photo.webp', size: file.size });
    expect(closed.thumbnails).toEqual([`http://api.test/media/public/${file.id}/blurred`]);
    // It is not used by an item yet, so nobody can open it.
    expect((await fetchUrl(closed.thumbnails?.[0])).statusCode).toBe(404);
    for (const variant of ['large', 'small', 'original'])
      expect((await fetchUrl(`/media/public/${file.id}/${variant}`)).statusCode).toBe(404);
  });

  it('shows nothing of identity documents, not even a preview', async () => {
    const paper = await buildStoredPhoto(app, { ownerId: owner.id, type: 'performer-document' });
    expect((await fetchUrl(`/media/public/${paper.id}/blurred`)).statusCode).toBe(404);
    expect(app.services.media.present(paper, { viewer: fan.actor, open: false }).thumbnails).toEqual([]);
    const own = app.services.media.present(paper, { viewer: owner.actor, open: true });
    expect((await fetchUrl(own.url)).statusCode).toBe(200);
  });

  // Promises F-1.
  it('makes browsers save product files and identity documents instead of opening them', async () => {
    const upload = await buildUpload(app, Buffer.from('%PDF-1.4 <script>alert(1)</script>'), {
      kind: 'document',
      mimeType: 'application/pdf',
      name: 'Pattern "no. 1" – größe.pdf',
    });
    const file = await app.services.media.store(upload, { ownerId: owner.id, type: 'performer-product-digital' });
    const reply = await fetchUrl(app.services.media.present(file, { viewer: owner.actor, open: true }).url);
    expect(reply.headers['content-disposition']).toMatch(
      /^attachment; filename="Pattern _no\. 1_ _ gr__e\.pdf"; filename\*=UTF-8''Pattern/,
    );
    expect(reply.headers['content-security-policy']).toContain('sandbox');
  });
});

describe('GET /files/:id/status', () => {
  it('shows progress to the owner, and returns 404 to others', async () => {
    const file = await storeRecording('clip.mp4', 'video', 'video/mp4');
    const ask = (token?: string) => app.call('getFileStatus', { params: { id: file.id }, as: token });
    expect((await ask(owner.token)).data).toMatchObject({ _id: file.id, status: 'processing' });
    await app.jobs.drain();
    expect((await ask(owner.token)).data.status).toBe('finished');
    expect([(await ask(fan.token)).status, (await ask()).status]).toEqual([404, 404]);
    allowed.add(fan.id);
    expect((await ask(fan.token)).data.url).toContain(`v=${fan.id}`);
  });
});

describe('clean-up', () => {
  it('removes abandoned temporary files', async () => {
    const tmpDir = path.join(app.context.env.DATA_DIR, 'tmp');
    const [old, fresh] = [path.join(tmpDir, 'work-cut-off'), path.join(tmpDir, 'arriving')];
    await mkdir(old, { recursive: true });
    await writeFile(fresh, 'x');
    const now = app.clock.now().getTime() / 1000;
    await utimes(fresh, now, now);
    await utimes(old, now - 2 * 24 * 3600, now - 2 * 24 * 3600);
    await app.services.media.sweep();
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
  });

  describe('unused uploads', () => {
    const keep = (type: string, isPublic = false, ownerId = owner.id) =>
      buildStoredPhoto(app, { ownerId, type, isPublic });
    const isThere = async (...kept: FileRow[]) => {
      const rows = new Set((await app.services.media.find(kept.map(({ id }) => id))).map(({ id }) => id));
      return kept.map(({ id }) => rows.has(id) && existsSync(path.dirname(storedPath(id, 'large'))));
    };

    it('are deleted with all their variants after a day, and not before', async () => {
      const files = [await keep('feed-photo'), await keep('feed-photo', true), await keep('message-photo')];
      const film = await storeRecording('clip.mp4', 'video', 'video/mp4');
      const variants = Object.keys(files[0]?.variants ?? {});
      app.clock.advance({ hours: 23 });
      await app.jobs.run('sweep-files', {});
      expect(await isThere(...files, film)).toEqual([true, true, true, true]);
      app.clock.advance({ hours: 1, seconds: 1 });
      await app.jobs.run('sweep-files', {});
      expect(await isThere(...files, film)).toEqual([false, false, false, false]);
      expect(variants.map((name) => existsSync(storedPath(files[0]?.id ?? '', name)))).not.toContain(true);
      expect(existsSync(storedPath(film.id, 'original'))).toBe(false);
    });

    it('are kept if a post, draft, message, welcome message or profile uses them', async () => {
      // Builds the accounts again, because their sessions expired after a day.
      [owner, fan] = [await buildPerformer(app), await buildUser(app)];
      const [shown, cover, drafted, sent, welcome, avatar] = [
        await keep('feed-photo'),
        await keep('feed-photo', true),
        await keep('feed-photo'),
        await keep('message-photo', false, fan.id),
        await keep('message-photo'),
        await keep('avatar', true),
      ];
      const { db } = app.context;
      await buildFeed(app, owner, { type: 'photo', fileIds: [shown.id], thumbnailId: cover.id });
      await buildFeed(app, owner, { type: 'photo', fileIds: [drafted.id], status: 'draft' });
      await buildSubscription(app, { userId: fan.id, performerId: owner.id, subscriptionType: 'monthly' });
      const as = fan.token;
      const opened = await app.call('createConversation', { as, body: { source: 'performer', sourceId: owner.id } });
      const params = { id: opened.data._id };
      const message = await app.call('sendMessage', { as, params, body: { type: 'photo', fileIds: [sent.id] } });
      expect(message.body).toMatchObject({ status: 0 });
      await db
        .update(performers)
        .set({ welcomeMessageFileIds: [welcome.id] })
        .where(eq(performers.id, owner.id));
      await db.update(accounts).set({ avatarId: avatar.id }).where(eq(accounts.id, fan.id));
      app.clock.advance({ days: 2 });
      await app.jobs.run('sweep-files', {});
      expect(await isThere(shown, cover, drafted, sent, welcome, avatar)).toEqual(Array(6).fill(true));
    });

    it('are deleted if the process died before it used them', async () => {
      // The row is written first. Here, the process died before anything referred to it.
      const cut = await keep('avatar', true);
      await app.context.db.update(files).set({ status: 'processing', variants: {} }).where(eq(files.id, cut.id));
      app.clock.advance({ days: 2 });
      await app.jobs.run('sweep-files', {});
      expect(await isThere(cut)).toEqual([false]);
      expect(existsSync(path.dirname(storedPath(cut.id, 'large')))).toBe(false);
    });

    it('are looked up in every column that can refer to a file', () => {
      const inSchema = Object.values(schema)
        .filter((table) => is(table, PgTable))
        .flatMap((table) => {
          const { name, columns } = getTableConfig(table);
          return columns.map((column) => `${name}.${column.name}`);
        })
        .filter((name) =>
          /(file|thumbnail|teaser|avatar|cover|photo|video|image|verification)(_ids?|_file_ids?)$/.test(name),
        );
      // A new column must be added to `fileColumns`, or the clean-up would delete its files.
      const asked = fileColumns.map((column) => `${getTableConfig(column.table).name}.${column.name}`);
      expect(inSchema.filter((name) => name !== 'file_removals.file_id').toSorted()).toEqual(asked.toSorted());
    });
  });

  describe('bytes of files without a row', () => {
    const getBytes = (file: FileRow) => existsSync(path.dirname(storedPath(file.id, 'large')));
    const notes = () => app.context.db.select().from(fileRemovals);

    it('are deleted with the row', async () => {
      const file = await buildStoredPhoto(app, { ownerId: owner.id, type: 'avatar' });
      await inTransaction(app.context.db, (tx) => app.services.media.remove([file.id], tx));
      expect([getBytes(file), await notes()]).toEqual([false, []]);
    });

    it('are kept if the transaction is rolled back', async () => {
      const file = await buildStoredPhoto(app, { ownerId: owner.id, type: 'avatar' });
      const undone = inTransaction(app.context.db, async (tx) => {
        await app.services.media.remove([file.id], tx);
        throw new Error('rolled back');
      });
      await expect(undone).rejects.toThrow('rolled back');
      expect([getBytes(file), await notes()]).toEqual([true, []]);
    });

    it('are deleted even if the deleting process died, or the row was deleted with its account', async () => {
      const gone = await buildUser(app);
      const left = await buildStoredPhoto(app, { ownerId: gone.id, type: 'avatar' });
      const kept = await buildStoredPhoto(app, { ownerId: owner.id, type: 'avatar' });
      await writeFile(`${storedPath(left.id, 'large')}.part-0a1b2c`, 'cut off');
      await app.context.db.delete(accounts).where(eq(accounts.id, gone.id));
      // `fileRemovals` uses the database's clock for its times.
      await app.context.db.update(fileRemovals).set({ createdAt: app.clock.now() });
      await app.jobs.run('sweep-files', {});
      expect([getBytes(left), (await notes()).length]).toEqual([true, 1]);
      app.clock.advance({ minutes: 11 });
      await app.jobs.run('sweep-files', {});
      expect([getBytes(left), getBytes(kept), await notes()]).toEqual([false, true, []]);
    });
  });
});
