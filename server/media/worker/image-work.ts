import sharp, { type Sharp, type WebpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { PictureFacts, RenderedPicture, Rendition } from '../media-tasks';
import { getBox, openPicture, readHead } from './read-picture';

/** Widths of renditions in pixels, largest first. `large` is the image itself, `small` its thumbnail. */
const WIDTHS = { large: 1920, w1080: 1080, small: 640, w320: 320 } as const;
/** For avatars, which are never shown large. */
const PORTRAIT_WIDTHS = { large: 640, small: 640, w192: 192, w96: 96 } as const;
/** For animations, for which each width means resizing all frames, and for the still of a video. */
const FEW_WIDTHS = { large: 1600, small: 640 } as const;
/** For clients that cannot read WebP. */
const JPEG_WIDTH = 1080;
const jpeg = { quality: 80, progressive: true } as const;
const HASH_SOURCE = 96;
/** An image is blurred by reducing it to this width, softening it, and enlarging it again: lost details cannot be recovered. */
const BLUR_SOURCE = 48;
const BLUR_SIGMA = 3;
const BLUR_SHOWN = 320;

/** Settings for WebP that is encoded while the sender waits. */
const served = { quality: 82, effort: 3 };

/** @throws UnreadableMedia if it is not an image, or has too many pixels */
export async function inspectPicture({ path }: { path: string }): Promise<PictureFacts> {
  const { width, height, frames, metadata } = await readHead(path);
  return { width, height, pixels: width * height * frames, frames, isHeif: metadata.format === 'heif' };
}

/** Renders an image or animation. No rendition carries metadata (place, camera, time). Promises F-3. */
export async function renderPicture(
  source: { path: string; withBlurred: boolean; isPortrait?: boolean },
  encoding: WebpOptions = served,
): Promise<RenderedPicture> {
  const head = await readHead(source.path);
  const isMoving = head.frames > 1;
  const widths = source.isPortrait ? PORTRAIT_WIDTHS : isMoving ? FEW_WIDTHS : WIDTHS;
  const upright = await openPicture(head, Math.max(...Object.values(widths)));
  const { pictures, thumbHash } = await render(upright, widths, source.withBlurred, encoding);
  if (!isMoving) pictures.push(await writeJpeg(upright));
  return { pictures, thumbHash };
}

/** Makes poster and thumbnail from the still of a video or audio file. */
export async function renderStill(still: Sharp, withBlurred: boolean): Promise<RenderedPicture> {
  const { pictures, thumbHash } = await render(still, FEW_WIDTHS, withBlurred, served);
  return { pictures: pictures.map((made) => (made.name === 'large' ? { ...made, name: 'poster' } : made)), thumbHash };
}

async function render(
  source: Sharp,
  widths: Partial<Record<Rendition['name'], number>>,
  withBlurred: boolean,
  encoding: WebpOptions,
): Promise<RenderedPicture> {
  const pictures: Rendition[] = [];
  for (const [name, width] of Object.entries(widths) as [Rendition['name'], number][]) {
    const larger = pictures.at(-1);
    const isSame = larger !== undefined && larger.width <= width;
    // It would equal the previous, wider rendition. But `large` and `small` must exist, because clients know these names.
    if (isSame && name !== 'small') continue;
    pictures.push(isSame ? { ...larger, name } : await shrink(source, name, width, encoding));
  }
  const small = pictures.find(({ name }) => name === 'small');
  if (!small) throw new Error('no rendition "small" was created');
  if (withBlurred) pictures.push(await blur(small));
  return { pictures, thumbHash: await hashPicture(small.data) };
}

async function shrink(
  source: Sharp,
  name: Rendition['name'],
  width: number,
  encoding: WebpOptions,
): Promise<Rendition> {
  const { data, info } = await source
    .clone()
    .resize(getBox(width))
    .webp(encoding)
    .toBuffer({ resolveWithObject: true });
  return { name, data, width: info.width, height: info.pageHeight ?? info.height };
}

async function writeJpeg(source: Sharp): Promise<Rendition> {
  const { data, info } = await source
    .clone()
    .resize(getBox(JPEG_WIDTH))
    .flatten({ background: '#ffffff' })
    .jpeg(jpeg)
    .toBuffer({ resolveWithObject: true });
  return { name: 'jpeg', data, width: info.width, height: info.height };
}

async function hashPicture(picture: Uint8Array): Promise<string> {
  const { data, info } = await sharp(picture)
    .resize({ width: HASH_SOURCE, height: HASH_SOURCE, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
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
