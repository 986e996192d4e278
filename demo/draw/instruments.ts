import { darken, lighten, mix } from './colour';
import { cut, flat, inside, line, n } from './paper';
import type { Sheet } from './paper';
import { box, oval, smooth } from './shapes';
import type { Point } from './shapes';

// Outlines of string instruments around 0,0; one unit is a hundredth of the body's height.

/** Mirrors the right half of an outline, given from top to bottom. */
function body(half: readonly Point[]): string {
  const left = half.toReversed().map(([x, y]): Point => [-x, y]);
  return smooth([...half, ...left], true);
}

const guitarBodies = {
  dreadnought: body([
    [3, -50],
    [14, -50],
    [24, -46.5],
    [29.5, -38],
    [29.5, -27],
    [26.5, -15],
    [28, -2],
    [35, 12],
    [38.5, 26],
    [36, 40],
    [26, 48.5],
    [12, 51],
    [3, 51.5],
  ]),
  parlour: body([
    [3, -50.5],
    [13, -50],
    [22, -46],
    [26, -37],
    [25, -26],
    [21.5, -14],
    [24, -1],
    [31.5, 12],
    [35, 26],
    [33, 39],
    [24, 48.5],
    [11, 51],
    [3, 51.5],
  ]),
  arch: body([
    [3, -49],
    [15, -50],
    [26, -47],
    [31.5, -38],
    [30, -26],
    [25.5, -14],
    [28, 0],
    [37, 13],
    [41, 27],
    [38, 41],
    [27, 49.5],
    [12, 51.5],
    [3, 51.5],
  ]),
} as const;

const cello = body([
  [4, -50],
  [16, -49],
  [25, -42],
  [26, -30],
  [24, -24],
  [25.5, -22],
  [19, -14],
  [17, -3],
  [20, 7],
  [28, 12],
  [26.5, 14],
  [31, 24],
  [31, 38],
  [22, 49],
  [4, 51],
]);

const grain = ({ random }: Sheet, colour: string) =>
  Array.from({ length: 24 }, (_, i) =>
    line(
      `M${n(-44 + i * 3.8)} -54q${n(random.between(-2, 2))} 50 0 110`,
      darken(colour, 0.45),
      random.between(0.15, 0.5),
      0.28,
    ),
  ).join('');

interface Placing {
  at: Point;
  /** Height of the body in pixels; neck and head add about 85 % above. */
  height: number;
  tilt?: number;
  wood: string;
}

export function drawGuitar(sheet: Sheet, { at: [x, y], height, tilt = 0, wood }: Placing): string {
  const { random, palette } = sheet;
  const place = `translate(${n(x)} ${n(y)}) rotate(${n(tilt)}) scale(${(height / 100).toFixed(3)})`;
  const scale = height / 100;
  const shape = random.pick([guitarBodies.dreadnought, guitarBodies.parlour, guitarBodies.arch]);
  const edge = random.pick([palette.cream, palette.ink, palette.warmDeep]);
  const hole =
    flat(oval(0, -10, 11.6), edge) +
    flat(oval(0, -10, 10.8), palette.leafDeep) +
    flat(oval(0, -10, 10), palette.gold) +
    flat(oval(0, -10, 9.2), '#1a0d08');
  const strings = Array.from({ length: 6 }, (_, i) =>
    line(`M${n(-2.6 + i * 1.04)} -124L${n(-4 + i * 1.6)} 25`, '#f3e6cc', 0.24, 0.85),
  );
  const guard = random.chance(0.6) ? flat('M9 -4Q17 -3 19.5 4Q19 12 11 13Q6 8 7.5 2Z', darken(wood, 0.62), 0.85) : '';
  const bridge = flat(box(-12, 22.6, 24, 5, 2), '#2a160d') + flat(box(-7, 24, 14, 1, 0.5), palette.cream);
  const neck = cut(box(-4, -116, 8, 100, 0.6), '#3b2114', { depth: 0.7, at: place, scale });
  const frets =
    Array.from({ length: 13 }, (_, i) => line(`M-4 ${n(-112 + i * 6.6 + i * i * 0.06)}h8`, '#d9c7a0', 0.35, 0.8)).join(
      '',
    ) + [2, 4, 6, 8].map((i) => flat(oval(0, -115.5 + i * 7.1, 0.8), palette.cream)).join('');
  const head = cut('M-5 -115L-7 -139Q0 -143 7 -139L5 -115Z', darken(wood, 0.5), { depth: 0.7, at: place, scale });
  const pegs = [0, 1, 2].flatMap((i) =>
    [-1, 1].map((hand) => flat(oval(hand * 9, -121 - i * 6.4, 1.9, 1.5), palette.gold)),
  );
  const art =
    inside(sheet, shape, flat(oval(-14, -16, 34, 60), lighten(wood, 0.22), 0.4) + grain(sheet, wood)) +
    line(shape, edge, 1.3) +
    guard +
    hole +
    bridge;
  return (
    cut(shape, wood, { depth: 1.5, at: place, scale }) +
    `<g transform="${place}">${art}</g>` +
    neck +
    head +
    `<g transform="${place}">${frets}${pegs.join('')}${strings.join('')}</g>`
  );
}

export function drawCello(sheet: Sheet, { at: [x, y], height, tilt = 0, wood }: Placing): string {
  const { palette } = sheet;
  const place = `translate(${n(x)} ${n(y)}) rotate(${n(tilt)}) scale(${(height / 100).toFixed(3)})`;
  const scale = height / 100;
  const holes = [-1, 1].map(
    (hand) =>
      line(
        `M${hand * 9} -8q${hand * 4} -3 ${hand * 3} 3q${hand * -2} 8 ${hand * 1} 14q${hand * 2} 4 ${hand * -3} 3`,
        '#1a0d08',
        1.5,
      ) +
      flat(oval(hand * 9.4, -7, 1.5), '#1a0d08') +
      flat(oval(hand * 11, 12, 1.8), '#1a0d08'),
  );
  const strings = [-1.8, -0.6, 0.6, 1.8].map((share) =>
    line(`M${n(share * 0.6)} -108L${n(share * 2.2)} 14L${share} 24`, '#f3e6cc', 0.28, 0.9),
  );
  const art =
    inside(
      sheet,
      cello,
      flat(oval(-10, -14, 24, 56), lighten(wood, 0.25), 0.35) +
        flat(oval(16, 30, 20, 40), darken(wood, 0.4), 0.3) +
        grain(sheet, wood),
    ) + line(cello, darken(wood, 0.55), 1.2);
  const tail =
    flat('M-3.6 22H3.6L2 46H-2Z', '#1a0d08') + flat(box(-7, 11.8, 14, 2.6, 1), mix(palette.cream, wood, 0.4));
  const fingerboard = 'M-1.9 -112H1.9L4 -14H-4Z';
  const scroll = line('M0 -112V-126q0 -8 5.4 -7.4q4.6 1 3.4 5.4q-2 3.4 -4.6 1.2', darken(wood, 0.35), 3.6);
  const pegs = [
    [-1, -116],
    [1, -119],
    [-1, -123],
    [1, -126],
  ].map(([hand = 1, py = 0]) => line(`M${hand} ${py}h${hand * 7}`, '#1a0d08', 1.7));
  return (
    cut(cello, wood, { depth: 1.2, at: place, scale }) +
    `<g transform="${place}">${line('M0 50V78', '#b9b2a6', 1.2)}${art}${tail}${holes.join('')}${pegs.join('')}${scroll}</g>` +
    cut(fingerboard, '#21120b', { depth: 0.5, at: place, scale }) +
    `<g transform="${place}">${strings.join('')}</g>`
  );
}
