import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readZip } from '../../../../tests/harness/read-zip';
import { NoDiskRoom } from '../../../lib/disk-room';
import { writeArchive } from './export-archive';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'creator-platform-archive-'));
});
afterAll(() => rm(dir, { recursive: true }));

const KB = 1024;
const hasRoom = () => true;

it('writes the archive while it still reads rows, however many there are', async () => {
  const file = path.join(dir, 'large.zip');
  let readBytes = 0;
  let mostAhead = 0;
  async function* readRows() {
    for (let index = 0; index < 1_000; index += 1) {
      // Random hex compresses to half its size. The file exists once the writer has started.
      if (index > 0 && index % 100 === 0) mostAhead = Math.max(mostAhead, readBytes / 2 - (await stat(file)).size);
      const bytes = randomBytes(16 * KB).toString('hex');
      readBytes += bytes.length;
      yield { index, bytes };
    }
  }
  const size = await writeArchive(file, hasRoom, (writer) =>
    writer.addJson('rows.json', { rows: readRows(), count: 1_000 }),
  );
  expect(size).toBe((await stat(file)).size);
  expect(size).toBeGreaterThan(16_000 * KB);
  expect(mostAhead).toBeLessThan(2_000 * KB);
  const { rows, count } = JSON.parse(String(readZip(await readFile(file)).get('rows.json'))) as {
    rows: { index: number }[];
    count: number;
  };
  expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: count }, (_, index) => index));
});

it('writes asynchronous lists like any others', async () => {
  const file = path.join(dir, 'small.zip');
  async function* list<T>(...items: T[]) {
    yield* items;
  }
  const at = new Date('2026-01-02T03:04:05Z');
  const plain = { empty: [], left: undefined, at, lists: [{ name: 'a\nb', inner: [1, { two: [2] }] }, { inner: [] }] };
  const lists = list({ name: 'a\nb', inner: list<unknown>(1, { two: list(2) }) }, { inner: list() });
  await writeArchive(file, hasRoom, (writer) => writer.addJson('a.json', { ...plain, empty: list(), lists }));
  expect(String(readZip(await readFile(file)).get('a.json'))).toBe(`${JSON.stringify(plain, null, 2)}\n`);
});

it('rejects with the error of a source that fails', async () => {
  async function* readRows() {
    yield 1;
    throw new Error('the database went away');
  }
  const writing = writeArchive(path.join(dir, 'failed.zip'), hasRoom, (writer) =>
    writer.addJson('a.json', { rows: readRows() }),
  );
  await expect(writing).rejects.toThrow('the database went away');
});

it('rejects if the disk is full, and leaves no file open', async () => {
  const large = path.join(dir, 'film.mp4');
  await writeFile(large, randomBytes(4_000 * KB));
  const source = createReadStream(large);
  let left = 1_000 * KB;
  const takeRoom = (bytes: number) => (left -= bytes) >= 0;
  const file = path.join(dir, 'full.zip');
  const writing = writeArchive(file, takeRoom, (writer) => writer.addBytes('film.mp4', source));
  await expect(writing).rejects.toThrow(NoDiskRoom);
  expect((await stat(file)).size).toBeLessThanOrEqual(1_000 * KB);
  if (!source.closed) await once(source, 'close');
});

it('rejects if the disk has no space for the central directory', async () => {
  // A zip file repeats each name in the entry and in the central directory.
  const names = Array.from({ length: 100 }, (_, index) => `${index}`.padStart(60 * KB, 'x'));
  let left = 110 * 60 * KB;
  const takeRoom = (bytes: number) => (left -= bytes) >= 0;
  const writing = writeArchive(path.join(dir, 'names.zip'), takeRoom, async (writer) => {
    for (const name of names) await writer.addText(name, '');
  });
  await expect(writing).rejects.toThrow(NoDiskRoom);
});
