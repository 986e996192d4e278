import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '../env';
import { getTmpDir } from '../lib/tmp-dir';
import { createS3Bucket, type S3Bucket } from '../media/s3-bucket';
import { withDownload } from '../media/s3-store';
import { forgiveMissing } from './backup-files';

/** Where one backup is. Names of files use `/`. */
export interface BackupFolder {
  /** As operators write it: a path, or `s3://<bucket>/<folder>`. */
  address: string;
  /** A local folder for files on their way. Callers create it and remove it. */
  scratch: string;
  isEmpty(): Promise<boolean>;
  has(name: string): Promise<boolean>;
  /** Moves a local file there. */
  put(name: string, localPath: string): Promise<void>;
  /** @throws Error ENOENT if there is no such file */
  withLocal<T>(name: string, work: (localPath: string) => Promise<T>): Promise<T>;
  remove(name: string): Promise<void>;
  removeAll(): Promise<void>;
}

/** Where nightly backups are, each in a folder of its own. */
export interface BackupShelf {
  list(): Promise<string[]>;
  open(name: string): BackupFolder;
  remove(name: string): Promise<void>;
}

type FolderSettings = Pick<Env, 'DATA_DIR' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>;

const S3_ADDRESS = /^s3:\/\/([^/]+)\/(.+?)\/?$/;

/** @throws Error for an address of a bucket without the other S3 settings, or a folder inside of DATA_DIR */
export function openBackupFolder(address: string, env: FolderSettings): BackupFolder {
  const [, bucket, prefix] = S3_ADDRESS.exec(address) ?? [];
  if (bucket !== undefined && prefix !== undefined) return openBucketFolder(address, { ...env, bucket, prefix });
  return openDiskFolder(path.resolve(address), env.DATA_DIR);
}

export function openBackupShelf(address: string, env: FolderSettings): BackupShelf {
  const [, bucket, prefix] = S3_ADDRESS.exec(address) ?? [];
  const open = (name: string) => openBackupFolder(`${address.replace(/\/$/, '')}/${name}`, env);
  if (bucket === undefined || prefix === undefined)
    return {
      open,
      list: async () => (await readdir(address).catch(forgiveMissing)) ?? [],
      remove: (name) => rm(path.join(address, name), { recursive: true }),
    };
  return {
    open,
    list: openBucket({ ...env, bucket, prefix }).listFolders,
    remove: (name) => open(name).removeAll(),
  };
}

function openDiskFolder(folder: string, dataDir: string): BackupFolder {
  const inside = path.relative(path.resolve(dataDir), folder);
  if (!inside.startsWith('..') && !path.isAbsolute(inside)) throw new Error(`${folder} is inside of DATA_DIR`);
  const listNames = async () => (await readdir(folder).catch(forgiveMissing)) ?? [];
  return {
    address: folder,
    scratch: path.join(folder, 'scratch'),
    isEmpty: async () => (await listNames()).length === 0,
    has: async (name) => (await stat(path.join(folder, name)).catch(forgiveMissing)) !== undefined,
    async put(name, localPath) {
      const target = path.join(folder, name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await rename(localPath, target);
    },
    withLocal: (name, work) => work(path.join(folder, name)),
    remove: (name) => rm(path.join(folder, name), { force: true }),
    // Not the folder itself, which may be a mounted disk.
    async removeAll() {
      for (const name of await listNames()) await rm(path.join(folder, name), { recursive: true });
    },
  };
}

interface BucketPlace extends FolderSettings {
  bucket: string;
  prefix: string;
}

function openBucket({ bucket, prefix, ...env }: BucketPlace): S3Bucket {
  if (env.S3_ENDPOINT === undefined) throw new Error(`s3://${bucket} needs S3_ENDPOINT and the other S3 settings`);
  return createS3Bucket({ ...env, S3_BUCKET: bucket }, prefix);
}

function openBucketFolder(address: string, place: BucketPlace): BackupFolder {
  const bucket = openBucket(place);
  const tmpDir = getTmpDir(place);
  return {
    address,
    scratch: path.join(tmpDir, `backup-${randomBytes(6).toString('hex')}`),
    isEmpty: bucket.isEmpty,
    has: async (name) => (await bucket.measure(name)) !== null,
    async put(name, localPath) {
      await bucket.put(name, localPath);
      await rm(localPath);
    },
    withLocal: (name, work) => withDownload(tmpDir, async () => (await bucket.open(name)).bytes, work),
    remove: (name) => bucket.remove(name),
    removeAll: () => bucket.removeAll(''),
  };
}
