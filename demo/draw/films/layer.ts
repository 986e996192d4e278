import type { Sheet } from '../paper';
import { toSvg } from '../picture';

/** Pixels of every film. */
export const frame = { width: 1280, height: 720 } as const;

/** How a layer moves over the frame. Pixels and seconds. */
export type Motion =
  | { kind: 'still' }
  /** Slides from where it lies by this much until the end of the film. */
  | { kind: 'slide'; dx: number; dy: number }
  /** Swings to and fro; `phase` 0..1. */
  | { kind: 'sway'; dx: number; dy: number; period: number; phase: number }
  /** Turns around its middle. */
  | { kind: 'spin'; period: number };

/** One moving sheet of paper: SVG text of its own size, and where its upper left corner lies at the start. */
export interface Layer {
  svg: string;
  x: number;
  y: number;
  motion: Motion;
}

/** Draws the layers of a film, back to front; the first one covers the frame. `seconds` is the length of the film. */
export type Film = (openSheet: (width: number, height: number) => Sheet, seconds: number) => Layer[];

/** Wraps drawn elements as a layer of the size of their sheet. */
export function layer(
  { width, height }: Pick<Sheet, 'width' | 'height'>,
  art: string,
  x: number,
  y: number,
  motion: Motion,
): Layer {
  return { svg: toSvg(width, height, art), x, y, motion };
}
