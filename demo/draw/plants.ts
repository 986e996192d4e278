import type { Colour } from './colour';
import { darken, lighten, mix } from './colour';
import { cut, flat, line, n } from './paper';
import type { Palette } from './palettes';
import type { Random } from './random';
import { around, leaf, leafVeins, oval, petal } from './shapes';
import type { Point } from './shapes';

// Plants that several scenes use. Sizes in pixels.

const at = ([x, y]: Point, degrees = 0) => `translate(${n(x)} ${n(y)}) rotate(${n(degrees)})`;

export function drawLeaf(
  root: Point,
  degrees: number,
  length: number,
  breadth: number,
  colour: Colour,
  depth = 0.8,
): string {
  const veins = line(leafVeins(length, breadth), lighten(colour, 0.45), Math.max(1.2, length * 0.007), 0.55);
  return `${cut(leaf(length, breadth), colour, { depth, at: at(root, degrees) })}<g transform="${at(root, degrees)}">${veins}</g>`;
}

function poppy(
  centre: Point,
  radius: number,
  [light, deep]: readonly [Colour, Colour],
  palette: Palette,
  random: Random,
): string {
  const start = random.between(0, 72);
  const petals = [0, 2, 4, 1, 3].map((i) => {
    const colour = i % 2 ? deep : light;
    return cut(petal(radius * 1.06, radius * 0.98), colour, { depth: 0.5, at: at(centre, start + i * 72) });
  });
  const pollen = deep === palette.gold ? palette.warmDeep : palette.gold;
  const stamens = Array.from({ length: 11 }, (_, i) =>
    flat(oval(...around(centre, radius * 0.4, i * 32.7 + start), radius * 0.045), pollen),
  );
  return (
    petals.join('') +
    flat(oval(...centre, radius * 0.26), palette.ink) +
    flat(oval(centre[0] - radius * 0.06, centre[1] - radius * 0.07, radius * 0.07), '#ffffff', 0.14) +
    stamens.join('')
  );
}

function daisy(
  centre: Point,
  radius: number,
  [light, deep]: readonly [Colour, Colour],
  palette: Palette,
  random: Random,
): string {
  const start = random.between(0, 30);
  const ring = (count: number, length: number, colour: Colour, shift: number) =>
    Array.from({ length: count }, (_, i) =>
      cut(petal(length, length * 0.3), colour, { depth: 0.3, at: at(centre, start + shift + (i * 360) / count) }),
    ).join('');
  const eye = cut(oval(...centre, radius * 0.25), palette.gold, { depth: 0.4 });
  const seeds = Array.from({ length: 9 }, (_, i) =>
    flat(oval(...around(centre, radius * 0.15, i * 40), radius * 0.026), darken(palette.gold, 0.35)),
  );
  return ring(13, radius, mix(light, deep, 0.45), 14) + ring(13, radius * 0.92, light, 0) + eye + seeds.join('');
}

function ranunculus(
  centre: Point,
  radius: number,
  [light, deep]: readonly [Colour, Colour],
  palette: Palette,
  random: Random,
): string {
  const start = random.between(0, 60);
  const rings = [1, 0.82, 0.64, 0.47, 0.31].map((share, ring) => {
    const colour = mix(deep, lighten(light, 0.25), ring / 4);
    return Array.from({ length: 6 }, (_, i) => {
      const [x, y] = around(centre, radius * share * 0.5, start + ring * 31 + i * 60);
      return cut(oval(x, y, radius * share * 0.5, radius * share * 0.5), colour, { depth: 0.28 });
    }).join('');
  });
  return rings.join('') + flat(oval(...centre, radius * 0.13), palette.leafDeep);
}

function cosmos(
  centre: Point,
  radius: number,
  [light, deep]: readonly [Colour, Colour],
  palette: Palette,
  random: Random,
): string {
  const start = random.between(0, 45);
  const petals = Array.from({ length: 8 }, (_, i) => {
    const turnBy = start + i * 45;
    const shape = cut(petal(radius, radius * 0.66), i % 2 ? light : lighten(light, 0.18), {
      depth: 0.4,
      at: at(centre, turnBy),
    });
    const pleats = line(
      `M0 ${n(-radius * 0.3)}V${n(-radius * 0.86)}M${n(-radius * 0.1)} ${n(-radius * 0.35)}L${n(-radius * 0.16)} ${n(-radius * 0.8)}M${n(radius * 0.1)} ${n(-radius * 0.35)}L${n(radius * 0.16)} ${n(-radius * 0.8)}`,
      deep,
      radius * 0.018,
      0.5,
    );
    return `${shape}<g transform="${at(centre, turnBy)}">${pleats}</g>`;
  });
  const eye = Array.from({ length: 12 }, (_, i) =>
    flat(oval(...around(centre, radius * 0.14, i * 30), radius * 0.05), palette.gold),
  );
  return petals.join('') + flat(oval(...centre, radius * 0.17), darken(palette.gold, 0.3)) + eye.join('');
}

const blossoms = { poppy, daisy, ranunculus, cosmos };

export type BlossomKind = keyof typeof blossoms;
export const blossomKinds = ['poppy', 'daisy', 'ranunculus', 'cosmos'] as const satisfies readonly BlossomKind[];

export function drawBlossom(
  kind: BlossomKind,
  centre: Point,
  radius: number,
  colours: readonly [Colour, Colour],
  palette: Palette,
  random: Random,
): string {
  return blossoms[kind](centre, radius, colours, palette, random);
}

/** Pairs of a light and a deep color. */
export function blossomColours(
  palette: Palette,
): readonly [readonly [Colour, Colour], ...(readonly [Colour, Colour])[]] {
  return [
    [palette.warm, palette.warmDeep],
    [lighten(palette.gold, 0.15), palette.gold],
    [palette.blush, mix(palette.blush, palette.warm, 0.45)],
    [palette.cream, mix(palette.cream, palette.blush, 0.7)],
    [mix(palette.cool, palette.cream, 0.25), palette.cool],
  ];
}

interface StemOptions {
  pairs: number;
  leafLength: number;
  slim?: number;
  bend?: number;
  colour: Colour;
  /** Height of the leaves above the paper; 0 paints them on. */
  depth?: number;
}

/** A stem with pairs of leaves that shrink towards the tip. @returns `tip`: the position for a blossom */
export function drawStem(
  root: Point,
  degrees: number,
  length: number,
  options: StemOptions,
  palette: Palette,
): { art: string; tip: Point } {
  const { pairs, leafLength, slim = 0.34, bend = 0, colour, depth = 0.4 } = options;
  const tip = around(root, length, degrees);
  const side = around([0, 0], bend, degrees + 90);
  const middle: Point = [(root[0] + tip[0]) / 2 + side[0], (root[1] + tip[1]) / 2 + side[1]];
  const along = (t: number): Point => [
    (1 - t) ** 2 * root[0] + 2 * t * (1 - t) * middle[0] + t * t * tip[0],
    (1 - t) ** 2 * root[1] + 2 * t * (1 - t) * middle[1] + t * t * tip[1],
  ];
  let art = line(
    `M${n(root[0])} ${n(root[1])}Q${n(middle[0])} ${n(middle[1])} ${n(tip[0])} ${n(tip[1])}`,
    darken(colour, 0.25),
    Math.max(2, leafLength * 0.06),
  );
  for (let i = 0; i < pairs; i += 1) {
    const t = 0.2 + (0.76 * i) / pairs;
    const size = leafLength * (1 - 0.5 * (i / pairs));
    const tint = i % 2 ? colour : mix(colour, palette.leafPale, 0.4);
    for (const hand of [-1, 1])
      art += drawLeaf(along(t), degrees + hand * (58 - i * 2), size, size * slim, tint, depth);
  }
  return { art, tip };
}
