import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { parseEnv } from '../../server/env';
import { openBackupShelf } from '../../server/backup/backup-folder';
import { backUpNightly } from '../../server/backup/nightly-backup';
import { MANIFEST, type Manifest } from '../../server/backup/make-backup';
import { createStore } from '../../server/media/create-store';
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres';
import { runMigrations } from '../../server/db/migrate';
import { buildPhoto } from '../factories/media';
import { buildSale, listProblems } from '../factories/money';
import { buildPerformer } from '../factories/performer';
import { buildSubscription } from '../factories/subscription';
import { buildUser } from '../factories/user';
import { buildApiBundle, findFreePort, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp } from '../harness/build-test-app';
import { runBackup } from '../harness/run-backup';
import { startS3Server, type S3Server } from '../harness/s3-server';
import { startWriter, type Writer } from './writer';

const KEY = { BACKUP_KEY: 'a passphrase that nobody knows' };

let root: string;
let api: ServerProcess;
let writer: Writer;
let photoUrl: string;

const at = (name: string) => path.join(root, name);

const backUp = (folder: string, env: Record<string, string> = {}) =>
  runBackup('backup', at(folder), { DATA_DIR: at('site'), ...env });
const restore = (folder: string, into: string, env: Record<string, string> = {}) =>
  runBackup('restore', at(folder), { DATA_DIR: at(into), ...env });
const readManifest = async (folder: string) =>
  JSON.parse(await readFile(path.join(at(folder), MANIFEST), 'utf8')) as Manifest;

beforeAll(async () => {
  await buildApiBundle();
  root = await mkdtemp(path.join(tmpdir(), 'creator-platform-backup-'));
  const postgres = await startEmbeddedPostgres({ dataDir: at('site') });
  await runMigrations(postgres.url());
  const app = await buildTestApp({}, { databaseUrl: postgres.url() });
  const creator = await buildPerformer(app);
  const fan = await buildUser(app, { wallet: cents(10_000_000) });
  await buildSubscription(app, { userId: fan.id, performerId: creator.id, subscriptionType: 'free' });
  const sales = await Promise.all(Array.from({ length: 200 }, () => buildSale(app, creator, cents(100))));
  const opening = { as: fan.token, body: { source: 'performer', sourceId: creator.id } };
  const conversationId = (await app.call('createConversation', opening)).data._id;
  api = await startApi({ DATA_DIR: at('site') });
  const form = new FormData();
  form.append('avatar', new Blob([new Uint8Array(await buildPhoto())]), 'me.jpg');
  const sent = await fetch(`${api.url}/users/avatar/upload`, {
    method: 'POST',
    headers: { authorization: fan.token },
    body: form,
  });
  photoUrl = ((await sent.json()) as { data: { url: string } }).data.url;
  writer = startWriter({
    url: api.url,
    token: fan.token,
    creatorId: creator.id,
    conversationId,
    postIds: sales.map(({ id }) => id),
  });
  await app.close();
  await postgres.stop();
}, 180_000);
afterAll(async () => {
  await writer.stop();
  await api.stop();
  await rm(root, { recursive: true, force: true });
});

// Promises W-2.
describe('a backup made while fans pay', () => {
  it('has every write acknowledged before it, balanced books and all files, when put back elsewhere', async () => {
    writer.start();
    while (writer.acknowledged.length < 50) await new Promise(setImmediate);
    const before = writer.acknowledged.length;
    const made = await backUp('one');
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('not encrypted') });
    expect(writer.acknowledged.length).toBeGreaterThan(before);
    await writer.stop();

    const restored = await restore('one', 'elsewhere');
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('The ledger balances') });
    const postgres = await startEmbeddedPostgres({ dataDir: at('elsewhere') });
    const app = await buildTestApp({}, { databaseUrl: postgres.url() });
    const { rows } = await app.context.db.execute<{ id: string }>(
      sql`select id from wallet_charges union select id from messages`,
    );
    const stored = new Set(rows.map(({ id }) => id));
    expect(writer.acknowledged.slice(0, before).filter(({ id }) => !stored.has(id))).toEqual([]);
    expect(await listProblems(app)).toEqual([]);
    await app.close();
    await postgres.stop();

    const port = await findFreePort();
    const other = await startApi({ DATA_DIR: at('elsewhere'), API_PORT: String(port) });
    const { pathname, search } = new URL(photoUrl);
    const read = async ({ url }: ServerProcess) => (await fetch(`${url}${pathname}${search}`)).arrayBuffer();
    const photo = Buffer.from(await read(api));
    expect(photo.length).toBeGreaterThan(500);
    // On a busy machine it may not be made yet when the backup is; then the restored site makes it.
    await expect.poll(async () => Buffer.from(await read(other)), { timeout: 60_000 }).toEqual(photo);
    expect(await other.stop()).toBe(0);
  }, 180_000);

  it('is not made over files, nor inside of the data', async () => {
    expect(await backUp('one')).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
    const inside = await backUp('site/backups');
    expect(inside).toMatchObject({ code: 1, output: expect.stringContaining('is inside of DATA_DIR') });
    expect((await readManifest('one')).salt).toBeNull();
  });
});

describe('a backup of each night', () => {
  it('keeps the last ones, and removes those that were not completed', async () => {
    await mkdir(at('nights/2026-03-01T02-40-00Z'), { recursive: true });
    await mkdir(at('nights/notes'));
    const postgres = await startEmbeddedPostgres({ dataDir: at('site') });
    const env = parseEnv({ DATA_DIR: at('site'), BACKUP_DIR: at('nights'), BACKUP_KEEP: '2' });
    for (const day of [2, 3, 4]) {
      const clock = { now: () => new Date(Date.UTC(2026, 2, day, 2, 40)) };
      await backUpNightly({ env, clock }, postgres.url());
    }
    await postgres.stop();
    expect((await readdir(at('nights'))).toSorted()).toEqual(['2026-03-03T02-40-00Z', '2026-03-04T02-40-00Z', 'notes']);
    expect((await readManifest('nights/2026-03-04T02-40-00Z')).files).toBeGreaterThan(100);
  }, 120_000);
});

describe('a backup of a site whose files are in a bucket', () => {
  it('has the objects as files, unless they are left out, and a site that is put back reads them there', async () => {
    const s3 = await startS3Server();
    const site = { DATA_DIR: at('site'), ...s3.env };
    const store = createStore(parseEnv(site), 'media');
    await store.write('ab/cdab/small', Buffer.from('in the bucket'));
    s3.breakOnce(/^GET .*\/media\/ab/);
    expect(await backUp('with-objects', s3.env)).toMatchObject({ code: 0 });
    const lean = await backUp('without', { ...s3.env, BACKUP_OBJECTS: '0' });
    expect(lean).toMatchObject({ code: 0, output: expect.stringContaining('The objects of the bucket are not in it') });
    expect((await readdir(at('without/files/media'))).includes('ab')).toBe(false);
    await store.removeAll('ab/cdab');

    expect(await restore('with-objects', 'bucket-again')).toMatchObject({ code: 0 });
    expect(String(await readFile(at('bucket-again/media/ab/cdab/small')))).toBe('in the bucket');
    const again = createStore(parseEnv({ ...site, DATA_DIR: at('bucket-again') }), 'media');
    expect(String(await buffer(await again.open('ab/cdab/small')))).toBe('in the bucket');
    await s3.close();
  }, 120_000);
});

describe('a backup in a bucket', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3Server();
  });
  afterAll(() => s3.close());

  it('stands on a shelf of nights, from which each can be removed', async () => {
    const shelf = openBackupShelf(`s3://${s3.env.S3_BUCKET}/nights`, parseEnv({ DATA_DIR: at('site'), ...s3.env }));
    for (const night of ['2026-03-02T02-40-00Z', '2026-03-03T02-40-00Z']) {
      await writeFile(at('part'), night);
      await shelf.open(night).put('files/part', at('part'));
    }
    await writeFile(at('part'), '{}');
    await shelf.open('2026-03-03T02-40-00Z').put(MANIFEST, at('part'));
    expect((await shelf.list()).toSorted()).toEqual(['2026-03-02T02-40-00Z', '2026-03-03T02-40-00Z']);
    expect(await shelf.open('2026-03-02T02-40-00Z').has(MANIFEST)).toBe(false);
    expect(await shelf.open('2026-03-03T02-40-00Z').has(MANIFEST)).toBe(true);
    await shelf.remove('2026-03-02T02-40-00Z');
    expect(await shelf.list()).toEqual(['2026-03-03T02-40-00Z']);
  });

  it('needs the settings of S3', async () => {
    const made = await runBackup('backup', 's3://somewhere/one', { DATA_DIR: at('site') });
    expect(made).toMatchObject({ code: 1, output: expect.stringContaining('needs S3_ENDPOINT') });
  });
});

it('a backup of an external database names the program that is missing, and leaves nothing behind', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/none', PATH: '' };
  expect(await backUp('dumped', env)).toMatchObject({ code: 1, output: expect.stringContaining('postgresql-client') });
  expect(await readdir(at('dumped'))).toEqual([]);
});

it('the password of a database is not passed to its programs as an argument, where everybody on the machine could read it', async () => {
  await mkdir(at('programs'));
  const tell = '#!/bin/sh\necho "arguments: $*; password: $PGPASSWORD" >&2\nexit 1\n';
  await writeFile(at('programs/pg_dump'), tell, { mode: 0o755 });
  const env = { DATABASE_URL: 'postgres://site:p%40ss@127.0.0.1:1/none', PATH: at('programs') };
  const { output } = await backUp('told', env);
  expect(output).toContain('--dbname=postgres://site@127.0.0.1:1/none');
  expect(output).toContain('; password: p@ss');
  expect(output).not.toContain('p%40ss');
});

describe('an encrypted backup', () => {
  beforeAll(async () => {
    expect(await backUp('sealed', KEY)).toMatchObject({ code: 0 });
  }, 120_000);

  it('shows nothing of its files, and is restored with its key only', async () => {
    const secret = await readFile(at('site/secret'));
    expect((await readFile(at('sealed/files/secret'))).includes(secret)).toBe(false);
    expect((await readFile(at('sealed/files.jsonl'))).includes('postgres')).toBe(false);
    const without = await restore('sealed', 'locked');
    expect(without).toMatchObject({ code: 1, output: expect.stringContaining('set BACKUP_KEY') });
    const wrong = await restore('sealed', 'locked', { BACKUP_KEY: 'the passphrase of another site' });
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('the key is another one') });
    expect((await readdir(at('locked'))).filter((name) => name !== 'secret')).toEqual([]);
    const right = await restore('sealed', 'locked', KEY);
    expect(right).toMatchObject({ code: 0, output: expect.stringContaining('The ledger balances') });
    expect(await readFile(at('locked/secret'))).toEqual(secret);
  }, 120_000);

  it('is not restored over a site, nor if a file was changed or the backup is missing', async () => {
    const there = await restore('sealed', 'locked', KEY);
    expect(there).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
    await appendFile(at('sealed/files/secret'), 'x');
    const changed = await restore('sealed', 'changed', KEY);
    expect(changed).toMatchObject({
      code: 1,
      output: expect.stringContaining('secret cannot be read: it was damaged'),
    });
    const none = await restore('nowhere', 'changed');
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining('is not a complete backup') });
  }, 120_000);
});
