import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A black PNG with one bit per pixel. @param options.extra chunks before the pixels; `ending` those after them */
export function buildFlatPng(
  width: number,
  height: number,
  { extra = [], ending = [] }: { extra?: Buffer[]; ending?: Buffer[] } = {},
): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  const [first, last] = [pngChunk('IHDR', head), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([PNG_SIGNATURE, first, ...extra, pngChunk('IDAT', pixels), ...ending, last]);
}

/** A PNG text chunk that decompresses to a thousand times its size. */
export const buildPackedText = (): Buffer =>
  pngChunk('zTXt', Buffer.concat([Buffer.from('k\0\0', 'latin1'), deflateSync(Buffer.alloc(7_900_000, 'a'))]));

/** A progressive JPEG that repeats its last scan. */
export async function buildScans(times: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#b5532f' } })
    .jpeg({ progressive: true })
    .toBuffer();
  const [last, end] = [jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), jpeg.length - 2];
  const scans = Array.from({ length: times }, () => jpeg.subarray(last, end));
  return Buffer.concat([jpeg.subarray(0, last), ...scans, jpeg.subarray(end)]);
}

export function buildGifFrames(count: number): Buffer {
  const head = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([head, Buffer.alloc(frame.length * count, frame), Buffer.from([0x3b])]);
}

export async function buildWebpFrames(count: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
    .webp({ lossless: true })
    .toBuffer();
  const chunk = (type: string, content: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(content.length);
    return Buffer.concat([Buffer.from(type), length, content, Buffer.alloc(content.length % 2)]);
  };
  // Position, size minus one, milliseconds and flags, then the image.
  const frame = chunk('ANMF', Buffer.concat([Buffer.alloc(12), Buffer.from([10, 0, 0, 0]), still.subarray(12)]));
  const head = [chunk('VP8X', Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0])), chunk('ANIM', Buffer.alloc(6))];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...head, Buffer.alloc(frame.length * count, frame)]));
}
