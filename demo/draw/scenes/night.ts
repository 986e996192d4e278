import { darken, mix } from '../colour';
import { backdrop, cut, flat, line, n } from '../paper';
import type { Scene, Sheet } from '../paper';
import { oval, ridge, smooth, turn } from '../shapes';
import type { Point } from '../shapes';
import { drawFir } from './land';

export const heaven = ({ palette }: Sheet): [string, string] => [
  mix(palette.coolDeep, '#070b1a', 0.72),
  mix(palette.coolDeep, '#0d1430', 0.35),
];

export function stars({ width, height, random, palette }: Sheet, count: number): string {
  return Array.from({ length: count }, () =>
    flat(
      oval(random.next() * width, random.next() * height, random.next() ** 3 * 3.4 + 0.7),
      palette.cream,
      random.between(0.25, 0.95),
    ),
  ).join('');
}

export function treeLine(sheet: Sheet, level: number): string {
  const { width, height, random, unit } = sheet;
  const rows = [0, 1].map((row) => {
    const colour = row ? '#060a12' : mix(heaven(sheet)[1], '#060a12', 0.55);
    const y = level + row * unit * 9;
    const count = Math.round(width / unit / 6);
    const firs = Array.from({ length: count }, (_, i) =>
      drawFir(
        [((i + random.next()) * width) / count, y + unit * random.between(1, 5)],
        unit * random.between(10, 26) * (row ? 1.15 : 0.8),
        colour,
        row * 0.4,
      ),
    );
    return firs.join('') + cut(ridge(random, width, y, height + 20, unit * 1.6, 7), colour, { depth: row * 0.5 });
  });
  return rows.join('');
}

/** Northern lights: translucent strips that rise from a wavy line. */
export function curtain({ width, random, id, unit }: Sheet, base: number, tall: number, colour: string): string {
  const gradient = id();
  const [a, b, c] = [
    random.between(0, 6),
    random.between(0.006, 0.009) * (1600 / width),
    random.between(0.02, 0.03) * (1600 / width),
  ];
  const level = (x: number) => base + Math.sin(x * b + a) * tall * 0.34 + Math.sin(x * c + a * 2) * tall * 0.09;
  const steps = Math.round(width / (unit * 1.5));
  const strips = Array.from({ length: steps + 1 }, (_, i) => {
    const x = (i * width) / steps;
    const rise = tall * (0.62 + 0.38 * Math.sin(i * 0.55 + a) * Math.sin(i * 0.21));
    const y = level(x);
    return `<rect x="${n(x - unit)}" y="${n(y - rise)}" width="${n(unit * 2.1)}" height="${n(rise)}" fill="url(#${gradient})" fill-opacity=".${random.int(3, 7)}"/>`;
  });
  const hem = Array.from({ length: 40 }, (_, i): Point => [(i * width) / 39, level((i * width) / 39)]);
  return `<linearGradient id="${gradient}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${colour}" stop-opacity="0"/><stop offset=".75" stop-color="${colour}" stop-opacity=".55"/><stop offset="1" stop-color="${colour}" stop-opacity=".1"/></linearGradient>${strips.join('')}${line(smooth(hem), colour, unit * 0.8, 0.14)}`;
}

export const aurora: Scene = (sheet) => {
  const { height, random, palette } = sheet;
  const tints = random.shuffle([
    mix(palette.leafPale, '#7dffcf', 0.55),
    mix(palette.cool, '#6fd8ff', 0.45),
    mix(palette.blush, '#c58bff', 0.55),
  ]);
  const curtains = [0.52, 0.4, 0.62].map((share, i) =>
    curtain(
      sheet,
      height * (share + random.between(-0.04, 0.04)),
      height * random.between(0.34, 0.46),
      tints[i] ?? palette.leafPale,
    ),
  );
  return (
    backdrop(sheet, ...heaven(sheet)) +
    stars(sheet, 130) +
    curtains.join('') +
    treeLine(sheet, height * random.between(0.78, 0.84))
  );
};

export const starTrails: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const pole: Point = [width * random.between(0.3, 0.7), height * random.between(0.34, 0.5)];
  const reach = Math.hypot(width, height) * 0.75;
  const sweep = random.between(24, 52);
  const arcs = Array.from({ length: 120 }, (_, i) => {
    const radius = unit * 2.5 + (reach * i) / 120 + random.between(-2, 2);
    const start = random.next() * 360;
    const span = sweep * random.between(0.7, 1.15);
    const point = (degrees: number) =>
      `${n(pole[0] + Math.cos(turn(degrees)) * radius)} ${n(pole[1] + Math.sin(turn(degrees)) * radius)}`;
    const colour = random.pick([palette.cream, palette.gold, mix(palette.cool, palette.cream, 0.5), palette.blush]);
    const arc = (from: number) =>
      line(
        `M${point(from)}A${n(radius)} ${n(radius)} 0 0 1 ${point(from + span)}`,
        colour,
        random.between(1.2, 3.6),
        random.between(0.35, 0.9),
      );
    return arc(start) + arc(start + random.between(110, 250));
  });
  return (
    backdrop(sheet, ...heaven(sheet)) +
    arcs.join('') +
    flat(oval(...pole, unit * 0.6), palette.cream) +
    treeLine(sheet, height * 0.84)
  );
};

export const moons: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const columns = width > height ? 4 : 3;
  const rows = width > height ? 2 : 3;
  const cell = Math.min((width * 0.86) / columns, (height * 0.86) / rows);
  const total = columns * rows;
  const pale = mix(palette.cream, palette.gold, 0.2);
  const discs = Array.from({ length: total }, (_, i) => {
    const [x, y] = [
      width / 2 + ((i % columns) - (columns - 1) / 2) * cell,
      height / 2 + (Math.floor(i / columns) - (rows - 1) / 2) * cell,
    ];
    const r = cell * 0.36;
    const phase = (i + 0.5) / total;
    const lit = Math.cos(phase * Math.PI * 2);
    const waxing = phase < 0.5 ? 1 : 0;
    const shape = `M${n(x)} ${n(y - r)}A${n(r)} ${n(r)} 0 0 ${waxing} ${n(x)} ${n(y + r)}A${n(r * Math.abs(lit) + 0.1)} ${n(r)} 0 0 ${lit > 0 === Boolean(waxing) ? 0 : 1} ${n(x)} ${n(y - r)}Z`;
    const craters = [
      [-0.3, -0.2, 0.14],
      [0.25, 0.3, 0.2],
      [0.3, -0.35, 0.1],
      [-0.2, 0.42, 0.09],
    ].map(([cx = 0, cy = 0, cr = 0]) => flat(oval(x + cx * r, y + cy * r, cr * r), darken(pale, 0.3), 0.22));
    const clip = sheet.id();
    return (
      flat(oval(x, y, r * 1.16), palette.cream, 0.05) +
      cut(oval(x, y, r), mix(heaven(sheet)[1], palette.ink, 0.3), { depth: 0.6 }) +
      cut(shape, pale, { depth: 0.5 }) +
      `<clipPath id="${clip}"><path d="${shape}"/></clipPath><g clip-path="url(#${clip})">${craters.join('')}</g>`
    );
  });
  const arc = line(
    `M${n(unit * 6)} ${n(height - unit * 6)}Q${n(width / 2)} ${n(height + unit * random.between(2, 5))} ${n(width - unit * 6)} ${n(height - unit * 6)}`,
    palette.gold,
    3,
    0.5,
  );
  return backdrop(sheet, ...heaven(sheet)) + stars(sheet, 90) + discs.join('') + arc;
};
