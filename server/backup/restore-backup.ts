import { chown, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { chooseProcessOwner } from '../db/run-unprivileged';
import { readNewestKnownMigration } from '../db/migrate';
import type { BackupFolder } from './backup-folder';
import { copyEach, deriveKey, fetchFile, forgiveMissing, type BackupFile } from './backup-files';
import { EMPTY_FOLDERS } from './copy-cluster';
import { loadDump } from './dump-database';
import { CLUSTER, DUMP, FILES, FORMAT, LIST, MANIFEST, type BackupPlace, type Manifest } from './make-backup';

/** Holds the files until all are copied and verified. Inside DATA_DIR, because files can be renamed only within a volume. */
const DRAFT = 'restoring';
/** Created by this command itself: `secret`, which that of the backup replaces, and `tmp` for downloads, in no backup. */
const MAY_EXIST = new Set(['secret', 'tmp']);

/**
 * Puts a backup into an empty DATA_DIR, and into an empty database if the backup has a dump. Every file is compared with its hash
 * before anything is in place. The next start brings an older backup to the newest schema. Promises W-2.
 *
 * @throws Error if something is in the way, damaged or newer than this version; then nothing has changed
 */
export async function restoreBackup({
  dataDir,
  databaseUrl,
  folder,
  passphrase,
  onProgress,
}: BackupPlace): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await assertFits(manifest, { dataDir, databaseUrl, passphrase });
  const key = passphrase !== undefined && manifest.salt !== null ? deriveKey(passphrase, manifest.salt) : undefined;
  const draft = path.join(dataDir, DRAFT);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    let [files, bytes] = [0, 0];
    await copyEach(await readList({ folder, draft, manifest, key }), async (file) => {
      const target = path.join(draft, file.path);
      if (!target.startsWith(`${draft}${path.sep}`)) throw new Error(`${file.path} leads out of the backup`);
      await folder.withLocal(path.posix.join(FILES, file.path), (stored) => fetchFile(stored, target, file, key));
      files += 1;
      bytes += file.bytes;
      onProgress?.({ files, bytes });
    });
    if (manifest.database === 'cluster') await completeCluster(draft);
    else await loadDump(databaseUrl ?? '', path.join(draft, DUMP));
    await rm(path.join(draft, DUMP), { force: true });
    await rm(path.join(dataDir, 'secret'), { force: true });
    for (const name of await readdir(draft)) await rename(path.join(draft, name), path.join(dataDir, name));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return manifest;
}

async function readManifest(folder: BackupFolder): Promise<Manifest> {
  const text = await folder.withLocal(MANIFEST, (file) => readFile(file, 'utf8')).catch(forgiveMissing);
  if (text === undefined) throw new Error(`${folder.address} is not a complete backup: it has no ${MANIFEST}`);
  return JSON.parse(text) as Manifest;
}

async function assertFits(
  { format, database, migratedTo, salt }: Manifest,
  { dataDir, databaseUrl, passphrase }: Omit<BackupPlace, 'folder'>,
): Promise<void> {
  if (format !== FORMAT || migratedTo > (await readNewestKnownMigration()))
    throw new Error('This backup was made by a newer version: restore it with that version');
  if (salt !== null && passphrase === undefined) throw new Error('This backup is encrypted: set BACKUP_KEY');
  if (database === 'dump' && databaseUrl === undefined)
    throw new Error('This backup is of a database of its own: set DATABASE_URL to an empty one');
  if (database === 'cluster' && databaseUrl !== undefined)
    throw new Error('This backup is of the embedded database: leave DATABASE_URL out');
  const names = (await readdir(dataDir).catch(forgiveMissing)) ?? [];
  const inTheWay = names.filter((name) => !MAY_EXIST.has(name));
  if (inTheWay.length > 0)
    throw new Error(`${dataDir} is not empty (${inTheWay[0]}): a restore never overwrites anything`);
}

async function readList({
  folder,
  draft,
  manifest,
  key,
}: {
  folder: BackupFolder;
  draft: string;
  manifest: Manifest;
  key: Buffer | undefined;
}): Promise<BackupFile[]> {
  const list = path.join(draft, LIST);
  const facts = { path: LIST, ...manifest.list };
  await folder.withLocal(LIST, (stored) => fetchFile(stored, list, facts, key));
  const lines = (await readFile(list, 'utf8')).split('\n').filter(Boolean);
  await rm(list);
  return lines.map((line) => JSON.parse(line) as BackupFile);
}

/** Adds the folders that a server needs, and gives the files to the account that the server runs as. */
async function completeCluster(draft: string): Promise<void> {
  const data = path.join(draft, CLUSTER);
  for (const folder of EMPTY_FOLDERS) await mkdir(path.join(data, folder), { recursive: true, mode: 0o700 });
  const owner = chooseProcessOwner(undefined);
  if (!owner) return;
  const home = path.dirname(data);
  for (const name of await readdir(home, { recursive: true })) await chown(path.join(home, name), owner.uid, owner.gid);
}
