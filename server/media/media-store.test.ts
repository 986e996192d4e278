import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ServiceOutage } from '../errors';
import { startS3Server, type S3Server } from '../../tests/harness/s3-server';
import { createStore, type StoreSettings } from './create-store';
import { createDiskStore } from './disk-store';
import type { MediaStore } from './media-store';

const MB = 1024 * 1024;

let s3: S3Server;
let dir: string;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'creator-platform-store-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const getSettings = (): StoreSettings => ({ DATA_DIR: dir, ...s3.env }) as StoreSettings;

async function makeFile(bytes: Buffer): Promise<string> {
  const file = path.join(dir, 'local');
  await writeFile(file, bytes);
  return file;
}

const read = async (store: MediaStore, key: string, range?: { start: number; end: number }) =>
  buffer(await store.open(key, range));

describe.each([
  ['on disk', () => createDiskStore(path.join(dir, 'objects'))],
  ['in a bucket', () => createStore(getSettings(), 'media')],
])('a store %s', (_place, open) => {
  let store: MediaStore;
  beforeEach(() => {
    store = open();
  });
  afterEach(async () => {
    for (const prefix of ['ab', 'top.zip', 'abc']) await store.removeAll(prefix);
  });

  it('moves a local file in, and returns its bytes, all or a part', async () => {
    const local = await makeFile(Buffer.from('0123456789'));
    await store.put('ab/abc/original', local);
    await expect(stat(local)).rejects.toThrow('ENOENT');
    expect(String(await read(store, 'ab/abc/original'))).toBe('0123456789');
    expect(String(await read(store, 'ab/abc/original', { start: 2, end: 4 }))).toBe('234');
    expect(String(await read(store, 'ab/abc/original', { start: 9, end: 9 }))).toBe('9');
  });

  it('copies a local file', async () => {
    const local = await makeFile(Buffer.from('kept'));
    await store.copy('ab/abc/video', local);
    expect(String(await readFile(local))).toBe('kept');
    expect(String(await read(store, 'ab/abc/video'))).toBe('kept');
  });

  it('stores large files unchanged', async () => {
    const bytes = Buffer.alloc(20 * MB + 17, 'some bytes that repeat, ');
    bytes.writeUInt32LE(0xdead_beef, 9 * MB);
    await store.put('ab/abc/large', await makeFile(bytes));
    const { size, bytes: opened } = await store.openWhole('ab/abc/large');
    expect(size).toBe(bytes.length);
    expect((await buffer(opened)).equals(bytes)).toBe(true);
  });

  it('replaces an object', async () => {
    await store.write('ab/abc/w320', Buffer.from('first'));
    await store.write('ab/abc/w320', Buffer.from('other'));
    expect(String(await read(store, 'ab/abc/w320'))).toBe('other');
  });

  it('reports a missing object as a missing file, before anything is sent', async () => {
    await expect(store.open('ab/none')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(store.openWhole('ab/none')).rejects.toMatchObject({ code: 'ENOENT' });
    const local = path.join(dir, 'never');
    await expect(store.put('ab/abc/original', local)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(store.open('ab/abc/original')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('lends an object as a local file', async () => {
    await store.write('ab/abc/original', Buffer.from('to work on'));
    expect(await store.withLocal('ab/abc/original', async (file) => String(await readFile(file)))).toBe('to work on');
    await expect(store.withLocal('ab/abc/original', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await readdir(path.join(dir, 'tmp')).catch(() => [])).toEqual([]);
  });

  it('lists what is at the top', async () => {
    await store.write('top.zip', Buffer.from('1'));
    await store.write('abc', Buffer.from('2'));
    expect((await store.list()).filter((key) => key !== 'ab').toSorted()).toEqual(['abc', 'top.zip']);
  });

  it('removes objects, and all below a prefix but no other', async () => {
    for (const key of ['ab/abc/one', 'ab/abc/two', 'ab/abcd/one']) await store.write(key, Buffer.from(key));
    await store.remove(['ab/abc/one', 'ab/abc/never-there']);
    await expect(store.open('ab/abc/one')).rejects.toMatchObject({ code: 'ENOENT' });
    await store.removeAll('ab/abc');
    await store.removeAll('ab/abc');
    await expect(store.open('ab/abc/two')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(String(await read(store, 'ab/abcd/one'))).toBe('ab/abcd/one');
  });

  it.each(['../secret', 'a//b', '/a', '', 'A', 'a/..', 'a%2e'])('refuses the key "%s"', async (key) => {
    await expect((async () => store.open(key))()).rejects.toThrow('Not a storage key');
    await expect((async () => store.write(key, Buffer.alloc(1)))()).rejects.toThrow('Not a storage key');
    await expect((async () => store.removeAll(key))()).rejects.toThrow('Not a storage key');
  });
});

describe('a bucket', () => {
  const options = {
    mimeType: 'video/mp4',
    disposition: 'attachment; filename="my film.mp4"',
    cacheControl: 'private, no-store',
    seconds: 60,
  };

  it('opens one object by a link, for its time, by GET only', async () => {
    const store = createStore(getSettings(), 'media');
    await store.write('ab/abc/video', Buffer.from('a film'));
    await store.write('ab/abc/other', Buffer.from('another'));
    const link = (await store.sign('ab/abc/video', options)) ?? '';
    const reply = await fetch(link, { headers: { range: 'bytes=2-5' } });
    expect([reply.status, await reply.text()]).toEqual([206, 'film']);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': options.mimeType,
      'content-disposition': options.disposition,
      'cache-control': options.cacheControl,
    });
    for (const changed of [
      link.replace('abc/video', 'abc/other'),
      link.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'),
      link.replace('private', 'public'),
      link.replace('attachment', 'inline'),
      link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      link.replace(/X-Amz-Signature=\w+/, ''),
      link.split('?')[0] ?? '',
    ]) {
      expect(changed).not.toBe(link);
      expect((await fetch(changed)).status).toBe(403);
    }
    for (const method of ['HEAD', 'PUT', 'DELETE']) expect((await fetch(link, { method })).status).toBe(403);
    s3.advance(30);
    expect((await fetch(link)).status).toBe(200);
    s3.advance(31);
    expect((await fetch(link)).status).toBe(403);
    s3.advance(-61);
  });

  it('answers no request of another key or secret', async () => {
    const settings = getSettings();
    for (const wrong of [
      { S3_SECRET_ACCESS_KEY: 'guessed' },
      { S3_ACCESS_KEY_ID: 'somebody' },
      { S3_BUCKET: 'none' },
    ]) {
      const store = createStore({ ...settings, ...wrong }, 'media');
      await expect(store.write('ab/abc/one', Buffer.alloc(1))).rejects.toThrow(ServiceOutage);
      await expect(store.open('ab/abc/one')).rejects.toThrow(ServiceOutage);
    }
  });

  it('is whole or not at all when the service fails, and says that it does', async () => {
    const store = createStore(getSettings(), 'media');
    const local = await makeFile(Buffer.alloc(20 * MB, 7));
    s3.cutAt(/^PUT .*\/ab\/abc\/original$/);
    await expect(store.put('ab/abc/original', local)).rejects.toThrow(ServiceOutage);
    await expect(store.open('ab/abc/original')).rejects.toThrow(ServiceOutage);
    await expect(store.removeAll('ab/abc')).rejects.toThrow(ServiceOutage);
    s3.mend();
    await expect(store.open('ab/abc/original')).rejects.toMatchObject({ code: 'ENOENT' });
    await store.put('ab/abc/original', local);
    expect((await read(store, 'ab/abc/original')).length).toBe(20 * MB);
    await store.removeAll('ab/abc');
  });
});
