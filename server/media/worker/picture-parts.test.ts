import sharp from 'sharp';
import {
  buildFlatPng,
  buildGifFrames,
  buildPackedText,
  buildScans,
  buildWebpFrames,
  pngChunk,
} from '../../../tests/factories/costly-pictures';
import { buildPhoto } from '../../../tests/factories/media';
import { checkParts } from './picture-parts';

const tooManyFrames = 'This picture has more than 1000 frames. Save it as a video instead.';
const unknown = "We can't read this kind of photo.";
const texts = (count: number) => Array.from({ length: count }, buildPackedText);
const empty = (type: string, count: number) => Array.from({ length: count }, () => pngChunk(type, Buffer.alloc(0)));

describe('checkParts', () => {
  it.each([
    ['a GIF of a million frames', () => buildGifFrames(1_000_000), tooManyFrames],
    ['a WebP of 1001 frames', () => buildWebpFrames(1_001), tooManyFrames],
    ['a JPEG of more than a hundred scans', () => buildScans(110), unknown],
    ['a JPEG of very many segments', async () => withSegments(await buildPhoto(), 2_001), unknown],
    ['a PNG of very many chunks', () => buildFlatPng(8, 8, { extra: empty('abCd', 100_001) }), unknown],
    [
      'a PNG whose pixels are in very many chunks',
      () => buildFlatPng(8, 8, { ending: empty('IDAT', 100_001) }),
      unknown,
    ],
  ])('rejects %s', async (_what, build, message) => {
    const bytes = await build();
    expect(() => checkParts(bytes)).toThrow(message);
  });

  it.each([
    ['a photo', () => buildPhoto()],
    ['a progressive photo', () => buildScans(1)],
    [
      'a photo followed by a video',
      async () => Buffer.concat([await buildPhoto(), withSegments(Buffer.alloc(2), 3_000)]),
    ],
    ['a GIF of 1000 frames', () => buildGifFrames(1_000)],
    ['a WebP of 1000 frames', () => buildWebpFrames(1_000)],
    ['a PNG of only pixels', () => buildFlatPng(8, 8)],
    ['a file that is no image', async () => Buffer.from('nothing to see')],
  ])('returns %s unchanged', async (_what, build) => {
    const bytes = await build();
    expect(checkParts(bytes).equals(bytes)).toBe(true);
  });

  it('keeps pixels, colors and orientation of a PNG, and removes its texts', async () => {
    const colour = { create: { width: 40, height: 30, channels: 3, background: '#2f5d50' } } as const;
    const png = await sharp(colour).withIccProfile('p3').withExif({}).withMetadata({ orientation: 6 }).png().toBuffer();
    const pixelsAt = png.indexOf('IDAT') - 4;
    const full = Buffer.concat([png.subarray(0, pixelsAt), ...texts(3), png.subarray(pixelsAt)]);
    const kept = checkParts(full);
    expect(kept.includes('zTXt')).toBe(false);
    expect(await sharp(kept).metadata()).toEqual({ ...(await sharp(png).metadata()), size: kept.length });
    expect((await sharp(kept).raw().toBuffer()).equals(await sharp(png).raw().toBuffer())).toBe(true);
  });

  it('keeps only the first of repeated PNG chunks', () => {
    const profile = pngChunk('iCCP', Buffer.from('one'));
    const burdened = buildFlatPng(8, 8, { extra: [profile, profile, ...texts(2), profile], ending: texts(2) });
    expect(checkParts(burdened).equals(buildFlatPng(8, 8, { extra: [profile] }))).toBe(true);
  });

  it('keeps all complete chunks of a truncated PNG', () => {
    const whole = buildFlatPng(800, 800);
    const cut = whole.subarray(0, whole.length - 20);
    expect(checkParts(cut).equals(cut)).toBe(true);
  });
});

/** Inserts empty comments after the first two bytes. */
function withSegments(jpeg: Buffer, count: number): Buffer {
  const comments = Buffer.alloc(4 * count, Buffer.from([0xff, 0xfe, 0, 2]));
  return Buffer.concat([jpeg.subarray(0, 2), comments, jpeg.subarray(2)]);
}
