import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runBackup } from '../harness/run-backup';
import { startBenchApi } from './harness/api';
import { printTable } from './harness/report';
import { seedPeople, seedPosts } from './harness/seed';

/** Measures a backup while the site runs, and its restore, beside a plain copy of the same folder. */
const POSTS = 100_000;
const GIGABYTES = Number(process.env.BENCH_GIGABYTES ?? '10');
const FILE_BYTES = 5_000_000;
const FILES = Math.ceil((GIGABYTES * 1e9) / FILE_BYTES);

async function writeMedia(folder: string): Promise<void> {
  for (let n = 0; n < FILES; n += 1) {
    const file = path.join(folder, (n % 256).toString(16).padStart(2, '0'), `file-${n}`, 'large');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, randomBytes(FILE_BYTES));
  }
}

async function run(command: 'backup' | 'restore', folder: string, dataDir: string): Promise<void> {
  const { code, output } = await runBackup(command, folder, { DATA_DIR: dataDir });
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${output}`);
}

async function getSeconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}

const bench = await startBenchApi();
const folder = await mkdtemp(path.join(tmpdir(), 'creator-platform-bench-backup-'));
const at = (name: string) => path.join(folder, name);
try {
  // Without fans, whose seeded subscriptions are not paid for: the restore would refuse the books.
  await seedPeople(bench.app.context.db, 0);
  await seedPosts(bench.app.context.db, 1, POSTS);
  await writeMedia(path.join(bench.dataDir, 'media'));
  const copied = await getSeconds(() => cp(bench.dataDir, at('copy'), { recursive: true }));
  await rm(at('copy'), { recursive: true });
  const backedUp = await getSeconds(() => run('backup', at('backup'), bench.dataDir));
  // The restore also checks the hashes of all files and the books.
  const restored = await getSeconds(() => run('restore', at('backup'), at('restored')));
  const seconds = { 'plain copy': copied, 'backup of the running site': backedUp, 'restore with its checks': restored };
  printTable(
    [`${POSTS} posts and ${GIGABYTES} GB`, 'seconds', 'MB/s', 'times a plain copy'],
    Object.entries(seconds).map(([name, took]) => [name, took, (GIGABYTES * 1_000) / took, took / copied]),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
  await bench.stop();
}
