import { darken, lighten, mix } from '../colour';
import { backdrop, cut, flat, inside, line, n } from '../paper';
import type { Scene, Sheet } from '../paper';
import { around, box, oval, petal, smooth } from '../shapes';
import type { Point } from '../shapes';
import { crusts } from './bread';

export const coffee: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const wide = width > height * 1.2;
  const places: readonly Point[] = wide
    ? [
        [0.22, 0.6],
        [0.52, 0.36],
        [0.8, 0.66],
      ]
    : [
        [0.36, 0.3],
        [0.62, 0.72],
      ];
  const colours = random.shuffle([
    palette.cream,
    palette.cool,
    palette.warm,
    palette.gold,
    palette.leafDeep,
    palette.blush,
  ]);
  const cups = places.map(([px, py], i) => {
    const at: Point = [width * (px + random.between(-0.03, 0.03)), height * (py + random.between(-0.03, 0.03))];
    return drawCup(sheet, at, unit * random.between(23, 27), colours[i] ?? palette.cream);
  });
  const rolls = (
    wide
      ? [
          [0.5, 0.86],
          [0.93, 0.16],
        ]
      : [
          [0.86, 0.16],
          [0.15, 0.9],
        ]
  ).map(([px = 0, py = 0]) => croissant(sheet, [width * px, height * py], unit * 13, random.between(-50, 50)));
  const crumbs = Array.from({ length: 40 }, () =>
    flat(oval(random.next() * width, random.next() * height, random.between(1.5, 5)), '#c98238', 0.6),
  );
  return (
    backdrop(sheet, mix(palette.base, palette.ground[0], 0.55), mix(palette.base, palette.ground[1], 0.2), 1) +
    crumbs.join('') +
    rolls.join('') +
    cups.join('')
  );
};

function drawCup({ random, palette }: Sheet, [x, y]: Point, r: number, cup: string): string {
  const brew = random.pick(['#6b3a1e', '#8a5530', '#4c2917']);
  const foam = '#f6e4c8';
  const lean = random.between(-30, 30);
  const heart = `M0 ${n(r * 0.28)}C${n(-r * 0.42)} 0 ${n(-r * 0.26)} ${n(-r * 0.3)} 0 ${n(-r * 0.1)}C${n(r * 0.26)} ${n(-r * 0.3)} ${n(r * 0.42)} 0 0 ${n(r * 0.28)}Z`;
  const fern =
    flat(petal(r * 0.8, r * 0.66), foam) +
    [0.2, 0.34, 0.48, 0.62]
      .map((share) =>
        line(
          `M${n(-r * 0.2)} ${n(-r * share - r * 0.07)}Q0 ${n(-r * share + r * 0.13)} ${n(r * 0.2)} ${n(-r * share - r * 0.07)}`,
          brew,
          r * 0.035,
          0.75,
        ),
      )
      .join('');
  const art = random.pick([
    flat(heart, foam),
    `<g transform="translate(0 ${n(r * 0.4)})">${fern}</g>`,
    line(oval(0, 0, r * 0.34), '#c58d55', r * 0.04, 0.7) + flat(oval(r * 0.1, -r * 0.16, r * 0.05), foam, 0.8),
  ]);
  const handle = around([x, y], r * 0.76, random.between(50, 130));
  const spoonAt = `translate(${n(x)} ${n(y)}) rotate(${n(lean + 200)})`;
  const metal = mix(palette.cream, '#9aa0a6', 0.4);
  const spoon =
    cut(box(-r * 0.035, -r * 0.95, r * 0.07, r * 0.5, r * 0.03), metal, {
      depth: 0.5,
      at: `${spoonAt} translate(${n(r * 0.2)} 0)`,
    }) + cut(oval(0, -r * 1.02, r * 0.1, r * 0.16), metal, { depth: 0.5, at: `${spoonAt} translate(${n(r * 0.2)} 0)` });
  const saucer =
    cut(oval(x, y, r), lighten(cup, 0.35), { depth: 1.6 }) + line(oval(x, y, r * 0.9), darken(cup, 0.1), 3, 0.4);
  return (
    saucer +
    spoon +
    cut(oval(...handle, r * 0.17), darken(cup, 0.05), { depth: 0.9 }) +
    cut(oval(x, y, r * 0.64), cup, { depth: 1.2 }) +
    flat(oval(x, y, r * 0.57), darken(brew, 0.3)) +
    flat(oval(x, y, r * 0.55), mix(brew, '#c98f56', 0.3)) +
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(lean)})">${art}</g>`
  );
}

function croissant(sheet: Sheet, [x, y]: Point, r: number, tilt: number): string {
  const crust = sheet.random.pick(crusts);
  const at = `translate(${n(x)} ${n(y)}) rotate(${n(tilt)})`;
  const body = smooth(
    [
      [-r * 1.25, r * 0.5],
      [-r * 1.02, -r * 0.2],
      [-r * 0.45, -r * 0.66],
      [0, -r * 0.78],
      [r * 0.45, -r * 0.66],
      [r * 1.02, -r * 0.2],
      [r * 1.25, r * 0.5],
      [r * 0.82, r * 0.32],
      [r * 0.36, r * 0.06],
      [0, 0],
      [-r * 0.36, r * 0.06],
      [-r * 0.82, r * 0.32],
    ],
    true,
  );
  const folds = [-56, -34, -12, 12, 34, 56].map((degrees) => {
    const [a, b] = [around([0, r * 0.6], r * 1.5, degrees), around([0, r * 0.6], r * 0.5, degrees * 1.25)];
    return line(
      `M${n(a[0])} ${n(a[1])}Q${n((a[0] + b[0]) / 2 + r * 0.12)} ${n((a[1] + b[1]) / 2)} ${n(b[0])} ${n(b[1])}`,
      darken(crust, 0.42),
      r * 0.06,
      0.6,
    );
  });
  const bands = [-45, -23, 0, 23, 45].map((degrees) =>
    flat(oval(...around([0, r * 0.6], r * 1.12, degrees), r * 0.15, r * 0.2), lighten(crust, 0.35), 0.5),
  );
  return (
    cut(body, crust, { depth: 1, at }) +
    `<g transform="${at}">${inside(sheet, body, bands.join('') + folds.join(''))}</g>`
  );
}
