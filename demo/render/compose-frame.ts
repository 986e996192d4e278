import sharp from 'sharp';
import { frame } from '../draw/films/layer';
import type { Layer, Motion } from '../draw/films/layer';

/** A layer as RGBA pixels. */
export interface OpenCutting {
  layer: Layer;
  pixels: Buffer;
  width: number;
  height: number;
}

export async function openCutting(layer: Layer, png: Buffer): Promise<OpenCutting> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { layer, pixels: data, width: info.width, height: info.height };
}

/** Draws all layers where they are at this moment. @returns RGBA pixels */
export function composeFrame(cuttings: readonly OpenCutting[], at: number, seconds: number): Buffer {
  const canvas = Buffer.alloc(frame.width * frame.height * 4);
  cuttings.forEach((cutting, index) => {
    const { layer } = cutting;
    const [dx, dy] = shift(layer.motion, at, seconds);
    // The background is larger than the frame and only slides.
    const [x, y] = index === 0 ? [dx, 0] : [Math.round(layer.x) + dx, Math.round(layer.y) + dy];
    if (layer.motion.kind === 'spin') layTurned(canvas, cutting, x, y, (2 * Math.PI * at) / layer.motion.period);
    else lay(canvas, cutting, Math.round(x), Math.round(y));
  });
  return canvas;
}

function shift(motion: Motion, at: number, seconds: number): [number, number] {
  switch (motion.kind) {
    case 'still':
    case 'spin':
      return [0, 0];
    case 'slide':
      return [(motion.dx * at) / seconds, (motion.dy * at) / seconds];
    case 'sway': {
      const turn = 2 * Math.PI * (at / motion.period + motion.phase);
      return [motion.dx * Math.sin(turn), motion.dy * Math.sin(turn + Math.PI / 2)];
    }
  }
}

function lay(canvas: Buffer, { pixels, width, height }: OpenCutting, left: number, top: number): void {
  const [firstX, lastX] = [Math.max(0, left), Math.min(frame.width, left + width)];
  const [firstY, lastY] = [Math.max(0, top), Math.min(frame.height, top + height)];
  for (let y = firstY; y < lastY; y += 1) {
    let to = (y * frame.width + firstX) * 4;
    let from = ((y - top) * width + firstX - left) * 4;
    for (let x = firstX; x < lastX; x += 1, to += 4, from += 4) blend(canvas, to, pixels, from);
  }
}

/** Rotates the layer around its center: for each pixel of the frame, looks up the pixel of the layer. */
function layTurned(
  canvas: Buffer,
  { pixels, width, height }: OpenCutting,
  left: number,
  top: number,
  angle: number,
): void {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const reach = Math.ceil(Math.hypot(width, height) / 2);
  const [middleX, middleY] = [left + width / 2, top + height / 2];
  for (let y = Math.max(0, Math.floor(middleY - reach)); y < Math.min(frame.height, middleY + reach); y += 1) {
    for (let x = Math.max(0, Math.floor(middleX - reach)); x < Math.min(frame.width, middleX + reach); x += 1) {
      const fromX = Math.round(cos * (x - middleX) + sin * (y - middleY) + width / 2);
      const fromY = Math.round(cos * (y - middleY) - sin * (x - middleX) + height / 2);
      if (fromX < 0 || fromY < 0 || fromX >= width || fromY >= height) continue;
      blend(canvas, (y * frame.width + x) * 4, pixels, (fromY * width + fromX) * 4);
    }
  }
}

function blend(canvas: Buffer, to: number, pixels: Buffer, from: number): void {
  const opacity = pixels[from + 3] ?? 0;
  if (opacity === 0) return;
  for (let part = 0; part < 3; part += 1) {
    const [below, above] = [canvas[to + part] ?? 0, pixels[from + part] ?? 0];
    canvas[to + part] = below + ((above - below) * opacity) / 255;
  }
}
