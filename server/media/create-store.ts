import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Env } from '../env';
import { getTmpDir } from '../lib/tmp-dir';
import type { DiskRoom } from '../lib/disk-room';
import { createBucketUploadBytes } from './bucket-upload-bytes';
import { createDiskStore } from './disk-store';
import { createDiskUploadBytes } from './disk-upload-bytes';
import type { MediaStore } from './media-store';
import { createMovingStore } from './moving-store';
import { createS3Bucket, type S3Settings } from './s3-bucket';
import { createS3Store } from './s3-store';
import type { UploadBytes } from './upload-bytes';

/** `media` are the files of items and accounts, `exports` archives of people's data. */
export type StoreName = 'media' | 'exports';

export type StoreSettings = Pick<Env, 'DATA_DIR'> & S3Settings;

/**
 * On disk, or in the bucket if one is configured. If files of before are still on this disk, they are served from there until
 * `npm run media -- move` has carried them into the bucket.
 */
export function createStore(env: StoreSettings, name: StoreName): MediaStore {
  const folder = path.join(env.DATA_DIR, name);
  if (env.S3_ENDPOINT === undefined) return createDiskStore(folder);
  const tmpDir = getTmpDir(env);
  const bucket = createS3Bucket(env, name);
  const store = createS3Store(bucket, tmpDir);
  return existsSync(folder) ? createMovingStore({ bucket, store, disk: createDiskStore(folder), tmpDir }) : store;
}

/** On disk, or in the bucket if one is configured, so that any machine can continue an upload. */
export function createUploadBytes(env: StoreSettings, disk: Pick<DiskRoom, 'take'>, now: () => Date): UploadBytes {
  const tmpDir = getTmpDir(env);
  return env.S3_ENDPOINT === undefined
    ? createDiskUploadBytes(tmpDir, now)
    : createBucketUploadBytes({ bucket: createS3Bucket(env, 'uploads'), tmpDir, disk });
}
