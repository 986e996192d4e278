/** Pixels of the shorter side of the film that everybody can play: 720p, lying or standing. */
export const FILM_SIDE = 720;
/** Longer side by shorter side above which the longer one is what counts. */
const WIDEST = 16 / 9;
/** Seconds between points to jump to, at the same times in all qualities of a film. */
export const KEY_SECONDS = 4;

/** Fits the box of a quality without enlarging; even sides, which the codec asks for. @param side pixels of the shorter side */
export function fitInto(width: number, height: number, side: number): { width: number; height: number } {
  const long = Math.round(side * WIDEST);
  const [most, least] = width >= height ? [long, side] : [side, long];
  const scale = Math.min(1, most / width, least / height);
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
