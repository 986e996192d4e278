/** Shorter side in pixels of the video that all clients can play: 720p, in landscape or portrait. */
export const FILM_SIDE = 720;
/** Beyond this aspect ratio, the longer side limits the size. */
const WIDEST = 16 / 9;
/** Seconds between key frames, which are at the same times in all renditions. */
export const KEY_SECONDS = 4;

/**
 * Reduces a size to fit a rendition, without ever enlarging it. Sides are even, as the codec requires. @param side shorter side
 * in pixels
 */
export function fitInto({ width, height }: { width: number; height: number }, side: number) {
  const long = Math.round(side * WIDEST);
  const [most, least] = width >= height ? [long, side] : [side, long];
  const scale = Math.min(1, most / width, least / height);
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
