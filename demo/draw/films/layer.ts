import type { Sheet } from '../paper';
import { toSvg } from '../picture';

/** Pixels. */
export const frame = { width: 1280, height: 720 } as const;

/** Pixels and seconds. */
export type Motion =
  | { kind: 'still' }
  /** Moves this far over the length of the video. */
  | { kind: 'slide'; dx: number; dy: number }
  /** Swings back and forth; `phase` is 0..1. */
  | { kind: 'sway'; dx: number; dy: number; period: number; phase: number }
  | { kind: 'spin'; period: number };

/** A moving sheet of paper: an SVG of its own size. `x` and `y` are its upper left corner at the start. */
export interface Layer {
  svg: string;
  x: number;
  y: number;
  motion: Motion;
}

/** Draws the layers from back to front; the first covers the frame. `seconds` is the length of the video. */
export type Film = (openSheet: (width: number, height: number) => Sheet, seconds: number) => Layer[];

export function layer(
  { width, height }: Pick<Sheet, 'width' | 'height'>,
  art: string,
  x: number,
  y: number,
  motion: Motion,
): Layer {
  return { svg: toSvg(width, height, art), x, y, motion };
}
