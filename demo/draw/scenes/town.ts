import { darken, lighten, lightness, mix } from '../colour';
import { cut, flat, line, n } from '../paper';
import type { Scene, Sheet } from '../paper';
import { box, oval, polygon } from '../shapes';
import { drawSky } from './coast';
import { drawBicycle } from './bicycle';

const isDark = ({ palette }: Sheet) => lightness(palette.ground[0]) < 0.45;

function facade(sheet: Sheet, x: number, wide: number, street: number, tall: number, wall: string): string {
  const { random, palette, unit } = sheet;
  const lit = isDark(sheet);
  const top = street - tall;
  const trim = lightness(wall) > 0.6 ? darken(wall, 0.25) : lighten(wall, 0.5);
  const storeys = Math.max(2, Math.round(tall / (unit * 15)));
  const step = tall / (storeys + 0.35);
  const gable = random.int(0, 2);
  const roof =
    gable === 0
      ? polygon([
          [x, top + 1],
          [x + wide * 0.2, top - unit * 5],
          [x + wide * 0.34, top - unit * 5],
          [x + wide * 0.5, top - unit * 11],
          [x + wide * 0.66, top - unit * 5],
          [x + wide * 0.8, top - unit * 5],
          [x + wide, top + 1],
        ])
      : gable === 1
        ? polygon([
            [x - unit, top + 1],
            [x + wide / 2, top - unit * 10],
            [x + wide + unit, top + 1],
          ])
        : box(x - unit * 0.7, top - unit * 2.4, wide + unit * 1.4, unit * 3.4);
  const glass = () =>
    lit
      ? random.chance(0.65)
        ? palette.gold
        : mix(palette.coolDeep, '#0b1526', 0.5)
      : mix(palette.cool, palette.cream, 0.35);
  const windows = Array.from({ length: storeys - 1 }, (_, row) =>
    [0.17, 0.5, 0.83]
      .map((share) => {
        const [w, h] = [wide * 0.17, step * 0.56];
        const [wx, wy] = [x + wide * share - w / 2, top + step * (row + 0.28)];
        const planter = random.chance(0.22)
          ? [0, 1, 2, 3]
              .map((k) => flat(oval(wx + (w * (k + 0.5)) / 4, wy + h, unit * 1.1), k % 2 ? palette.warm : palette.leaf))
              .join('')
          : '';
        return (
          flat(box(wx - unit * 0.5, wy - unit * 0.5, w + unit, h + unit, 4), trim) +
          flat(box(wx, wy, w, h, 3), glass()) +
          line(`M${n(wx + w / 2)} ${n(wy)}v${n(h)}M${n(wx)} ${n(wy + h * 0.42)}h${n(w)}`, trim, unit * 0.35) +
          planter
        );
      })
      .join(''),
  );
  const shop = random.chance(0.55);
  const awning = shop
    ? Array.from({ length: 6 }, (_, i) =>
        flat(
          `M${n(x + wide * (0.08 + i * 0.14))} ${n(street - step * 0.78)}h${n(wide * 0.14)}l${n((i - 2.5) * unit * 0.3)} ${n(unit * 4)}h${n(-wide * 0.14)}Z`,
          i % 2 ? palette.cream : palette.warm,
        ),
      ).join('')
    : '';
  const ground = shop
    ? flat(box(x + wide * 0.1, street - step * 0.7, wide * 0.5, step * 0.62, 3), glass()) +
      flat(box(x + wide * 0.68, street - step * 0.7, wide * 0.22, step * 0.7, 3), darken(wall, 0.45)) +
      awning
    : flat(box(x + wide * 0.4, street - step * 0.72, wide * 0.22, step * 0.72, unit * 3), darken(wall, 0.5)) +
      flat(box(x + wide * 0.12, street - step * 0.62, wide * 0.17, step * 0.36, 3), glass()) +
      flat(box(x + wide * 0.72, street - step * 0.62, wide * 0.17, step * 0.36, 3), glass());
  return (
    cut(roof, gable === 2 ? trim : darken(wall, 0.35), { depth: 0.6 }) +
    cut(box(x, top, wide, tall), wall, { depth: 0.9 }) +
    flat(box(x + wide * 0.86, top, wide * 0.14, tall), '#1d100b', 0.08) +
    windows.join('') +
    ground
  );
}

function lamp({ palette, unit }: Sheet, x: number, street: number, dark: boolean): string {
  const top = street - unit * 36;
  return (
    (dark ? flat(oval(x, top, unit * 13), palette.gold, 0.22) + flat(oval(x, top, unit * 7), palette.gold, 0.3) : '') +
    cut(box(x - unit * 0.6, top, unit * 1.2, unit * 40, 3), palette.ink, { depth: 0.5 }) +
    cut(
      `M${n(x - unit * 2)} ${n(top - unit * 3)}h${n(unit * 4)}l${n(-unit * 0.8)} ${n(unit * 6)}h${n(-unit * 2.4)}Z`,
      dark ? palette.gold : palette.cream,
      { depth: 0.4 },
    ) +
    flat(
      polygon([
        [x - unit * 2.6, top - unit * 2.8],
        [x, top - unit * 5.4],
        [x + unit * 2.6, top - unit * 2.8],
      ]),
      palette.ink,
    )
  );
}

export const street: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const level = height * 0.86;
  const walls = random
    .shuffle([
      palette.warm,
      palette.blush,
      palette.gold,
      palette.cool,
      palette.cream,
      palette.leafPale,
      mix(palette.warmDeep, palette.warm, 0.4),
      mix(palette.coolDeep, palette.cool, 0.4),
    ])
    .map((wall) => (isDark(sheet) ? mix(wall, palette.ground[1], 0.38) : wall));
  let x = -unit * random.between(2, 14);
  let houses = '';
  for (let i = 0; x < width; i += 1) {
    const wide = unit * random.between(26, 34);
    houses += facade(sheet, x, wide, level, height * random.between(0.44, 0.62), walls[i % 8] ?? palette.warm);
    x += wide + unit * 0.4;
  }
  const trees = [random.between(0.1, 0.3), random.between(0.66, 0.9)].map((share) => {
    const tx = width * share;
    const crown = isDark(sheet) ? darken(palette.leafDeep, 0.1) : palette.leaf;
    return (
      cut(box(tx - unit * 0.9, level - unit * 20, unit * 1.8, unit * 23, 4), darken(palette.base, 0.3), {
        depth: 0.5,
      }) +
      [
        [0, -30, 9],
        [-5, -24, 7],
        [5, -24, 7],
      ]
        .map(([dx = 0, dy = 0, r = 0]) =>
          cut(
            oval(tx + dx * unit, level + dy * unit, r * unit, r * 1.08 * unit),
            mix(crown, palette.leafPale, dx ? 0 : 0.2),
            { depth: 0.7 },
          ),
        )
        .join('')
    );
  });
  const cobbles = Array.from({ length: 90 }, () =>
    flat(
      oval(width * random.next(), level + unit * random.between(5, 14), unit * random.between(0.8, 1.8), unit * 0.5),
      '#1d100b',
      0.14,
    ),
  );
  const bike = drawBicycle(
    sheet,
    [width * random.between(0.38, 0.6), level + unit * 6],
    unit * 11,
    random.pick([palette.warmDeep, palette.coolDeep, palette.leafDeep]),
  );
  return (
    drawSky(sheet, [width * random.between(0.15, 0.85), height * 0.14], unit * 6) +
    houses +
    flat(box(0, level, width, height), mix(palette.base, palette.ground[1], 0.25)) +
    flat(box(0, level, width, unit * 3), mix(palette.cream, palette.base, 0.5)) +
    cobbles.join('') +
    trees.join('') +
    lamp(sheet, width * random.between(0.4, 0.62), level + unit * 3, isDark(sheet)) +
    bike
  );
};
