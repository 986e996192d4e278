/** Shorter side in pixels of the video that all clients can play: 720p, landscape or portrait. */
export const FILM_SIDE = 720;
/** Above this aspect ratio, the longer side limits the size. */
const WIDEST = 16 / 9;
/** Seconds between key frames, which are at the same times in all renditions. */
export const KEY_SECONDS = 4;

/** Fits a rendition's box without enlarging. Sides are even, as the codec requires. @param side pixels of the shorter side */
export function fitInto({ width, height }: { width: number; height: number }, side: number) {
  const long = Math.round(side * WIDEST);
  const [most, least] = width >= height ? [long, side] : [side, long];
  const scale = Math.min(1, most / width, least / height);
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
