import { darken, lighten } from './colour';
import { flat, n, getShadow } from './paper';
import { polygon } from './shapes';
import type { Point } from './shapes';

type Facet = readonly [points: readonly Point[], tone: number];

/** Facets around 0,0; tone from -1 (deep shade) to 1 (lit). */
const crane: readonly Facet[] = [
  [[[0, 0], [-150, -60], [-40, 60]], 0], [[[0, 0], [-40, 60], [60, 70]], -0.55], [[[0, 0], [120, -170], [60, 70]], 0.35], [[[0, 0], [120, -170], [-10, -60]], 0.75],
  [[[60, 70], [0, 0], [170, 30], [215, -20], [160, 10]], -0.45], [[[-150, -60], [-205, -40], [-140, -70]], 0.6], [[[-60, -22], [-90, -150], [-10, -20]], 0.5],
]; // prettier-ignore
const boat: readonly Facet[] = [
  [[[-170, -10], [-110, 70], [110, 70], [170, -10], [0, 10]], 0], [[[-170, -10], [0, 10], [0, 70], [-110, 70]], 0.3], [[[0, -150], [-86, 2], [0, 14]], 0.75], [[[0, -150], [86, 2], [0, 14]], -0.35],
]; // prettier-ignore
const plane: readonly Facet[] = [
  [[[-190, 30], [190, -60], [-40, 50]], 0.6], [[[-190, 30], [190, -60], [-120, 0]], 0.2], [[[-40, 50], [190, -60], [-20, 96]], -0.5], [[[-120, 0], [190, -60], [-150, -50]], 0.85],
]; // prettier-ignore
const fish: readonly Facet[] = [
  [[[-120, 0], [0, -80], [110, 0]], 0.6], [[[-120, 0], [0, 80], [110, 0]], -0.3], [[[110, 0], [190, -60], [160, 0]], 0.3], [[[110, 0], [190, 60], [160, 0]], -0.5], [[[-40, -54], [0, -80], [40, -52], [20, -110]], 0.1], [[[0, -80], [110, 0], [0, 0]], 0.25],
]; // prettier-ignore
const fox: readonly Facet[] = [
  [[[-90, -110], [-20, -40], [-96, -10]], 0.5], [[[90, -110], [20, -40], [96, -10]], -0.2], [[[-96, -10], [-20, -40], [0, 100]], 0.25], [[[96, -10], [20, -40], [0, 100]], -0.35], [[[-20, -40], [20, -40], [0, 100]], 0.7],
]; // prettier-ignore
const models = { crane, boat, plane, fish, fox } as const;

export type FoldedModel = keyof typeof models;
export const foldedModels = [
  'crane',
  'crane',
  'boat',
  'plane',
  'fish',
  'fox',
] as const satisfies readonly FoldedModel[];

/** @param size pixels from the center to the tips */
export function drawFolded(model: FoldedModel, [x, y]: Point, size: number, tilt: number, colour: string): string {
  const scale = size / 200;
  const place = `translate(${n(x)} ${n(y)}) rotate(${n(tilt)}) scale(${scale.toFixed(2)})`;
  const tone = (share: number) => (share > 0 ? lighten(colour, share * 0.5) : darken(colour, -share * 0.5));
  const shade = models[model].map(([points]) => getShadow(polygon(points), 1.3, place, scale)).join('');
  const facets = models[model].map(([points, share]) => flat(polygon(points), tone(share))).join('');
  return `<g opacity=".6">${shade}</g><g transform="${place}">${facets}</g>`;
}
