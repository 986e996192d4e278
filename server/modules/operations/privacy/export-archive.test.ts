import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readZip } from '../../../../tests/harness/read-zip';
import { writeArchive } from './export-archive';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'creator-platform-archive-'));
});
afterAll(() => rm(dir, { recursive: true }));

const KB = 1024;

it('writes what is read while it is read, however much there is', async () => {
  const file = path.join(dir, 'large.zip');
  let readBytes = 0;
  let mostAhead = 0;
  async function* readRows() {
    for (let index = 0; index < 1_000; index += 1) {
      // Half of what was read at the least, packed: each byte is two digits. The file is there once something waits to be written.
      if (index > 0 && index % 100 === 0) mostAhead = Math.max(mostAhead, readBytes / 2 - (await stat(file)).size);
      const bytes = randomBytes(16 * KB).toString('hex');
      readBytes += bytes.length;
      yield { index, bytes };
    }
  }
  const size = await writeArchive(file, (writer) => writer.addJson('rows.json', { rows: readRows(), count: 1_000 }));
  expect(size).toBe((await stat(file)).size);
  expect(size).toBeGreaterThan(16_000 * KB);
  expect(mostAhead).toBeLessThan(2_000 * KB);
  const { rows, count } = JSON.parse(String(readZip(await readFile(file)).get('rows.json'))) as {
    rows: { index: number }[];
    count: number;
  };
  expect(rows.map(({ index }) => index)).toEqual(Array.from({ length: count }, (_, index) => index));
});

it('writes lists that are read bit by bit as any others', async () => {
  const file = path.join(dir, 'small.zip');
  async function* list<T>(...items: T[]) {
    yield* items;
  }
  const at = new Date('2026-01-02T03:04:05Z');
  const plain = { empty: [], left: undefined, at, lists: [{ name: 'a\nb', inner: [1, { two: [2] }] }, { inner: [] }] };
  const lists = list({ name: 'a\nb', inner: list<unknown>(1, { two: list(2) }) }, { inner: list() });
  await writeArchive(file, (writer) => writer.addJson('a.json', { ...plain, empty: list(), lists }));
  expect(String(readZip(await readFile(file)).get('a.json'))).toBe(`${JSON.stringify(plain, null, 2)}\n`);
});

it('fails with what reading failed with', async () => {
  async function* readRows() {
    yield 1;
    throw new Error('the database went away');
  }
  const writing = writeArchive(path.join(dir, 'failed.zip'), (writer) =>
    writer.addJson('a.json', { rows: readRows() }),
  );
  await expect(writing).rejects.toThrow('the database went away');
});
