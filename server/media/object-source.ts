import type { Env } from '../env';
import { getTmpDir } from '../lib/tmp-dir';
import type { StoreName, StoreSettings } from './create-store';
import { isKey } from './media-store';
import { createS3Bucket } from './s3-bucket';
import { withDownload } from './s3-store';

const names: readonly StoreName[] = ['media', 'exports'];

/**
 * The objects of the bucket for a backup, named as they would be below DATA_DIR: a site restored from it finds them there, with
 * or without a bucket.
 *
 * @returns undefined without a bucket, or if backups leave objects out
 */
export function createObjectSource(env: StoreSettings & Pick<Env, 'BACKUP_OBJECTS'>) {
  if (env.S3_ENDPOINT === undefined || !env.BACKUP_OBJECTS) return undefined;
  const tmpDir = getTmpDir(env);
  const buckets = new Map(names.map((name) => [name as string, createS3Bucket(env, name)]));
  return {
    async *list(): AsyncGenerator<string> {
      for (const [folder, bucket] of buckets)
        for await (const { key } of bucket.list('')) if (isKey(key)) yield `${folder}/${key}`;
    },
    withLocal(name: string, work: (localPath: string) => Promise<unknown>): Promise<unknown> {
      const [folder = '', ...key] = name.split('/');
      const open = async () => {
        const bucket = buckets.get(folder);
        if (!bucket) throw new Error(`Not an object: ${name}`);
        return (await bucket.open(key.join('/'))).bytes;
      };
      return withDownload(tmpDir, open, work);
    },
  };
}

/** True if a site keeps files in the bucket, or has kept some there. */
export async function isBucketInUse(env: StoreSettings): Promise<boolean> {
  if (env.S3_ENDPOINT === undefined) return false;
  for (const folder of [...names, 'uploads']) if (!(await createS3Bucket(env, folder).isEmpty())) return true;
  return false;
}
