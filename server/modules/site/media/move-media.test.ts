import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { files } from '../../../db/schema/files';
import { inTransaction } from '../../../db/transaction';
import { buildStoredFilm } from '../../../../tests/factories/assets';
import { buildStoredPhoto } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { startS3Server, type S3Server } from '../../../../tests/harness/s3-server';
import type { FileRow } from './media-service';

let s3: S3Server;
/** The site before: on disk. */
let before: TestApp;
/** The site while it moves: the same disk, with a bucket. */
let site: TestApp;
let creator: BuiltPerformer;
let old: FileRow[];
beforeEach(async () => {
  s3 = await startS3Server();
  before = await buildTestApp();
  creator = await buildPerformer(before);
  old = [];
  for (let count = 0; count < 3; count += 1) old.push(await storePhoto(before), await buildStoredFilm(before, creator));
  site = await openSite();
});
afterEach(async () => {
  await site.close();
  await before.close();
  await s3.close();
});

const openSite = () => buildTestApp({ ...s3.env, DATA_DIR: before.context.env.DATA_DIR }, { beside: before });
const storePhoto = (app: TestApp) => buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo' });
const folder = () => path.join(before.context.env.DATA_DIR, 'media');
const listKeys = ({ variants }: FileRow) => Object.values(variants).map(({ key }) => key);
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const move = () => site.services.media.moveToBucket(() => undefined);

/** Reads a file as a viewer does. @returns the hash of the bytes */
async function read({ id, kind }: FileRow): Promise<string> {
  const [row] = await site.services.media.find([id]);
  if (!row) return 'deleted';
  const { url } = site.services.media.present(row, { viewer: creator.actor, open: true });
  const reply = await site.http.inject((url ?? '').replace('http://api.test', ''));
  if (reply.statusCode === 200) return hash(reply.rawPayload);
  const sent = await fetch(String(reply.headers.location));
  return sent.status === 200 ? hash(new Uint8Array(await sent.arrayBuffer())) : `${kind}: ${sent.status}`;
}

async function hashStored(key: string): Promise<string> {
  const reply = await site.services.media.openBest({ variants: { original: { key } } } as unknown as FileRow);
  return reply ? hash(Buffer.concat(await reply.bytes.toArray())) : 'none';
}

it('moves a site under load, and loses nothing of what is stored or deleted meanwhile', async () => {
  const wanted = new Map<string, string>();
  for (const key of old.flatMap(listKeys)) wanted.set(key, hash(await readFile(path.join(folder(), key))));
  const seen = new Map(await Promise.all(old.map(async (file) => [file.id, await read(file)] as const)));
  const [first, last] = [old[0], old.at(-1)] as [FileRow, FileRow];
  const load = { isOn: true };
  const moving = move().finally(() => void (load.isOn = false));
  const added: FileRow[] = [];
  const readers = old.slice(1, -1).map(async (file) => {
    while (load.isOn) expect(await read(file)).toBe(seen.get(file.id));
  });
  const writer = (async () => {
    while (load.isOn) added.push(await storePhoto(site));
  })();
  for (const { id } of [last, first])
    await inTransaction(site.context.db, (tx) => site.services.media.remove([id], tx));
  const report = await moving;
  await Promise.all([...readers, writer]);

  expect(report).toMatchObject({ different: [], left: [] });
  expect(added.length).toBeGreaterThan(0);
  expect(existsSync(folder())).toBe(false);
  for (const file of [first, last]) for (const key of listKeys(file)) expect(await hashStored(key)).toBe('none');
  for (const file of old.slice(1, -1))
    for (const key of listKeys(file)) expect(await hashStored(key)).toBe(wanted.get(key));
  for (const file of added) expect(await read(file)).toMatch(/^\w{64}$/);
});

it('goes on where it was ended, also by an outage of the bucket', async () => {
  s3.cutAt(new RegExp(`^PUT .*${old[4]?.id}`));
  await expect(move()).rejects.toThrow('object storage does not work');
  const left = (await readdir(folder(), { recursive: true })).length;
  expect(left).toBeGreaterThan(0);
  s3.mend();
  for (const file of old) expect(await read(file)).toMatch(/^\w{64}$/);
  expect(await move()).toMatchObject({ files: old.length, different: [], left: [] });
  expect(await move()).toMatchObject({ moved: 0, left: [] });
  for (const file of old) expect(await read(file)).toMatch(/^\w{64}$/);
});

it('keeps and reports a file of which the bucket has other bytes, and what no row names', async () => {
  const [file] = old as [FileRow];
  const key = listKeys(file)[0] ?? '';
  const kept = await readFile(path.join(folder(), key));
  await move();
  await mkdir(path.dirname(path.join(folder(), key)), { recursive: true });
  await writeFile(path.join(folder(), key), 'changed');
  await writeFile(path.join(folder(), 'stray'), 'stray');
  expect(await move()).toMatchObject({
    different: [key],
    left: expect.arrayContaining([path.join(folder(), key), path.join(folder(), 'stray')]) as string[],
  });
  expect(await hashStored(key)).toBe(hash(kept));
});

it('also moves the original of which renditions are still to be made', async () => {
  const film = old[1] as FileRow;
  await writeFile(path.join(folder(), path.dirname(listKeys(film)[0] ?? ''), 'original'), 'the original');
  await site.context.db.update(files).set({ ladderStatus: 'processing' }).where(eq(files.id, film.id));
  expect(await move()).toMatchObject({ left: [] });
  expect(await hashStored(`${path.dirname(listKeys(film)[0] ?? '')}/original`)).toBe(hash(Buffer.from('the original')));
});

it('also moves archives of people’s data that can be downloaded', async () => {
  const { token } = creator;
  await before.call('requestDataExport', { as: token });
  await before.jobs.drain();
  const ready = (await before.call('getDataExport', { as: token })).data.export;
  await site.close();
  site = await openSite();
  const download = () => site.http.inject((ready?.url ?? '').replace('http://api.test', ''));
  const archive = await download();
  expect(archive.statusCode).toBe(200);
  expect(await site.services.dataExport.moveToBucket()).toBe(1);
  const moved = await download();
  expect(moved.statusCode).toBe(302);
  const bytes = Buffer.from(await (await fetch(String(moved.headers.location))).arrayBuffer());
  expect(bytes.equals(archive.rawPayload)).toBe(true);
});
