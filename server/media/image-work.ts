import sharp from 'sharp';
import { limits } from '@contract/limits';
import { AppError } from '../errors';
import { limitConcurrency } from './limit-concurrency';

/** A picture made by the server, ready to be stored. */
export interface Rendition {
  name: 'large' | 'poster' | 'small' | 'blurred';
  data: Buffer;
  width: number;
  height: number;
}

export interface PictureSize {
  width: number;
  height: number;
}

export const PICTURE_MIME = 'image/webp';
/** Longest sides in pixels. */
const LARGE = 1600;
const SMALL = 640;
/** A blurred picture is reduced to this, softened, and blown up again: what was lost on the way cannot be had back. */
const BLUR_SOURCE = 48;
const BLUR_SIGMA = 3;
const BLUR_SHOWN = 320;

/** Formats made of pixels. The library also reads drawings and documents, which can name other files. */
const pixelFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);

const reading = { limitInputPixels: limits.imagePixels, failOn: 'error' } as const;
const limited = limitConcurrency(2);

/**
 * Reads a picture's head without decoding it.
 *
 * @returns the size as it is seen, after the orientation that the camera noted; `pixels` over all frames.
 * @throws AppError INVALID_IMAGE for what is no picture, cannot be decoded here, or has too many pixels.
 */
export async function inspectImage(input: string | Buffer): Promise<PictureSize & { pixels: number }> {
  const head = await sharp(input, reading)
    .metadata()
    .catch((error: unknown) => {
      throw new AppError('INVALID_IMAGE', { details: error });
    });
  const { width, height } = head.autoOrient;
  // HEIC is recognised but its codec is not part of the image library.
  const isReadable = pixelFormats.has(head.format) && !(head.format === 'heif' && head.compression === 'hevc');
  const pixels = width * height * (head.pages ?? 1);
  if (!isReadable || pixels > limits.imagePixels) throw new AppError('INVALID_IMAGE');
  return { width, height, pixels };
}

/**
 * Makes what is served of a picture, largest first. No rendition carries metadata (place, camera, time): promises F-3.
 *
 * @param as `large` for pictures, which may move; `poster` for stills of films.
 * @throws AppError INVALID_IMAGE when decoding fails.
 */
export function renderPicture(
  input: string | Buffer,
  { as, withBlurred }: { as: 'large' | 'poster'; withBlurred: boolean },
): Promise<Rendition[]> {
  return limited(async () => {
    try {
      const large = await shrink(input, as, LARGE, as === 'large');
      const small = await shrink(large.data, 'small', SMALL, false);
      return [large, small, ...(withBlurred ? [await blur(small)] : [])];
    } catch (error) {
      throw new AppError('INVALID_IMAGE', { details: error });
    }
  });
}

async function shrink(
  input: string | Buffer,
  name: Rendition['name'],
  side: number,
  mayMove: boolean,
): Promise<Rendition> {
  const { data, info } = await sharp(input, { ...reading, animated: mayMove })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 3 })
    .toBuffer({ resolveWithObject: true });
  return { name, data, width: info.width, height: info.pageHeight ?? info.height };
}

async function blur(picture: Rendition): Promise<Rendition> {
  const tiny = await sharp(picture.data)
    .flatten({ background: '#b8b2a7' })
    .resize({ width: BLUR_SOURCE, height: BLUR_SOURCE, fit: 'inside' })
    .blur(BLUR_SIGMA)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const scale = BLUR_SHOWN / Math.max(picture.width, picture.height);
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const data = await sharp(tiny)
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .blur(BLUR_SIGMA)
    .webp({ quality: 40, effort: 4 })
    .toBuffer();
  return { name: 'blurred', data, width, height };
}
