import { hasCode } from '../lib/error';
import type { MediaStore } from './media-store';
import type { S3Bucket } from './s3-bucket';
import { withDownload } from './s3-store';

/**
 * While a site moves from disk into a bucket: new objects go into the bucket, and others are read from the disk as long as they
 * are not in the bucket. Objects are removed from both, from the disk first: the move asks whether an object is still needed
 * after it has copied it.
 */
export function createMovingStore({
  bucket,
  store,
  disk,
  tmpDir,
}: {
  bucket: Pick<S3Bucket, 'measure'>;
  store: MediaStore;
  disk: MediaStore;
  tmpDir: string;
}): MediaStore {
  /** Tries the bucket a second time, because the object may have been moved between the two looks. */
  async function read<T>(look: (from: MediaStore) => Promise<T>): Promise<T> {
    for (const from of [store, disk]) {
      try {
        return await look(from);
      } catch (error) {
        if (!hasCode(error, 'ENOENT')) throw error;
      }
    }
    return look(store);
  }
  const open: MediaStore['open'] = (key, range) => read((from) => from.open(key, range));
  return {
    put: store.put,
    copy: store.copy,
    write: store.write,
    open,
    openWhole: (key) => read((from) => from.openWhole(key)),
    list: async () => [...new Set([...(await disk.list()), ...(await store.list())])],
    // A copy, because the move may delete the file on disk at any time.
    withLocal: (key, work) => withDownload(tmpDir, () => open(key), work),
    async remove(keys) {
      await disk.remove(keys);
      await store.remove(keys);
    },
    async removeAll(prefix) {
      await disk.removeAll(prefix);
      await store.removeAll(prefix);
    },
    sign: async (key, options) => ((await bucket.measure(key)) === null ? null : store.sign(key, options)),
  };
}
