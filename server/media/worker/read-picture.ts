import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { limits } from '@contract/base/limits';
import { refuseMegapixels } from '@contract/base/media-kinds';
import { UnreadableMedia } from '../media-tasks';
import { hasTooManyTiles } from './heif-tiles';
import { checkFrameCount, checkParts } from './picture-parts';

/** Pixel formats only: the library also reads drawings and documents, which can reference other files. */
const pixelFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);
/** Formats in which missing pixels come out in one color; in other formats, the library makes up pixels. */
const cutFormats: ReadonlySet<string> = new Set(['jpeg', 'gif']);

/** Share of rows that may be missing: as in browsers, an image without its last bytes is shown. */
const MAX_MISSING = 0.1;
/** Number of rows to which an image is reduced to look for missing ones. */
const ROWS_LOOKED_AT = 100;

export interface PictureHead {
  /** Bytes for the image library, without unneeded parts. */
  data: Buffer;
  metadata: Metadata;
  isHeic: boolean;
  /** Size in pixels as displayed. */
  width: number;
  height: number;
  /** More than one for an animation. */
  frames: number;
}

/** @throws UnreadableMedia if it is not an image, or has too many pixels */
export async function readHead(path: string): Promise<PictureHead> {
  const data = withKnownBrand(checkParts(await readBytes(path)));
  const metadata = await sharp(data, { limitInputPixels: false, failOn: 'none' }).metadata();
  if (!pixelFormats.has(metadata.format)) throw new UnreadableMedia("We can't read this kind of photo.");
  const { width, height } = metadata.autoOrient;
  const frames = metadata.pages ?? 1;
  checkFrameCount(frames);
  const refusal = refuseMegapixels(width * height * frames, frames);
  if (refusal) throw new UnreadableMedia(refusal);
  if (metadata.format === 'heif' && hasTooManyTiles(data, width * height))
    throw new UnreadableMedia("We can't read this kind of photo.");
  return { data, metadata, isHeic: metadata.compression === 'hevc', width, height, frames };
}

/** @throws UnreadableMedia if the file was lost, because a retry would not find it either */
const readBytes = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new UnreadableMedia("This file can't be read.", { cause: error }) : error;
  });

/** The image library does not know the brand of an animated AVIF. With the ordinary brand, it reads the first frame. */
function withKnownBrand(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 4, 12) === 'ftypavis') bytes.write('avif', 8, 'latin1');
  return bytes;
}

/**
 * Opens an image for rendering, upright; an animation with all frames.
 *
 * @param width maximum width in pixels of all renditions
 * @throws UnreadableMedia if much of it is missing
 */
export async function openPicture(head: PictureHead, width: number): Promise<Sharp> {
  if (head.isHeic) return readHeic(head, width);
  const isMoving = head.frames > 1;
  const reading = { limitInputPixels: limits.imagePixels, animated: isMoving } as const;
  const strict = () => sharp(head.data, { ...reading, failOn: 'error' }).autoOrient();
  const lenient = () => sharp(head.data, { ...reading, failOn: 'none' }).autoOrient();
  try {
    // Decoded only once. Animations have too many frames for that, so each rendition reads them from the file.
    return isMoving ? await checked(strict()) : await hold(strict(), width);
  } catch (error) {
    if (!cutFormats.has(head.metadata.format)) throw error;
    if (!isMoving) await assertNearlyWhole(head);
    return isMoving ? lenient() : hold(lenient(), width);
  }
}

/** Decodes all of it, to find errors. */
async function checked(source: Sharp): Promise<Sharp> {
  await source.clone().resize({ width: 1 }).raw().toBuffer();
  return source;
}

/** Decodes an image, no wider than its widest rendition. */
async function hold(source: Sharp, width: number): Promise<Sharp> {
  const { data, info } = await source
    .resize(getBox(width))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels, width: wide, height } = info;
  return sharp(data, { raw: { width: wide, height, channels } });
}

/** Maximum height in pixels; an image that would be taller is made narrower. */
const MOST_HEIGHT = 4096;

export const getBox = (width: number) =>
  ({ width, height: MOST_HEIGHT, fit: 'inside', withoutEnlargement: true }) as const;

/** Checks how much is missing: those rows are at the end, and all of one color. @throws UnreadableMedia */
async function assertNearlyWhole({ data }: PictureHead): Promise<void> {
  const { data: pixels, info } = await sharp(data, { limitInputPixels: limits.imagePixels, failOn: 'none' })
    .resize({ width: ROWS_LOOKED_AT, height: ROWS_LOOKED_AT, fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const stride = info.width * info.channels;
  const last = pixels.subarray(pixels.length - info.channels);
  const isFilled = (row: number) =>
    pixels.subarray(row * stride, (row + 1) * stride).every((value, index) => value === last[index % info.channels]);
  let missing = 0;
  while (missing < info.height && isFilled(info.height - 1 - missing)) missing += 1;
  if (missing > info.height * MAX_MISSING)
    throw new UnreadableMedia(
      'The lower part of this photo is missing: the file ends too early. Choose a complete copy.',
    );
}

/** Reads HEIC, from phones. The image library reads the container and colors, but lacks the codec. */
async function readHeic({ data, metadata }: PictureHead, width: number): Promise<Sharp> {
  const { default: heic } = await import('heic-decode');
  const pictures = await heic.all({ buffer: data });
  try {
    const [picture] = pictures;
    if (!picture || picture.width * picture.height > limits.imagePixels)
      throw new UnreadableMedia("We can't read this kind of photo.");
    const { data: pixels, width: wide, height } = await picture.decode();
    const small = sharp(pixels, { raw: { width: wide, height, channels: 4 } }).resize(getBox(width));
    // The pixels have the colors of the profile, which on phones is that of the screen.
    const png = await small.png({ compressionLevel: 0 }).toBuffer();
    const { isOpaque } = await sharp(png).stats();
    const coloured = sharp(metadata.icc ? withProfile(png, metadata.icc) : png);
    return await hold(isOpaque ? coloured.removeAlpha() : coloured, width);
  } finally {
    pictures.dispose();
  }
}

/** Bytes of a PNG before its second chunk: the signature and `IHDR`. */
const PNG_HEAD = 33;

/** Adds a color profile to a PNG, because the image library reads profiles only from files. */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, PNG_HEAD), length, body, check, png.subarray(PNG_HEAD)]);
}
