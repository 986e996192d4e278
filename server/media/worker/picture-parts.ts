import { limits } from '@contract/base/limits';
import { UnreadableMedia } from '../media-tasks';

/*
 * Pixels alone do not tell how costly a picture is: a few kilobytes can name a thousand scans, frames or texts. So it is
 * walked over, part by part, before any library takes the bytes.
 */

/** Scans of a JPEG: those that come into sight bit by bit have about ten. */
const MAX_SCANS = 100;
/** Segments of a JPEG, which hold up to 64 KB: the largest file that is taken fills 400 of them. */
const MAX_SEGMENTS = 2_000;

/** Chunks of a PNG: some programs write one for each kilobyte of pixels. */
const MAX_CHUNKS = 100_000;
/** Chunks of a PNG that its picture is made of, with its colours and the orientation; each but the pixels is there once. */
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
 * Looks at what a picture is put together from.
 *
 * @returns its bytes, for a PNG without the texts and all else that nobody sees.
 * @throws UnreadableMedia when it has far more parts than any camera or program writes.
 */
export function checkParts(bytes: Buffer): Buffer {
  if (bytes.readUIntBE(0, 4) === PNG_START) return withoutBallast(bytes);
  if (bytes.readUIntBE(0, 2) === JPEG_START) checkJpeg(bytes);
  else if (bytes.toString('latin1', 0, 3) === 'GIF') checkFrames(readGifFrames(bytes));
  else if (bytes.toString('latin1', 8, 12) === 'WEBP') checkFrames(readWebpFrames(bytes));
  return bytes;
}

/** @throws UnreadableMedia for a picture that moves for longer than we take. */
export function checkFrameCount(frames: number): void {
  if (frames > limits.imageFrames)
    throw new UnreadableMedia(`This picture has more than ${limits.imageFrames} frames. Save it as a video instead.`);
}

/** Counts no further than what is refused. */
function checkFrames(frames: Iterable<number>): void {
  let count = 0;
  for (const _at of frames) checkFrameCount((count += 1));
}

const tooManyParts = () => new UnreadableMedia("We can't read this kind of photo.");

const PNG_START = 0x89504e47;
const PNG_SIGNATURE_BYTES = 8;
/** Length, type and check of a chunk. */
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
    // Neighbours stay in one piece: a hundred thousand buffers would cost more than the picture.
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

/** Whether a marker has no segment; with a zero behind it, it is none. */
const isAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

function checkJpeg(bytes: Buffer): void {
  let [segments, scans] = [0, 0];
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    // Before a marker there may be more of these bytes than one.
    if (bytes[at] !== 0xff || marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END_OF_IMAGE) return;
    at += 2;
    // Among the pixels of a scan each such byte has a zero behind it.
    if (isAlone(marker)) continue;
    segments += 1;
    if (marker === START_OF_SCAN) scans += 1;
    if (scans > MAX_SCANS || segments > MAX_SEGMENTS) throw tooManyParts();
    at += bytes.readUInt16BE(at);
  }
}

/**
 * Counts the scans of a picture in a film. Every marker counts, wherever it stands: how a decoder goes on after what breaks the
 * rules is its own business, and among the pixels there are none.
 *
 * @throws UnreadableMedia when it has far more parts than any camera or program writes.
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

/** Bytes that a table of colours takes, by the flags that announce it. */
const bytesOfTable = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Where each frame of a GIF begins. */
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

/** Where each frame of a WebP that moves begins. */
function* readWebpFrames(bytes: Buffer): Generator<number> {
  let at = 12;
  while (at + 8 <= bytes.length) {
    if (bytes.readUInt32BE(at) === WEBP_FRAME) yield at;
    const size = bytes.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
}
