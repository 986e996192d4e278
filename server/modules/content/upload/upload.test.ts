import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { limits } from '@contract/base/limits';
import { newId } from '../../../db/columns';
import { fileRemovals, files, uploads } from '../../../db/schema/files';
import { AppError } from '../../../errors';
import { detectKind } from '../../../http/upload-kind';
import { storageKey, storagePrefix } from '../../site/media/file-variants';
import { buildPhoto, buildRecording } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { sendWithCuts } from '../../../../tests/harness/cut-upload';
import { beginUpload, tusCall } from '../../../../tests/harness/tus-client';

let app: TestApp;
let other: TestApp;
let origin: string;
let otherOrigin: string;
let creator: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp({ UPLOAD_STALL_SECONDS: '0.5' });
  other = await buildTestApp({ DATA_DIR: app.context.env.DATA_DIR }, { beside: app });
  origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
  otherOrigin = await other.http.listen({ port: 0, host: '127.0.0.1' });
  creator = await buildPerformer(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const MB = 1024 * 1024;
const getPartial = (id: string) => path.join(app.context.env.DATA_DIR, 'tmp', `upload-${id}`);
const tmp = () => readdir(path.join(app.context.env.DATA_DIR, 'tmp'));
const at = (base: string, id: string) => `${base}/files/uploads/${id}`;

async function sendWhole(bytes: Buffer, purpose: string, { token = creator.token, filename = 'file' } = {}) {
  const begun = await beginUpload(origin, { token, size: bytes.length, purpose, filename });
  if (begun.status !== 201) return { ...begun, sent: begun };
  const sent = await tusCall('PATCH', begun.url, { token, part: { offset: 0, bytes } });
  if (!sent) throw new Error('no reply');
  return { ...begun, sent };
}

async function getOffset(url: string, token = creator.token): Promise<number> {
  const reply = await tusCall('HEAD', url, { token });
  expect(reply?.status).toBe(200);
  return Number(reply?.headers['upload-offset']);
}

const buildBomb = () =>
  sharp({ create: { width: 10_001, height: 10_000, channels: 3, background: 'black' } })
    .png({ compressionLevel: 9 })
    .toBuffer();

describe('a chunked upload', () => {
  it('stores the same file as a single request would, under the id of the upload', async () => {
    const photo = await buildPhoto();
    const { id, sent } = await sendWhole(photo, 'feed-photo', { filename: '../../IMG 1.jpg' });
    expect(sent.status).toBe(204);
    const { data } = await app.call('getFileStatus', { params: { id }, as: creator.token });
    expect(data).toMatchObject({ _id: id, type: 'feed-photo', status: 'finished', mimeType: 'image/webp' });
    const [row] = await app.services.media.find([id]);
    expect(row).toMatchObject({ name: 'IMG 1.jpg', ownerId: creator.id, isPublic: false });
    const { id: coverId } = await sendWhole(photo, 'feed-thumbnail');
    expect(await app.services.media.find([coverId])).toMatchObject([{ type: 'feed-photo', isPublic: true }]);
    expect(await tmp()).toEqual([]);
  });

  it('of 300 MB, interrupted ten times and continued at either of two processes, resends at most one chunk each time', async () => {
    const size = 300 * MB;
    const { id } = await beginUpload(origin, {
      token: creator.token,
      size,
      purpose: 'performer-product-digital',
      filename: 'course.zip',
    });
    const sent = await sendWithCuts({ origins: [origin, otherOrigin], token: creator.token, id, size, cuts: 10 });
    expect(sent.cuts).toBe(10);
    expect(sent.overtaken).toBeLessThanOrEqual(sent.cuts);
    expect(sent.bytes).toBeGreaterThanOrEqual(size);
    expect(sent.bytes).toBeLessThanOrEqual(size + sent.cuts * sent.part);
    const stored = path.join(app.context.env.DATA_DIR, 'media', storageKey(id, 'original'));
    const arrived = createHash('sha256');
    for await (const chunk of createReadStream(stored)) arrived.update(chunk as Buffer);
    expect(arrived.digest('hex')).toBe(sent.hash);
    await rm(stored);
  });

  it('is stored only once if its last chunk arrives at two processes and both responses are lost', async () => {
    const film = await buildRecording('clip.mp4');
    const { id, url } = await beginUpload(origin, { token: creator.token, size: film.length, purpose: 'feed-video' });
    const half = Math.floor(film.length / 2);
    const first = { offset: 0, bytes: film.subarray(0, half) };
    expect((await tusCall('PATCH', url, { token: creator.token, part: first }))?.status).toBe(204);
    const last = { offset: half, bytes: film.subarray(half) };
    const replies = await Promise.all(
      [origin, otherOrigin].map((base) => tusCall('PATCH', at(base, id), { token: creator.token, part: last })),
    );
    const [kept, refused] = replies.map((reply) => reply?.status ?? 0).toSorted((a, b) => a - b);
    expect(kept).toBe(204);
    // Either the offset was no longer right (409) or the upload was locked (423).
    expect([409, 423]).toContain(refused);
    expect(await getOffset(at(otherOrigin, id))).toBe(film.length);
    const again = await tusCall('PATCH', url, {
      token: creator.token,
      part: { offset: film.length, bytes: Buffer.alloc(0) },
    });
    expect(again?.status).toBe(204);
    // It does not matter which process stored it.
    const [here, there] = [await app.jobs.counts(), await other.jobs.counts()];
    expect(here.waiting + there.waiting).toBe(1);
    expect(await app.context.db.select().from(files).where(eq(files.id, id))).toHaveLength(1);
    await Promise.all([app.jobs.drain(), other.jobs.drain()]);
    const { data } = await app.call('getFileStatus', { params: { id }, as: creator.token });
    expect(data.status).toBe('finished');
  });

  it('R-10: allows an account twelve concurrent requests, and rejects further ones immediately, for whatever upload', async () => {
    const { token } = await buildPerformer(app);
    const { url, id } = await beginUpload(origin, { token, size: 100, purpose: 'feed-photo' });
    const hold = (holder: string | null) =>
      app.context.db
        .update(uploads)
        .set({ holder, heldUntil: sql`now() + interval '1 hour'` })
        .where(eq(uploads.id, id));
    await hold('another call');
    const calls = Array.from({ length: 13 }, () => tusCall('HEAD', url, { token }));
    expect(await Promise.race(calls)).toMatchObject({ status: 429 });
    // Rejected before the upload is looked up, since the response is not 404.
    const unknown = at(origin, 'f'.repeat(24));
    const part = { offset: 0, bytes: Buffer.from('x') };
    expect(await tusCall('HEAD', unknown, { token })).toMatchObject({ status: 429 });
    expect(await tusCall('PATCH', unknown, { token, part })).toMatchObject({
      status: 429,
      body: { error: 'UPLOAD_SHARE' },
    });
    expect(await tusCall('HEAD', unknown, { token: creator.token })).toMatchObject({ status: 404 });
    const [row] = await app.context.db.select().from(uploads).where(eq(uploads.id, id));
    expect(row).toMatchObject({ holder: 'another call', isWanted: true });
    await hold(null);
    const statuses = (await Promise.all(calls)).map((reply) => String(reply?.status));
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 12 }, () => '200'), '429']);
    expect(await tusCall('HEAD', unknown, { token })).toMatchObject({ status: 404 });
  });

  it('is stored by the next request if the process died while storing it', async () => {
    const photo = await buildPhoto();
    const { id, url } = await beginUpload(origin, { token: creator.token, size: photo.length, purpose: 'feed-photo' });
    // The state after all bytes have arrived and the process has died while storing them.
    await writeFile(getPartial(id), photo);
    await app.context.db.insert(files).values({
      id,
      ownerId: creator.id,
      type: 'feed-photo',
      kind: 'image',
      mimeType: 'image/jpeg',
      size: photo.length,
    });
    expect(await getOffset(url)).toBe(photo.length);
    const { data } = await app.call('getFileStatus', { params: { id }, as: creator.token });
    expect(data.status).toBe('finished');
  });

  it('keeps its bytes even if those of an earlier attempt were about to be removed', async () => {
    const photo = await buildPhoto();
    const { id, url } = await beginUpload(origin, { token: creator.token, size: photo.length, purpose: 'feed-photo' });
    await writeFile(getPartial(id), photo);
    // The state after a process has undone its attempt, and died before it removed the bytes.
    await app.context.db.insert(fileRemovals).values({ fileId: id, createdAt: app.clock.now() });
    expect(await getOffset(url)).toBe(photo.length);
    app.clock.advance({ minutes: 11 });
    await app.services.media.sweepLoose();
    const [row] = await app.services.media.find([id]);
    const kept = await readdir(path.join(app.context.env.DATA_DIR, 'media', storagePrefix(id)));
    expect(kept.toSorted()).toEqual(Object.keys(row?.variants ?? {}).toSorted());
  });
});

describe('the upload endpoint rejects', () => {
  const photo = () => buildPhoto();

  it('guests, fans and other accounts', async () => {
    const fan = await buildUser(app);
    const size = 1_000;
    expect(await beginUpload(origin, { size, purpose: 'feed-photo' })).toMatchObject({ status: 401 });
    expect(await beginUpload(origin, { token: fan.token, size, purpose: 'feed-photo' })).toMatchObject({
      status: 403,
      body: { error: 'Forbidden', message: 'Forbidden resource' },
    });
    const { url, id } = await beginUpload(origin, { token: creator.token, size, purpose: 'feed-photo' });
    const { token } = await buildPerformer(app);
    const part = { offset: 0, bytes: Buffer.alloc(10) };
    expect(await tusCall('HEAD', url, { token })).toMatchObject({ status: 404 });
    expect(await tusCall('PATCH', url, { token, part })).toMatchObject({
      status: 404,
      body: { error: 'ENTITY_NOT_FOUND' },
    });
    expect(await tusCall('DELETE', url, { token })).toMatchObject({ status: 404 });
    expect(await tusCall('PATCH', url, { part })).toMatchObject({ status: 401 });
    expect(await app.call('getFileStatus', { params: { id }, as: token })).toMatchObject({ status: 404 });
    expect(await getOffset(url)).toBe(0);
  });

  it('files that are too large or empty, and unknown purposes', async () => {
    const begin = (size: number, purpose: string) => beginUpload(origin, { token: creator.token, size, purpose });
    const whole = { status: 413, body: { error: 'Payload Too Large', message: 'This file is too large.' } };
    expect(await begin(limits.imageBytes + 1, 'feed-photo')).toMatchObject(whole);
    expect(await begin(limits.teaserBytes + 1, 'feed-teaser')).toMatchObject(whole);
    expect(await begin(limits.videoBytes + 1, 'feed-video')).toMatchObject(whole);
    expect(await begin(0, 'feed-photo')).toMatchObject({ status: 400, body: { error: 'NO_FILE' } });
    expect(await begin(10, 'performer-document')).toMatchObject({ status: 400, body: { error: 'Bad Request' } });
    expect(
      await app.context.db
        .select()
        .from(uploads)
        .where(eq(uploads.size, limits.imageBytes + 1)),
    ).toEqual([]);
  });

  it('malformed requests, without reporting internal failures', async () => {
    const { token } = creator;
    const { url } = await beginUpload(origin, { token, size: 10, purpose: 'feed-photo', filename: 'a\0b\u202e.jpg' });
    expect(await tusCall('HEAD', url, { token })).toMatchObject({ status: 200 });
    const purpose = `purpose ${Buffer.from('feed-photo').toString('base64')}`;
    const whole = { 'upload-length': '10', 'upload-metadata': purpose };
    const all = `${origin}/files/uploads`;
    const calls: [string, string, Record<string, string>][] = [
      ['POST', all, { ...whole, 'upload-length': '-1' }],
      ['POST', all, { ...whole, 'upload-length': '1e30' }],
      ['POST', all, { ...whole, 'upload-metadata': 'purpose ***' }],
      ['POST', all, { ...whole, 'tus-resumable': '0.2.2' }],
      ['POST', all, { 'upload-defer-length': '1', 'upload-metadata': purpose }],
      ['POST', all, { ...whole, 'upload-concat': 'final;/files/uploads/a' }],
      ['HEAD', `${all}/%00`, {}],
      ['PATCH', `${url}%00`, { 'content-type': 'application/offset+octet-stream', 'upload-offset': '5' }],
      ['HEAD', `${all}/..%2f..%2fsecret`, {}],
      ['DELETE', `${all}/${'f'.repeat(24)}`, {}],
      ['PATCH', url, { 'content-type': 'application/json', 'upload-offset': '0' }],
      ['PATCH', url, { 'content-type': 'application/offset+octet-stream', 'upload-offset': '-1' }],
      ['GET', url, {}],
    ];
    const odd: unknown[] = [];
    for (const [method, address, headers] of calls) {
      const status = (await tusCall(method, address, { token, headers }))?.status ?? 0;
      if (status < 400 || (status >= 500 && status !== 501)) odd.push({ method, address, headers, status });
    }
    expect(odd).toEqual([]);
    expect(app.failures.filter(({ kind }) => kind === 'call')).toEqual([]);
  });

  it('more bytes than were announced', async () => {
    const { url } = await beginUpload(origin, { token: creator.token, size: 10, purpose: 'feed-photo' });
    const part = { offset: 0, bytes: Buffer.alloc(20) };
    expect(await tusCall('PATCH', url, { token: creator.token, part })).toMatchObject({ status: 413 });
    expect(await getOffset(url)).toBe(0);
  });

  it('more than the daily quota, which counts the chunks of a file only once', async () => {
    const strict = await buildTestApp(
      { RATE_LIMITS: '1', UPLOAD_MB_PER_DAY: '3', DATA_DIR: app.context.env.DATA_DIR },
      { beside: app },
    );
    const base = await strict.http.listen({ port: 0, host: '127.0.0.1' });
    const { token } = await buildPerformer(app);
    const begin = (size: number) => beginUpload(base, { token, size, purpose: 'feed-video' });
    const { url, status } = await begin(2 * MB);
    expect(status).toBe(201);
    const refused = await begin(2 * MB);
    expect(refused).toMatchObject({ status: 429, body: { error: 'UPLOAD_QUOTA' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const film = Buffer.concat([await buildRecording('clip.mp4'), Buffer.alloc(MB)]);
    for (const [from, to] of [
      [0, MB],
      [MB, film.length],
    ] as const) {
      const part = { offset: from, bytes: film.subarray(from, to) };
      expect(await tusCall('PATCH', url, { token, part })).toMatchObject({ status: 204 });
    }
    await strict.close();
  });

  it.each([
    ['a renamed video', 'uploadFeedPhoto', 'feed-photo', () => buildRecording('clip.mp4')],
    ['a renamed picture', 'uploadFeedVideo', 'feed-video', photo],
    ['a page', 'uploadFeedPhoto', 'feed-photo', async () => Buffer.from('<html><script>alert(1)</script></html>')],
    ['half a picture', 'uploadFeedPhoto', 'feed-photo', async () => (await photo()).subarray(0, 900)],
    ['a video of an old codec', 'uploadFeedVideo', 'feed-video', () => buildRecording('old.avi')],
    ['a decompression bomb', 'uploadFeedPhoto', 'feed-photo', buildBomb],
    [
      'a page after the first bytes of a picture',
      ...(['uploadFeedPhoto', 'feed-photo'] as const),
      async () => Buffer.concat([(await photo()).subarray(0, 20), Buffer.from('<script>alert(1)</script>')]),
    ],
  ] as const)(
    '%s, with the same message as a single request, and stores nothing',
    async (_what, name, purpose, build) => {
      const bytes = await build();
      const whole = await app.call(name, { files: { file: { content: bytes } }, as: creator.token });
      const { sent, id, url } = await sendWhole(bytes, purpose);
      expect([sent.status, sent.body.error, sent.body.message]).toEqual([
        whole.status,
        whole.body.error,
        whole.body.message,
      ]);
      expect(sent.status).toBe(400);
      expect(await tusCall('HEAD', url, { token: creator.token })).toMatchObject({ status: 404 });
      expect(await app.services.media.find([id])).toEqual([]);
      expect((await tmp()).filter((entry) => entry.includes(id))).toEqual([]);
    },
  );

  it('a wrong file type after the first chunk', async () => {
    const { url } = await beginUpload(origin, { token: creator.token, size: 500 * MB, purpose: 'feed-video' });
    const part = { offset: 0, bytes: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(10_000)]) };
    expect(await tusCall('PATCH', url, { token: creator.token, part })).toMatchObject({
      status: 400,
      body: { error: 'INVALID_OR_MISSING_FILE' },
    });
    expect(await tusCall('HEAD', url, { token: creator.token })).toMatchObject({ status: 404 });
  });

  it('a stalled connection, but keeps the bytes that have arrived', async () => {
    const { url } = await beginUpload(origin, { token: creator.token, size: 10_000, purpose: 'feed-photo' });
    const bytes = Buffer.alloc(5_000, 1);
    const reply = await tusCall('PATCH', url, {
      token: creator.token,
      headers: { 'content-length': '10000' },
      part: { offset: 0, bytes },
      stalls: true,
    });
    expect(reply).toMatchObject({ status: 408, body: { error: 'BODY_TOO_SLOW' } });
    expect(await getOffset(url)).toBe(5_000);
  });
});

describe('the clean-up', () => {
  const begin = (size: number) => beginUpload(origin, { token: creator.token, size, purpose: 'feed-photo' });
  /** Makes a file look as if its chunks arrived long before the last request for it. */
  const makeOld = async (place: string) => {
    const dayBefore = app.clock.now().getTime() / 1000 - 25 * 3600;
    await utimes(place, dayBefore, dayBefore);
  };

  it('of temporary files keeps paused uploads until their announced expiry', async () => {
    const { id, url } = await begin(100);
    const part = { offset: 0, bytes: Buffer.alloc(10) };
    await tusCall('PATCH', url, { token: creator.token, part });
    await makeOld(getPartial(id));
    await app.services.media.sweep();
    expect(await getOffset(url)).toBe(10);
  });

  it('does not remove a file that is being stored', async () => {
    const photo = await buildPhoto();
    const { id } = await begin(photo.length);
    await writeFile(getPartial(id), photo);
    await makeOld(getPartial(id));
    await app.services.upload.complete(creator.actor, id, async (place, field) => {
      await app.services.media.sweep();
      return detectKind(place, field);
    });
    expect(await app.services.media.find([id])).toMatchObject([{ status: 'finished' }]);
  });

  it('removes bytes without an upload', async () => {
    const { id, url } = await begin(100);
    await writeFile(getPartial(newId()), 'left');
    await app.services.upload.sweep();
    const names = (await tmp()).filter((name) => name.startsWith('upload-'));
    expect(names).toContain(`upload-${id}`);
    const rows = await app.context.db.select({ id: uploads.id }).from(uploads);
    expect(names.filter((name) => !rows.some((row) => name === `upload-${row.id}`))).toEqual([]);
    await tusCall('DELETE', url, { token: creator.token });
  });
});

describe('a request that lost its lock to another request', () => {
  async function buildArrived() {
    const photo = await buildPhoto();
    const { token } = creator;
    const { id, url } = await beginUpload(origin, { token, size: photo.length, purpose: 'feed-photo' });
    await writeFile(getPartial(id), photo);
    return { id, url, photo };
  }
  /** Makes a trigger change the file's row, as another process would. @returns a function that drops the trigger */
  async function change(id: string, body: string) {
    const name = sql.identifier('change_row');
    await app.context.db.execute(
      sql`create function ${name}() returns trigger language plpgsql as ${sql.raw(`$$ begin ${body}; end $$`)}`,
    );
    await app.context.db.execute(
      sql`create trigger ${name} before insert on files for each row when (new.id = ${sql.raw(`'${id}'`)}) execute function ${name}()`,
    );
    return () => app.context.db.execute(sql`drop function ${name} cascade`);
  }

  it('leaves the upload and its bytes to the other request', async () => {
    const { id, url, photo } = await buildArrived();
    // The row is deleted while the image is being rendered.
    const end = await change(id, 'return null');
    expect(await tusCall('HEAD', url, { token: creator.token })).toMatchObject({ status: 503 });
    await end();
    expect(await getOffset(url)).toBe(photo.length);
    expect(await app.services.media.find([id])).toMatchObject([{ status: 'finished' }]);
  });

  it('neither marks the other request’s row as finished nor deletes it', async () => {
    const { id, url, photo } = await buildArrived();
    const end = await change(id, `new.created_at = new.created_at - interval '1 minute'; return new`);
    expect(await tusCall('HEAD', url, { token: creator.token })).toMatchObject({ status: 503 });
    await end();
    expect(await app.services.media.find([id])).toMatchObject([{ status: 'processing' }]);
    expect(await getOffset(url)).toBe(photo.length);
    expect(await app.services.media.find([id])).toMatchObject([{ status: 'finished' }]);
  });
});

it('an upload beyond the daily video quota is kept, and stored later', async () => {
  const film = await buildRecording('clip.mp4');
  const { filmQuota } = app.services;
  const take = vi.spyOn(filmQuota, 'take').mockRejectedValueOnce(new AppError('FILM_QUOTA'));
  const giveBack = vi.spyOn(filmQuota, 'giveBack');
  const { id, url, sent } = await sendWhole(film, 'feed-video');
  expect(sent.status).toBe(429);
  expect(await app.services.media.find([id])).toEqual([]);
  expect(giveBack).not.toHaveBeenCalled();
  expect(await getOffset(url)).toBe(film.length);
  expect(await app.services.media.find([id])).toMatchObject([{ kind: 'video' }]);
  expect([take.mock.calls.length, giveBack.mock.calls.length]).toEqual([2, 0]);
});

it('an upload can be canceled, and expires a day after its last chunk', async () => {
  const begin = () => beginUpload(origin, { token: creator.token, size: 100, purpose: 'feed-photo' });
  const given = await begin();
  expect(await tusCall('DELETE', given.url, { token: creator.token })).toMatchObject({ status: 204 });
  expect(await tusCall('HEAD', given.url, { token: creator.token })).toMatchObject({ status: 404 });
  const left = await begin();
  const part = { offset: 0, bytes: Buffer.alloc(10) };
  await tusCall('PATCH', left.url, { token: creator.token, part });
  await app.services.upload.sweep();
  expect(await getOffset(left.url)).toBe(10);
  app.clock.advance({ days: 1, minutes: 1 });
  await app.services.upload.sweep();
  expect(await app.context.db.select().from(uploads).where(eq(uploads.id, left.id))).toEqual([]);
  await expect(stat(getPartial(left.id))).rejects.toThrow('ENOENT');
  const { token } = await buildPerformer(app);
  const gone = await beginUpload(origin, { token, size: 100, purpose: 'feed-photo' });
  await rm(getPartial(gone.id));
  expect(await tusCall('HEAD', gone.url, { token })).toMatchObject({ status: 404 });
});

it('pages of other origins can send and read the protocol’s headers', async () => {
  const { token } = await buildPerformer(app);
  const { url } = await beginUpload(origin, { token, size: 100, purpose: 'feed-photo' });
  const headers = { origin: 'http://web.test' };
  const asked = await tusCall('OPTIONS', url, {
    headers: {
      ...headers,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'upload-offset',
    },
  });
  expect(asked?.headers).toMatchObject({ 'access-control-allow-headers': 'upload-offset' });
  expect(asked?.headers['access-control-allow-methods']).toContain('PATCH');
  const reply = await tusCall('HEAD', url, { token, headers });
  expect(reply?.headers['access-control-allow-origin']).toBe('http://web.test');
  expect(reply?.headers['access-control-expose-headers']).toContain('upload-offset');
});
