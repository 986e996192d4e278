import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { withConnection } from '../db/client';
import { readNewestMigration } from '../db/migrate';
import { hasCode } from '../lib/error';
import type { BackupFolder } from './backup-folder';
import { copyEach, deriveKey, forgiveMissing, listFiles, storeFile, type BackupFile } from './backup-files';
import { copyCluster } from './copy-cluster';
import { dumpDatabase } from './dump-database';

/** `manifest.json` of a backup. It is written last: a folder without it is not a backup. */
export interface Manifest {
  format: number;
  createdAt: string;
  /** `cluster`: the files of the embedded server. `dump`: made by pg_dump. */
  database: 'cluster' | 'dump';
  /** When the newest migration of the database was written, in milliseconds since 1970. */
  migratedTo: number;
  /** Hex; null if the backup is not encrypted. */
  salt: string | null;
  /** The list of all files, which is stored and encrypted as they are. */
  list: Omit<BackupFile, 'path'>;
  files: number;
  bytes: number;
}

/** Raised by a change that older versions cannot read. */
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const LIST = 'files.jsonl';
export const FILES = 'files';
export const DUMP = 'database.dump';
export const CLUSTER = 'postgres/data';
/** Work under way, which a restored site begins again, and the embedded database, whose files are copied in its own way. */
const NOT_COPIED = /^(postgres|tmp|live)(\/|$)/;
const OBJECT_TRIES = 3;
const RETRY_MS = 1_000;

/** Files that belong to the site but are stored elsewhere, named as they would be below DATA_DIR. */
export interface ObjectSource {
  list(): AsyncIterable<string>;
  /** @throws Error ENOENT if the object has been deleted */
  withLocal(name: string, work: (localPath: string) => Promise<unknown>): Promise<unknown>;
}

export interface BackupPlace {
  dataDir: string;
  /** A database of the operator's; undefined for the embedded one. */
  databaseUrl: string | undefined;
  /** Must be empty. */
  folder: BackupFolder;
  /** Encrypts the backup. */
  passphrase: string | undefined;
  /** Undefined if there are none, or they are kept safe in another way. */
  objects?: ObjectSource | undefined;
  onProgress?(done: { files: number; bytes: number }): void;
}

/**
 * Makes one consistent backup of database and files while the site runs. Files are copied before the database, and again what was
 * added until the database was: so every file of which the database knows is there. Promises W-2.
 *
 * @param url the running database
 * @throws Error if the folder is not empty, or something cannot be copied; then nothing is left in the folder
 */
export async function makeBackup(url: string, place: BackupPlace): Promise<Manifest> {
  const { folder } = place;
  if (!(await folder.isEmpty())) throw new Error(`${folder.address} is not empty: a backup never overwrites anything`);
  await mkdir(folder.scratch, { recursive: true, mode: 0o700 });
  try {
    return await writeBackup(url, place);
  } catch (error) {
    await folder.removeAll();
    throw error;
  } finally {
    await rm(folder.scratch, { recursive: true, force: true });
  }
}

async function writeBackup(url: string, place: BackupPlace): Promise<Manifest> {
  const { dataDir, databaseUrl, folder, passphrase, objects } = place;
  const salt = passphrase === undefined ? null : randomBytes(16).toString('hex');
  const key = passphrase !== undefined && salt !== null ? deriveKey(passphrase, salt) : undefined;
  const stored = createStore({ ...place, key });
  const { scratch } = folder;

  await stored.addData(dataDir);
  await stored.addObjects(objects);
  if (databaseUrl === undefined) {
    const data = path.join(dataDir, CLUSTER);
    await stored.add('postgres/password', path.join(dataDir, 'postgres/password'));
    await copyCluster({ url, data, scratch }, (name, from = data) =>
      stored.add(path.posix.join(CLUSTER, name), path.join(from, name)),
    );
  } else {
    await dumpDatabase(url, path.join(scratch, DUMP));
    await stored.add(DUMP, path.join(scratch, DUMP));
  }
  await stored.addData(dataDir);
  await stored.addObjects(objects);

  const listed = path.join(scratch, LIST);
  await writeFile(
    listed,
    stored.list().map((file) => `${JSON.stringify(file)}\n`),
  );
  const manifest: Manifest = {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    database: databaseUrl === undefined ? 'cluster' : 'dump',
    migratedTo: (await withConnection(url, ({ db }) => readNewestMigration(db))) ?? 0,
    salt,
    list: await store(folder, LIST, { source: listed, key }),
    ...stored.measure(),
  };
  const draft = path.join(scratch, MANIFEST);
  await writeFile(draft, JSON.stringify(manifest, null, 2));
  await folder.put(MANIFEST, draft);
  return manifest;
}

/** @throws Error ENOENT if the source has vanished */
async function store(
  folder: BackupFolder,
  name: string,
  { source, key }: { source: string; key: Buffer | undefined },
): Promise<Omit<BackupFile, 'path'>> {
  const part = path.join(folder.scratch, `part-${randomBytes(6).toString('hex')}`);
  const copy = await storeFile(source, part, key);
  await folder.put(name, part);
  return copy;
}

/** Remembers what was stored, so that the second pass over the same folder stores only what is new or has changed. */
function createStore({ folder, key, onProgress }: BackupPlace & { key: Buffer | undefined }) {
  const files = new Map<string, BackupFile & { changedAt: number }>();
  let bytes = 0;

  /** @returns false if the file has vanished */
  async function add(name: string, source: string): Promise<boolean> {
    const target = path.posix.join(FILES, name);
    const facts = await stat(source).catch(forgiveMissing);
    const before = files.get(name);
    if (!facts || before?.changedAt === facts.mtimeMs) return facts !== undefined;
    const copy = await store(folder, target, { source, key }).catch(forgiveMissing);
    bytes += (copy?.bytes ?? 0) - (before?.bytes ?? 0);
    if (copy) files.set(name, { path: name, ...copy, changedAt: facts.mtimeMs });
    else await folder.remove(target);
    onProgress?.({ files: files.size, bytes });
    return copy !== undefined;
  }

  return {
    add,
    async addData(dataDir: string): Promise<void> {
      const names = await listFiles(dataDir, (below) => !NOT_COPIED.test(below));
      await copyEach(names, (name) => add(name, path.join(dataDir, name)));
    },
    /** An object never changes while it is in use, so that one copy is enough. */
    async addObjects(objects: ObjectSource | undefined): Promise<void> {
      if (!objects) return;
      await copyEach(objects.list(), async (name) => {
        if (!files.has(name)) await tryAgain(() => objects.withLocal(name, (file) => add(name, file)));
      });
    },
    list: (): BackupFile[] => [...files.values()].map(({ changedAt: _changedAt, ...file }) => file),
    measure: () => ({ files: files.size, bytes }),
  };
}

/** One of many objects that arrives broken must not cost the whole backup. One that has been deleted is left out. */
async function tryAgain(copy: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await copy();
      return;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      if (tried === OBJECT_TRIES) throw error;
    }
    await setTimeout(tried * RETRY_MS);
  }
}
