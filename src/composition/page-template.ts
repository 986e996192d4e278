import { crc32, deflateRaw, constants, type ZlibOptions } from 'node:zlib';
import { promisify } from 'node:util';

const deflate = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);

/** A page split at each place of its mark (the nonce), to be filled with another mark of equal length. */
export interface PageTemplate {
  fill(mark: string): Buffer;
  /** As a gzip stream. The chunks between the marks are compressed only once. */
  fillPacked(mark: string): Promise<Buffer>;
}

export function splitPageTemplate(body: Buffer, mark: string): PageTemplate {
  const chunks = cutAt(body, Buffer.from(mark));
  let packed: Promise<Buffer[]> | undefined;
  return {
    fill: (next) => join(chunks, Buffer.from(next)),
    async fillPacked(next) {
      packed ??= packAll(chunks, mark.length);
      const own = Buffer.from(next);
      return asGzip(join(await packed, storedBlock(own)), join(chunks, own));
    },
  };
}

function cutAt(body: Buffer, mark: Buffer): Buffer[] {
  const chunks: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, from)) {
    chunks.push(body.subarray(from, at));
    from = at + mark.length;
  }
  return [...chunks, body.subarray(from)];
}

const join = (chunks: readonly Buffer[], between: Buffer): Buffer =>
  Buffer.concat(chunks.flatMap((chunk, index) => (index === 0 ? [chunk] : [between, chunk])));

/** Size in bytes of the window in which deflate finds repetitions. RFC 1951. */
const LOOK_BACK = 32_768;
/** A byte that UTF-8 text never contains. */
const NO_TEXT = 0xff;

/**
 * Compresses each chunk so that it ends on a byte boundary and can follow any mark: the dictionary for a chunk is the text
 * before it, with bytes that match no text in place of the marks.
 */
async function packAll(chunks: readonly Buffer[], markLength: number): Promise<Buffer[]> {
  const before = join(chunks, Buffer.alloc(markLength, NO_TEXT));
  let at = 0;
  return Promise.all(
    chunks.map((chunk) => {
      const dictionary = before.subarray(Math.max(0, at - LOOK_BACK), at);
      at += chunk.length + markLength;
      return deflate(chunk, {
        finishFlush: constants.Z_SYNC_FLUSH,
        ...(dictionary.length > 0 && { dictionary }),
      });
    }),
  );
}

/** An uncompressed block of a deflate stream. RFC 1951, 3.2.4. */
function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(0xffff - bytes.length, 3);
  return Buffer.concat([head, bytes]);
}

/** Gzip header: magic number, deflate, no name, no time, unknown system. RFC 1952. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty final block of a deflate stream. */
const lastBlock = Buffer.from([3, 0]);

function asGzip(blocks: Buffer, text: Buffer): Buffer {
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc32(text), 0);
  tail.writeUInt32LE(text.length, 4);
  return Buffer.concat([gzipHead, blocks, lastBlock, tail]);
}
