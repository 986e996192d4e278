import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '../errors';
import type { DiskRoom } from '../lib/disk-room';
import type { S3Bucket, StoredObject } from './s3-bucket';
import { withDownload } from './s3-store';
import type { UploadBytes } from './upload-bytes';

/** A part is held in memory until it is full or the request ends. */
const PART_BYTES = 5 * 1024 * 1024;
/** Requests whose parts are held in memory at once. */
const APPENDS_AT_ONCE = 16;
const RETRY_AFTER_SECONDS = 30;

interface Place {
  bucket: S3Bucket;
  tmpDir: string;
  /** The room on the disk of `tmpDir`. */
  disk: Pick<DiskRoom, 'take'>;
}

interface Part extends StoredObject {
  start: number;
}

const nameStart = (id: string) => `${id}/begun`;
const namePart = (id: string, start: number) => `${id}/part-${String(start).padStart(15, '0')}`;

/**
 * Bytes of uploads as objects of a bucket: parts named by where they begin, and an empty object that says that the upload was
 * begun. A part that is not full is replaced by one that begins at the same place and has more bytes, so that a bad connection
 * makes no more parts than a good one. The multipart uploads of S3 itself would lose such a part with the connection.
 */
export function createBucketUploadBytes(place: Place): UploadBytes {
  const { bucket, tmpDir, disk } = place;
  let appends = 0;
  return {
    create: (id) => bucket.write(nameStart(id), Buffer.alloc(0)),
    async measure(id) {
      const parts = await findParts(place, id);
      return parts && measure(parts);
    },
    async append(...args) {
      // Not a queue: what waits in it would keep its upload locked, also after its client has gone.
      if (appends >= APPENDS_AT_ONCE) throw refuse('UPLOADS_FULL');
      appends += 1;
      try {
        return await append(place, ...args);
      } finally {
        appends -= 1;
      }
    },
    async withLocal(id, work) {
      const parts = (await findParts(place, id)) ?? [];
      if (!disk.take('upload', measure(parts))) throw refuse('STORAGE_FULL');
      return withDownload(tmpDir, async () => Readable.from(readAll(place, parts), { objectMode: false }), work);
    },
    async remove(id) {
      // Before the parts, so that the rest of a removal that fails is no upload.
      await bucket.remove(nameStart(id));
      await bucket.removeAll(`${id}/`);
    },
    list: bucket.listFolders,
  };
}

const measure = (parts: readonly Part[]): number => parts.reduce((sum, { size }) => sum + size, 0);

const refuse = (code: 'UPLOADS_FULL' | 'STORAGE_FULL'): AppError =>
  new AppError(code, { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } });

/** The parts from the beginning without a gap; null if the upload was not begun. */
async function findParts({ bucket }: Place, id: string): Promise<Part[] | null> {
  const parts: Part[] = [];
  let isBegun = false;
  let end = 0;
  for await (const { key, size } of bucket.list(`${id}/`)) {
    if (key === nameStart(id)) isBegun = true;
    if (key !== namePart(id, end)) continue;
    parts.push({ key, size, start: end });
    end += size;
  }
  return isBegun ? parts : null;
}

/** The part that is not full at the end, to be stored again with more bytes. */
async function openTail(place: Place, id: string, offset: number): Promise<{ start: number; chunks: Buffer[] }> {
  const last = (await findParts(place, id))?.at(-1);
  if (!last || last.size >= PART_BYTES || last.start + last.size !== offset) return { start: offset, chunks: [] };
  return { start: last.start, chunks: [await buffer((await place.bucket.open(last.key)).bytes)] };
}

async function append(place: Place, ...[id, offset, source, head]: Parameters<UploadBytes['append']>): Promise<number> {
  let { start, chunks } = await openTail(place, id, offset);
  let end = offset;
  let stored = offset;
  let canStore = true;
  const store = async () => {
    if (end === stored) return;
    await place.bucket.write(namePart(id, start), Buffer.concat(chunks));
    stored = end;
    if (end - start < PART_BYTES) return;
    start = end;
    chunks = [];
  };
  try {
    for await (const chunk of source) {
      const isEnough = head && end < head.bytes && end + chunk.length >= head.bytes;
      chunks.push(chunk);
      end += chunk.length;
      if (isEnough) {
        canStore = false;
        await withDownload(place.tmpDir, async () => Readable.from([Buffer.concat(chunks)]), head.check);
        canStore = true;
      }
      if (end - start >= PART_BYTES) await store();
    }
  } finally {
    // Keeps the bytes that arrived before an error, unless the check of the head failed.
    if (canStore) await store();
  }
  return end;
}

async function* readAll({ bucket }: Place, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const { key } of parts) yield* (await bucket.open(key)).bytes as AsyncIterable<Buffer>;
}
