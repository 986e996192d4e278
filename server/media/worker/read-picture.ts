import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { limits } from '@contract/base/limits';
import { refuseMegapixels } from '@contract/base/media-kinds';
import { UnreadableMedia } from '../media-tasks';
import { hasTooManyTiles } from './heif-tiles';
import { checkFrameCount, checkParts } from './picture-parts';

/** Formats made of pixels. The library also reads drawings and documents, which can name other files. */
const pixelFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);
/** Formats of which the library leaves pixels even that are missing; elsewhere it puts others in their place. */
const cutFormats: ReadonlySet<string> = new Set(['jpeg', 'gif']);

/** Share of a picture's rows that may be missing: a file without its last bytes is shown, as browsers do. */
const MAX_MISSING = 0.1;
/** Rows that a picture is reduced to when they are looked at for missing ones. */
const ROWS_LOOKED_AT = 100;

/** What a picture is like, by its head. */
export interface PictureHead {
  /** The bytes for the image library, without the parts that it has no use for. */
  data: Buffer;
  metadata: Metadata;
  isHeic: boolean;
  /** Pixels as it is seen. */
  width: number;
  height: number;
  /** More than one of something that moves. */
  frames: number;
}

/** @throws UnreadableMedia for what is no picture, or has too many pixels. */
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

/** @throws UnreadableMedia for one whose bytes were lost: another try would not find them either. */
const readBytes = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new UnreadableMedia("This file can't be read.", { cause: error }) : error;
  });

/** A moving AVIF has a brand that the image library does not know; under the other one it reads the first picture. */
function withKnownBrand(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 4, 12) === 'ftypavis') bytes.write('avif', 8, 'latin1');
  return bytes;
}

/**
 * Opens a picture for rendering, upright; what moves with all its frames.
 *
 * @param width in pixels, above which nothing is made of it.
 * @throws UnreadableMedia when much of it is missing.
 */
export async function openPicture(head: PictureHead, width: number): Promise<Sharp> {
  if (head.isHeic) return readHeic(head, width);
  const isMoving = head.frames > 1;
  const reading = { limitInputPixels: limits.imagePixels, animated: isMoving } as const;
  const strict = () => sharp(head.data, { ...reading, failOn: 'error' }).autoOrient();
  const lenient = () => sharp(head.data, { ...reading, failOn: 'none' }).autoOrient();
  try {
    // Decoded once; frames of what moves are many, and stay with the file.
    return isMoving ? await checked(strict()) : await hold(strict(), width);
  } catch (error) {
    if (!cutFormats.has(head.metadata.format)) throw error;
    if (!isMoving) await assertNearlyWhole(head);
    return isMoving ? lenient() : hold(lenient(), width);
  }
}

/** Reads all of it, small. */
async function checked(source: Sharp): Promise<Sharp> {
  await source.clone().resize({ width: 1 }).raw().toBuffer();
  return source;
}

/** A picture as pixels, no wider than anything that is made of it. */
async function hold(source: Sharp, width: number): Promise<Sharp> {
  const { data, info } = await source
    .resize(getBox(width))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels, width: wide, height } = info;
  return sharp(data, { raw: { width: wide, height, channels } });
}

/** Pixels; a picture much higher than wide is made narrower to fit. */
const MOST_HEIGHT = 4096;

export const getBox = (width: number) =>
  ({ width, height: MOST_HEIGHT, fit: 'inside', withoutEnlargement: true }) as const;

/** Rows that are not there come out in one even colour, from the end. @throws UnreadableMedia */
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

/** What phones save. The image library knows the container and the colours, the other one has the codec. */
async function readHeic({ data, metadata }: PictureHead, width: number): Promise<Sharp> {
  const { default: heic } = await import('heic-decode');
  const pictures = await heic.all({ buffer: data });
  try {
    const [picture] = pictures;
    if (!picture || picture.width * picture.height > limits.imagePixels)
      throw new UnreadableMedia("We can't read this kind of photo.");
    const { data: pixels, width: wide, height } = await picture.decode();
    const small = sharp(pixels, { raw: { width: wide, height, channels: 4 } }).resize(getBox(width));
    // Its pixels are of the colours that its profile tells, for phones those of their screens.
    const png = await small.png({ compressionLevel: 0 }).toBuffer();
    const { isOpaque } = await sharp(png).stats();
    const coloured = sharp(metadata.icc ? withProfile(png, metadata.icc) : png);
    return await hold(isOpaque ? coloured.removeAlpha() : coloured, width);
  } finally {
    pictures.dispose();
  }
}

/** Bytes of a PNG before its second chunk: its signature and what `IHDR` takes. */
const PNG_HEAD = 33;

/** A PNG that says of which colours it is: the image library takes them from a file, and from nowhere else. */
function withProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(profile)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, PNG_HEAD), length, body, check, png.subarray(PNG_HEAD)]);
}
