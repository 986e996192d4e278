import { limits } from '@contract/base/limits';
import { UnreadableMedia } from '../media-tasks';

/*
 * The number of pixels alone does not determine how costly an image is: a few kilobytes can contain a thousand scans, frames or
 * texts. So its structure is checked before any library reads the bytes.
 */

/** Maximum scans of a JPEG; progressive ones have about ten. */
const MAX_SCANS = 100;
/** Maximum segments of a JPEG, each up to 64 KB: the largest accepted file fills 400 of them. */
const MAX_SEGMENTS = 2_000;

/** Maximum chunks of a PNG; some programs write one per kilobyte of pixels. */
const MAX_CHUNKS = 100_000;
/** Chunks that make up a PNG's image, with its colors and orientation. All but the pixels occur once. */
const PIXELS = 'IDAT';
const neededChunks: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  PIXELS,
  'IEND',
  'tRNS',
  'cHRM',
  'gAMA',
  'iCCP',
  'sBIT',
  'sRGB',
  'cICP',
  'eXIf',
]);

/**
 * Checks the structure of an image.
 *
 * @returns its bytes; those of a PNG without texts and other invisible data
 * @throws UnreadableMedia if it has far more parts than any camera or program writes
 */
export function checkParts(bytes: Buffer): Buffer {
  if (bytes.readUIntBE(0, 4) === PNG_START) return withoutBallast(bytes);
  if (bytes.readUIntBE(0, 2) === JPEG_START) checkJpeg(bytes);
  else if (bytes.toString('latin1', 0, 3) === 'GIF') checkFrames(readGifFrames(bytes));
  else if (bytes.toString('latin1', 8, 12) === 'WEBP') checkFrames(readWebpFrames(bytes));
  return bytes;
}

/** @throws UnreadableMedia if the animation has too many frames */
export function checkFrameCount(frames: number): void {
  if (frames > limits.imageFrames)
    throw new UnreadableMedia(`This picture has more than ${limits.imageFrames} frames. Save it as a video instead.`);
}

/** Stops counting at the limit. */
function checkFrames(frames: Iterable<number>): void {
  let count = 0;
  for (const _at of frames) checkFrameCount((count += 1));
}

const tooManyParts = () => new UnreadableMedia("We can't read this kind of photo.");

const PNG_START = 0x89504e47;
const PNG_SIGNATURE_BYTES = 8;
/** Bytes of a chunk's length, type and checksum. */
const CHUNK_BYTES = 12;

function withoutBallast(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, PNG_SIGNATURE_BYTES)];
  const seen = new Set<string>();
  let from = PNG_SIGNATURE_BYTES;
  let at = from;
  for (let count = 1; at + CHUNK_BYTES <= bytes.length; count += 1) {
    if (count > MAX_CHUNKS) throw tooManyParts();
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + CHUNK_BYTES + bytes.readUInt32BE(at);
    const isKept = neededChunks.has(type) && (type === PIXELS || !seen.has(type));
    seen.add(type);
    // Adjacent chunks are kept as one buffer: a hundred thousand buffers would cost more than the image.
    if (!isKept) {
      kept.push(bytes.subarray(from, at));
      from = end;
    }
    at = end;
    if (type === 'IEND') break;
  }
  kept.push(bytes.subarray(from, at));
  return Buffer.concat(kept);
}

const JPEG_START = 0xffd8;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** True if no segment follows the marker. Zero is not a marker. */
const isAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

function checkJpeg(bytes: Buffer): void {
  let [segments, scans] = [0, 0];
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    // A marker may be preceded by several bytes 0xff.
    if (bytes[at] !== 0xff || marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) return;
    at += 2;
    // Within a scan, each byte 0xff of the pixels is followed by a zero.
    if (isAlone(marker)) continue;
    segments += 1;
    if (marker === START_OF_SCAN) scans += 1;
    if (scans > MAX_SCANS || segments > MAX_SEGMENTS) throw tooManyParts();
    at += bytes.readUInt16BE(at);
  }
}

/**
 * Counts the scans of a JPEG frame in a video. Counts markers anywhere, because decoders differ in how they continue after
 * invalid data, and pixels contain no markers.
 *
 * @throws UnreadableMedia if it has far more parts than any camera or program writes
 */
export function countScans(jpeg: Buffer): number {
  let [segments, scans] = [0, 0];
  for (let at = jpeg.indexOf(0xff); at >= 0; at = jpeg.indexOf(0xff, at + 1)) {
    const marker = jpeg[at + 1] ?? 0;
    if (isAlone(marker) || marker === 0xff) continue;
    segments += 1;
    if (marker === START_OF_SCAN) scans += 1;
    if (scans > MAX_SCANS || segments > MAX_SEGMENTS)
      throw new UnreadableMedia('Its pictures are made of too many parts.');
  }
  return scans;
}

/** Bytes of the color table that these flags announce. */
const bytesOfTable = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Yields the position of each frame. */
function* readGifFrames(bytes: Buffer): Generator<number> {
  const byte = (at: number) => bytes[at] ?? 0;
  const skipBlocks = (from: number): number => {
    let at = from;
    while (byte(at) > 0) at += 1 + byte(at);
    return at + 1;
  };
  let at = 13 + bytesOfTable(byte(10));
  while (at < bytes.length) {
    const kind = byte(at);
    if (kind === 0x3b) return;
    if (kind === 0x2c) {
      yield at;
      at = skipBlocks(at + 11 + bytesOfTable(byte(at + 9)));
    } else if (kind === 0x21) at = skipBlocks(at + 2);
    else at += 1;
  }
}

const WEBP_FRAME = Buffer.from('ANMF').readUInt32BE();

/** Yields the position of each frame. */
function* readWebpFrames(bytes: Buffer): Generator<number> {
  let at = 12;
  while (at + 8 <= bytes.length) {
    if (bytes.readUInt32BE(at) === WEBP_FRAME) yield at;
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
}
