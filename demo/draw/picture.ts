import { palettes } from './palettes';
import type { PaletteName } from './palettes';
import { createRandom } from './random';
import type { Random } from './random';
import type { Sheet } from './paper';
import { scenes } from './scene-table';
import type { SceneName } from './scene-table';

/** Pixels by ratio; the long side is about 1600. */
const sizes = {
  '4:5': [1280, 1600],
  '3:4': [1200, 1600],
  '1:1': [1440, 1440],
  '5:4': [1600, 1280],
  '4:3': [1600, 1200],
  '3:2': [1620, 1080],
  '16:9': [1600, 900],
  '2:1': [1800, 900],
} as const;

export type Ratio = keyof typeof sizes;

export interface PictureRecipe {
  kind: 'picture';
  scene: SceneName;
  /** A different seed gives a different composition of the same motif. */
  seed: number;
  palette: PaletteName;
  ratio: Ratio;
}

export function openSheet(width: number, height: number, random: Random, palette: PaletteName): Sheet {
  let ids = 0;
  return {
    width,
    height,
    unit: Math.min(width, height) / 100,
    random,
    palette: palettes[palette],
    id: () => `i${(ids += 1)}`,
  };
}

export const toSvg = (width: number, height: number, art: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${art}</svg>`;

/** @returns an SVG of the ratio's size in pixels */
export function drawPicture({ scene, seed, palette, ratio }: PictureRecipe): string {
  const [width, height] = sizes[ratio];
  return toSvg(width, height, scenes[scene](openSheet(width, height, createRandom(seed), palette)));
}
