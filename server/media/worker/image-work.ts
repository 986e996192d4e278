import sharp, { type Sharp, type WebpOptions } from 'sharp';
import { limits } from '@contract/base/limits';
import type { PictureFacts, Rendition } from '../media-tasks';
import { UnreadableMedia } from '../unreadable-media';

/** Longest sides in pixels. */
const LARGE = 1600;
const SMALL = 640;
/** A blurred picture is reduced to this, softened, and blown up again: what was lost on the way cannot be had back. */
const BLUR_SOURCE = 48;
const BLUR_SIGMA = 3;
const BLUR_SHOWN = 320;

/** Formats made of pixels. The library also reads drawings and documents, which can name other files. */
const pixelFormats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);

/** How WebP is written: what is served of uploads is made while somebody waits. */
const served = { quality: 82, effort: 3 };

const reading = { limitInputPixels: limits.imagePixels, failOn: 'error' } as const;

/** @throws UnreadableMedia for what is no picture, cannot be decoded here, or has too many pixels. */
export async function inspectPicture({ path }: { path: string }): Promise<PictureFacts> {
  const head = await sharp(path, reading).metadata();
  const { width, height } = head.autoOrient;
  // HEIC is recognised but its codec is not part of the image library.
  const isReadable = pixelFormats.has(head.format) && !(head.format === 'heif' && head.compression === 'hevc');
  if (!isReadable) throw new UnreadableMedia("We can't read this kind of picture.");
  const pixels = width * height * (head.pages ?? 1);
  if (pixels > limits.imagePixels) throw new UnreadableMedia('This picture has too many pixels.');
  return { width, height, pixels };
}

/** Renders a picture, which may move. No rendition carries metadata (place, camera, time): promises F-3. */
export function renderPicture(
  source: { path: string; withBlurred: boolean },
  encoding: WebpOptions = served,
): Promise<Rendition[]> {
  return render(sharp(source.path, { ...reading, animated: true }), 'large', source.withBlurred, encoding);
}

/** The same for the still of a film or sound. */
export const renderStill = (still: Sharp, withBlurred: boolean): Promise<Rendition[]> =>
  render(still, 'poster', withBlurred, served);

async function render(
  source: Sharp,
  name: 'large' | 'poster',
  withBlurred: boolean,
  encoding: WebpOptions,
): Promise<Rendition[]> {
  const large = await shrink(source, name, LARGE, encoding);
  const isSmall = Math.max(large.width, large.height) <= SMALL;
  const small = isSmall
    ? { ...large, name: 'small' as const }
    : await shrink(sharp(large.data), 'small', SMALL, encoding);
  return [large, small, ...(withBlurred ? [await blur(small)] : [])];
}

async function shrink(source: Sharp, name: Rendition['name'], side: number, encoding: WebpOptions): Promise<Rendition> {
  const { data, info } = await source
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp(encoding)
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
