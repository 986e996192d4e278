import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { newId } from '../../../db/columns';
import { uploads } from '../../../db/schema/files';
import { ServiceOutage } from '../../../errors';
import { detectKind } from '../../../http/upload-kind';
import { buildPhoto, buildRecording } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { startBucketMachines } from '../../../../tests/harness/bucket-machines';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { sendWithCuts } from '../../../../tests/harness/cut-upload';
import type { S3Server } from '../../../../tests/harness/s3-server';
import { soak } from '../../../../tests/harness/soak';
import { listen, until } from '../../../../tests/harness/socket-client';
import { beginUpload, tusCall } from '../../../../tests/harness/tus-client';

const MB = 1024 * 1024;
const isSoak = soak > 1;

let s3: S3Server;
let app: TestApp;
let other: TestApp;
let origins: [string, string];
let close: () => Promise<void>;
let creator: BuiltPerformer;
beforeAll(async () => {
  ({ s3, app, other, close } = await startBucketMachines());
  origins = [await listen(app), await listen(other)];
  creator = await buildPerformer(app);
});
afterAll(() => close());
afterEach(() => s3.mend());

const begin = (size: number, purpose: string) =>
  beginUpload(origins[0], { token: creator.token, size, purpose, filename: 'file' });
const at = (index: 0 | 1, id: string) => `${origins[index]}/files/uploads/${id}`;
const send = (url: string, offset: number, bytes: Buffer) =>
  tusCall('PATCH', url, { token: creator.token, part: { offset, bytes } });
const getOffset = async (url: string) =>
  Number((await tusCall('HEAD', url, { token: creator.token }))?.headers['upload-offset']);
const listParts = async (id: string) =>
  (await readdir(path.join(s3.folder, 'uploads', id)).catch(() => [])).filter((name) => name.endsWith('_object'));

/** Forgets the failures before. */
async function expectFinished(id: string): Promise<void> {
  const { data } = await app.call('getFileStatus', { params: { id }, as: creator.token });
  expect(data.status).toBe('finished');
  app.failures.splice(0);
  other.failures.splice(0);
}

it('a large upload that is cut ten times goes on at the other machine, and is stored unchanged', async () => {
  const size = isSoak ? 300 * MB : 24 * MB;
  const { id } = await begin(size, 'performer-product-digital');
  const part = isSoak ? undefined : MB;
  const sent = await sendWithCuts({ origins, token: creator.token, id, size, cuts: 10, part });
  expect(sent.cuts).toBe(10);
  expect(sent.overtaken).toBeLessThanOrEqual(sent.cuts);
  expect(sent.bytes).toBeLessThanOrEqual(size + sent.cuts * sent.part);
  const [row] = await app.services.media.find([id]);
  if (!row) throw new Error('the upload was not stored');
  const stored = await app.services.media.openBest(row);
  const arrived = createHash('sha256');
  for await (const chunk of stored?.bytes ?? []) arrived.update(chunk as Buffer);
  expect(arrived.digest('hex')).toBe(sent.hash);
  expect(await listParts(id)).toEqual([]);
  for (const { context } of [app, other])
    expect(await readdir(path.join(context.env.DATA_DIR, 'tmp')).catch(() => [])).toEqual([]);
});

it('many small chunks make one part, and the file is the same as that of a single request', async () => {
  const photo = await buildPhoto();
  const { id } = await begin(photo.length, 'feed-photo');
  const step = Math.ceil(photo.length / 5);
  for (let offset = 0, turn = 0; offset + step < photo.length; offset += step, turn += 1) {
    const reply = await send(at(turn % 2 === 0 ? 0 : 1, id), offset, photo.subarray(offset, offset + step));
    expect(reply?.status).toBe(204);
    expect(await listParts(id)).toHaveLength(2);
  }
  const offset = await getOffset(at(1, id));
  expect(offset).toBe(4 * step);
  expect((await send(at(1, id), offset, photo.subarray(offset)))?.status).toBe(204);
  const { data } = await app.call('getFileStatus', { params: { id }, as: creator.token });
  expect(data).toMatchObject({ status: 'finished', mimeType: 'image/webp' });
});

it('is stored once if both machines get its last chunk', async () => {
  const film = await buildRecording('clip.mp4');
  const { id } = await begin(film.length, 'feed-video');
  const half = Math.floor(film.length / 2);
  await send(at(0, id), 0, film.subarray(0, half));
  const replies = await Promise.all([at(0, id), at(1, id)].map((url) => send(url, half, film.subarray(half))));
  expect(Math.min(...replies.map((reply) => reply?.status ?? 0))).toBe(204);
  expect(await getOffset(at(1, id))).toBe(film.length);
  await Promise.all([app.jobs.drain(), other.jobs.drain()]);
  const { data } = await app.call('getFileStatus', { params: { id }, as: creator.token });
  expect(data.status).toBe('finished');
});

it('rejects a wrong file type after the first bytes, and keeps nothing of it', async () => {
  const { id } = await begin(500 * MB, 'feed-video');
  const reply = await send(at(0, id), 0, Buffer.concat([Buffer.from('MZ'), Buffer.alloc(10_000)]));
  expect(reply).toMatchObject({ status: 400, body: { error: 'INVALID_OR_MISSING_FILE' } });
  expect((await tusCall('HEAD', at(1, id), { token: creator.token }))?.status).toBe(404);
  expect(await listParts(id)).toEqual([]);
});

it('keeps what arrived before a connection stalled, and is locked until that is stored', async () => {
  const strict = await buildTestApp({ ...s3.env, UPLOAD_STALL_SECONDS: '0.5' }, { beside: app });
  const { id } = await begin(10_000, 'feed-photo');
  s3.hold(/^PUT .*\/part-/);
  const part = { offset: 0, bytes: Buffer.alloc(5_000, 1) };
  const headers = { 'content-length': '10000' };
  const reply = tusCall('PATCH', `${await listen(strict)}/files/uploads/${id}`, {
    token: creator.token,
    headers,
    part,
    stalls: true,
  });
  await until('what arrived is on its way', () => s3.calls.some((call) => call.includes(`${id}/part-`)));
  const offset = getOffset(at(1, id));
  await until('the next request waits', async () => (await app.services.upload.find(id))?.isWanted === true);
  s3.mend();
  expect((await reply)?.status).toBe(408);
  expect(await offset).toBe(5_000);
  await strict.close();
});

it('says that the service is unavailable while the bucket is, and goes on afterwards', async () => {
  const photo = await buildPhoto();
  const { id } = await begin(photo.length, 'feed-photo');
  await send(at(0, id), 0, photo.subarray(0, 1_000));
  s3.cut();
  expect((await tusCall('HEAD', at(0, id), { token: creator.token }))?.status).toBe(503);
  expect(await send(at(1, id), 1_000, photo.subarray(1_000))).toMatchObject({ status: 503 });
  s3.mend();
  expect(await getOffset(at(1, id))).toBe(1_000);
  s3.cutAt(/^PUT .*\/media\//);
  expect(await send(at(1, id), 1_000, photo.subarray(1_000))).toMatchObject({ status: 503 });
  s3.mend();
  // All bytes are there, so that the next question stores the file.
  expect(await getOffset(at(0, id))).toBe(photo.length);
  await expectFinished(id);
});

it('keeps the bytes of a file of which the bucket sends less than it has, and stores it later', async () => {
  const photo = await buildPhoto();
  const { id } = await begin(photo.length, 'feed-photo');
  s3.cutAt(/^PUT .*\/media\//);
  await send(at(0, id), 0, photo);
  s3.mend();
  const part = path.join(s3.folder, 'uploads', id, 'part-000000000000000._S3rver_object');
  await writeFile(part, photo.subarray(0, -1));
  await expect(app.services.upload.complete(creator.actor, id, detectKind)).rejects.toThrow(ServiceOutage);
  expect(await app.services.media.find([id])).toEqual([]);
  await writeFile(part, photo);
  expect(await getOffset(at(0, id))).toBe(photo.length);
  await expectFinished(id);
});

it('holds parts of sixteen uploads in memory at most', async () => {
  const { bytes } = app.services.upload;
  const ids = Array.from({ length: 17 }, () => newId());
  await Promise.all(ids.map((id) => bytes.create(id)));
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  async function* wait() {
    yield Buffer.from('begun');
    await opened;
  }
  const running = ids.slice(1).map((id) => bytes.append(id, 0, wait()));
  const append = () => bytes.append(ids[0] ?? '', 0, Readable.from([Buffer.from('x')]));
  await expect(append()).rejects.toMatchObject({ code: 'UPLOADS_FULL', retryAfterSeconds: 30 });
  open();
  expect(await Promise.all(running)).toEqual(running.map(() => 5));
  expect(await append()).toBe(1);
  await Promise.all(ids.map((id) => bytes.remove(id)));
});

it('does not fetch a whole file for which the disk has no room', async () => {
  const photo = await buildPhoto();
  const { id } = await begin(photo.length, 'feed-photo');
  s3.cutAt(/^PUT .*\/media\//);
  await send(at(0, id), 0, photo);
  s3.mend();
  app.disk.free = 0;
  app.clock.advance({ seconds: 2 });
  expect((await tusCall('HEAD', at(0, id), { token: creator.token }))?.status).toBe(503);
  app.disk.free = app.disk.all;
  app.clock.advance({ seconds: 2 });
  expect(await getOffset(at(0, id))).toBe(photo.length);
  await expectFinished(id);
});

it('expired uploads, canceled ones, and parts of none are removed', async () => {
  const [canceled, expired, stray] = [await begin(100, 'feed-photo'), await begin(100, 'feed-photo'), newId()];
  for (const { id } of [canceled, expired]) await send(at(0, id), 0, Buffer.alloc(50, 1));
  await app.services.upload.bytes.create(stray);
  expect((await tusCall('DELETE', at(1, canceled.id), { token: creator.token }))?.status).toBe(204);
  expect(await listParts(canceled.id)).toEqual([]);
  app.clock.advance({ hours: 25 });
  await app.services.upload.sweep();
  for (const id of [expired.id, stray]) expect(await listParts(id)).toEqual([]);
  expect(await app.context.db.select().from(uploads).where(eq(uploads.id, expired.id))).toEqual([]);
});
