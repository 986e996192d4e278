import { darken, lighten, mix } from '../colour';
import { drawGuitar } from '../instruments';
import { backdrop, cut, flat, line, n, vignette, windowLight } from '../paper';
import type { Scene, Sheet } from '../paper';
import { around, box, oval, polygon, smooth } from '../shapes';
import type { Point } from '../shapes';

const woods = ['#d99a55', '#b4692c', '#8a4522', '#c67b3a', '#a5562e', '#e0b070'] as const;

function woodGround({ width, height, random }: Sheet, colour: string, tilt: number): string {
  const reach = Math.max(width, height) * 1.5;
  const lines = Array.from({ length: 52 }, (_, i) => {
    const y = -reach * 0.25 + (i * reach * 1.25) / 51;
    return line(
      `M${n(-reach * 0.3)} ${n(y)}q${n(reach * 0.4)} ${n(random.between(-18, 18))} ${n(reach * 0.8)} 0t${n(reach * 0.8)} 0`,
      darken(colour, 0.55),
      random.between(1.2, 5),
      random.pick([0.1, 0.18, 0.26]),
    );
  });
  return `<g transform="rotate(${n(tilt)} ${n(width / 2)} ${n(height / 2)})">${lines.join('')}</g>`;
}

export const soundHole: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const wood = random.pick(woods);
  const tilt = random.pick([-18, -8, 0, 12, 24, 78]) + random.between(-4, 4);
  const centre: Point = [width * random.between(0.36, 0.5), height * random.between(0.42, 0.56)];
  const r = unit * random.between(27, 33);
  const inlays = random.shuffle([
    palette.cream,
    palette.leafDeep,
    palette.warm,
    palette.ink,
    palette.gold,
    palette.coolDeep,
  ]);
  const rosette = [1.24, 1.2, 1.14, 1.11, 1.05, 1.02].map((share, i) =>
    flat(oval(...centre, r * share), inlays[i] ?? palette.ink),
  );
  const marks = Array.from({ length: 40 }, (_, i) =>
    flat(
      polygon([
        around(centre, r * 1.115, i * 9),
        around(centre, r * 1.135, i * 9 + 2.4),
        around(centre, r * 1.115, i * 9 + 4.8),
        around(centre, r * 1.095, i * 9 + 2.4),
      ]),
      i % 2 ? palette.cream : palette.gold,
    ),
  );
  const long = (width + height) * 1.2;
  const strings = Array.from({ length: 6 }, (_, i) => {
    const y = centre[1] + (i - 2.5) * r * 0.23;
    return (
      line(`M${n(centre[0] - long)} ${n(y + 9)}h${n(long * 2)}`, '#000000', 3 + i * 0.5, 0.28) +
      line(`M${n(centre[0] - long)} ${n(y)}h${n(long * 2)}`, i > 2 ? '#e9c98c' : '#f5ecda', 2.2 + i * 0.75)
    );
  });
  const board = cut(box(centre[0] + r * 0.78, centre[1] - r * 0.72, long, r * 1.44, 4), '#2b170e', { depth: 1.2 });
  const frets = Array.from({ length: 9 }, (_, i) =>
    line(
      `M${n(centre[0] + r * (1.3 + i * (0.52 + i * 0.02)))} ${n(centre[1] - r * 0.72)}v${n(r * 1.44)}`,
      '#e6d3a8',
      4,
    ),
  );
  const bridge = cut(box(centre[0] - r * 2.5, centre[1] - r * 0.95, r * 0.34, r * 1.9, 12), '#2b170e', { depth: 0.9 });
  const spin = `rotate(${n(tilt)} ${n(centre[0])} ${n(centre[1])})`;
  return (
    backdrop(sheet, lighten(wood, 0.2), darken(wood, 0.18), 1) +
    woodGround(sheet, wood, tilt) +
    windowLight(sheet, 0.1) +
    `<g transform="${spin}">${rosette.join('')}${marks.join('')}${flat(oval(...centre, r), '#140904')}${line(oval(centre[0] + 4, centre[1] + 6, r * 0.985), '#5a2f18', 6, 0.6)}${bridge}${board}${frets.join('')}${strings.join('')}</g>` +
    vignette(sheet, 0.35)
  );
};

export const guitarWall: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const count = width > height * 1.5 ? 5 : width >= height ? 3 : 2;
  const timber = random.shuffle([...woods, palette.warmDeep, palette.coolDeep, palette.leafDeep]);
  const size = Math.min(height * 0.42, (width / count) * 1.12);
  const guitars = Array.from({ length: count }, (_, i) => {
    const at: Point = [(width * (i + 0.5)) / count, height * 0.66 + (i % 2 ? -1 : 1) * unit * 3];
    const peg = cut(
      box(at[0] - unit * 5, at[1] - size * 1.22, unit * 10, unit * 2.4, 6),
      mix(palette.base, palette.cream, 0.3),
      { depth: 0.6 },
    );
    return peg + drawGuitar(sheet, { at, height: size, tilt: random.between(-3, 3), wood: timber[i] ?? woods[0] });
  });
  const boards = Array.from({ length: Math.ceil(width / (unit * 17)) }, (_, i) =>
    line(`M${n(i * unit * 17)} 0V${height}`, darken(palette.ground[1], 0.4), 4, 0.28),
  );
  return backdrop(sheet) + boards.join('') + windowLight(sheet, 0.16) + guitars.join('');
};

export const bench: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const top = mix(palette.base, '#c08a52', 0.4);
  const place = (px: number, py: number, tilt: number) =>
    `translate(${n(width * px)} ${n(height * py)}) rotate(${n(tilt + random.between(-8, 8))})`;
  const steel = mix(palette.cream, '#8d949b', 0.55);
  const chisel = (at: string, grip: string) =>
    cut(box(-unit * 1.6, -unit * 18, unit * 3.2, unit * 24, 3), steel, { depth: 0.8, at }) +
    cut(
      `M${n(-unit * 2.4)} ${n(unit * 6)}Q${n(-unit * 3.4)} ${n(unit * 14)} ${n(-unit * 2)} ${n(unit * 22)}Q0 ${n(unit * 24)} ${n(unit * 2)} ${n(unit * 22)}Q${n(unit * 3.4)} ${n(unit * 14)} ${n(unit * 2.4)} ${n(unit * 6)}Z`,
      grip,
      { depth: 1, at },
    );
  const square = (at: string) =>
    cut(`M0 0H${n(unit * 34)}V${n(unit * 4)}H${n(unit * 4.4)}V${n(unit * 26)}H0Z`, steel, { depth: 0.8, at }) +
    cut(box(-unit * 1, -unit * 1, unit * 6, unit * 28, 4), palette.warmDeep, { depth: 0.8, at });
  const plane = (at: string) =>
    cut(box(-unit * 7, -unit * 19, unit * 14, unit * 38, unit * 3), darken(palette.coolDeep, 0.2), { depth: 1.6, at }) +
    cut(box(-unit * 4.6, -unit * 4, unit * 9.2, unit * 7, 4), steel, { depth: 0.8, at }) +
    cut(oval(0, -unit * 12, unit * 4.2), palette.warmDeep, { depth: 1.2, at }) +
    cut(oval(0, unit * 11, unit * 4.4, unit * 5.6), palette.warmDeep, { depth: 1.2, at });
  const shavings = Array.from({ length: 18 }, () => {
    const [x, y, r] = [random.next() * width, random.next() * height, unit * random.between(1.8, 4)];
    const curl = smooth(Array.from({ length: 15 }, (_, k): Point => around([x, y], r * (1 - k * 0.05), k * 42 + x)));
    return (
      line(curl, '#000000', unit * 0.9, 0.12) + line(curl, random.pick(['#f0d3a2', '#e6bd80', '#f7e3c0']), unit * 0.7)
    );
  });
  const guitar = drawGuitar(sheet, {
    at: [width * random.between(0.52, 0.6), height * 0.62],
    height: Math.min(width, height) * 0.62,
    tilt: random.between(-24, -12),
    wood: random.pick(woods),
  });
  const tools = random.shuffle([
    plane(place(0.16, 0.3, 18)),
    square(place(0.06, 0.66, -12)) + chisel(place(0.3, 0.86, 64), palette.warm),
    chisel(place(0.86, 0.24, -20), palette.gold) + chisel(place(0.93, 0.3, -12), palette.warm),
  ]);
  return (
    backdrop(sheet, lighten(top, 0.12), darken(top, 0.18), 1) +
    woodGround(sheet, top, 0) +
    shavings.slice(3).join('') +
    guitar +
    tools.join('') +
    shavings.slice(0, 3).join('')
  );
};
