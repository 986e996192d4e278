import { darken, lightness, lighten, mix } from '../colour';
import { backdrop, cut, flat, line, n } from '../paper';
import type { Scene, Sheet } from '../paper';
import { box, oval, polygon, ridge, smooth, swell } from '../shapes';
import type { Point } from '../shapes';

const isDark = ({ palette }: Sheet) => lightness(palette.ground[0]) < 0.45;

/** Sun or moon with two halos; with stars if the sky is dark. */
export function drawSky(sheet: Sheet, [x, y]: Point, radius: number): string {
  const { width, random, palette } = sheet;
  const light = isDark(sheet) ? palette.cream : lighten(palette.gold, 0.55);
  const stars = isDark(sheet)
    ? Array.from({ length: 70 }, () =>
        flat(
          oval(random.next() * width, random.next() * sheet.height * 0.55, random.between(0.8, 2.8)),
          palette.cream,
          random.between(0.3, 0.9),
        ),
      )
    : [];
  return (
    backdrop(sheet) +
    stars.join('') +
    flat(oval(x, y, radius * 2.1), light, 0.14) +
    flat(oval(x, y, radius * 1.5), light, 0.2) +
    flat(oval(x, y, radius), light)
  );
}

/** Rows of waves from the horizon down; lower rows are nearer and darker. */
function drawSea(sheet: Sheet, horizon: number, rows: number): string[] {
  const { width, height, random, palette, unit } = sheet;
  return Array.from({ length: rows }, (_, i) => {
    const share = i / (rows - 1);
    const top = horizon + (height - horizon) * share ** 1.15 * 0.86;
    const length = unit * (16 + 18 * share);
    const colour = mix(mix(palette.cool, palette.ground[1], 0.45), darken(palette.coolDeep, 0.15), share);
    const d = swell(width, top, height + 10, length, unit * (1.2 + 1.6 * share), random.next() * length);
    return (
      cut(d, colour, { depth: i ? 1.1 : 0.2 }) +
      line(
        swell(width, top + unit * 1.6, height + 40, length, unit * (1.2 + 1.6 * share), random.next() * length),
        palette.cream,
        2.2,
        0.22,
      )
    );
  });
}

/** A small sailboat; the point is the middle of its waterline. */
export function drawBoat(sheet: Sheet, [x, y]: Point, size: number, tilt: number, hull: string): string {
  const { palette } = sheet;
  const place = `translate(${n(x)} ${n(y)}) rotate(${n(tilt)})`;
  const s = size / 100;
  const mast = line(`M0 ${n(-12 * s)}V${n(-122 * s)}`, darken(palette.base, 0.3), 4.5 * s);
  const main = cut(
    `M${n(5 * s)} ${n(-118 * s)}Q${n(66 * s)} ${n(-60 * s)} ${n(58 * s)} ${n(-26 * s)}H${n(5 * s)}Z`,
    palette.cream,
    { depth: 0.5, at: place },
  );
  const jib = cut(
    `M${n(-5 * s)} ${n(-106 * s)}Q${n(-46 * s)} ${n(-58 * s)} ${n(-52 * s)} ${n(-26 * s)}H${n(-5 * s)}Z`,
    palette.blush,
    { depth: 0.5, at: place },
  );
  const body = cut(
    `M${n(-66 * s)} ${n(-16 * s)}H${n(70 * s)}Q${n(58 * s)} ${n(20 * s)} ${n(34 * s)} ${n(20 * s)}H${n(-36 * s)}Q${n(-58 * s)} ${n(16 * s)} ${n(-66 * s)} ${n(-16 * s)}Z`,
    hull,
    { depth: 0.6, at: place },
  );
  const strake = `<g transform="${place}">${mast}</g>`;
  return (
    strake +
    main +
    jib +
    body +
    `<g transform="${place}">${line(`M${n(-62 * s)} ${n(-6 * s)}H${n(66 * s)}`, palette.cream, 3 * s, 0.7)}</g>`
  );
}

/** A striped lighthouse; the point is the middle of its base. The lamp is on if the sky is dark. */
export function drawLighthouse(sheet: Sheet, [x, y]: Point, tall: number): string {
  const { palette, width } = sheet;
  const half = tall * 0.11;
  const tower = polygon([
    [x - half * 0.72, y - tall * 0.74],
    [x + half * 0.72, y - tall * 0.74],
    [x + half, y],
    [x - half, y],
  ]);
  const band = (low: number, high: number) =>
    polygon([
      [x - half * (1 - 0.28 * high), y - tall * 0.74 * high],
      [x + half * (1 - 0.28 * high), y - tall * 0.74 * high],
      [x + half * (1 - 0.28 * low), y - tall * 0.74 * low],
      [x - half * (1 - 0.28 * low), y - tall * 0.74 * low],
    ]);
  const lamp: Point = [x, y - tall * 0.81];
  const beam = isDark(sheet)
    ? flat(
        polygon([lamp, [-width * 0.1, lamp[1] - tall * 0.55], [-width * 0.1, lamp[1] + tall * 0.6]]),
        palette.gold,
        0.2,
      ) +
      flat(
        polygon([lamp, [width * 1.1, lamp[1] - tall * 0.3], [width * 1.1, lamp[1] + tall * 0.25]]),
        palette.gold,
        0.14,
      )
    : '';
  return (
    beam +
    cut(tower, palette.cream, { depth: 0.8 }) +
    flat(band(0.2, 0.44), palette.warm) +
    flat(band(0.68, 0.86), palette.warm) +
    flat(
      polygon([
        [x + half * 0.2, y - tall * 0.74],
        [x + half * 0.72, y - tall * 0.74],
        [x + half, y],
        [x + half * 0.3, y],
      ]),
      '#1d100b',
      0.16,
    ) +
    cut(box(x - half * 0.95, y - tall * 0.77, half * 1.9, tall * 0.04, 3), palette.ink, { depth: 0.4 }) +
    flat(box(x - half * 0.5, y - tall * 0.87, half, tall * 0.1), palette.gold) +
    cut(
      polygon([
        [x - half * 0.8, y - tall * 0.86],
        [x, y - tall],
        [x + half * 0.8, y - tall * 0.86],
      ]),
      palette.warmDeep,
      { depth: 0.4 },
    )
  );
}

export const harbour: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const horizon = height * random.between(0.5, 0.58);
  const right = random.chance(0.6);
  const side = (share: number) => width * (right ? share : 1 - share);
  const rise = height * random.between(0.1, 0.16);
  const top: Point = [side(0.8), horizon - rise];
  const hill = smooth([
    [side(0.42), horizon + unit * 3],
    [side(0.56), horizon - rise * 0.3],
    [side(0.7), horizon - rise * 0.92],
    top,
    [side(0.92), horizon - rise * 0.84],
    [side(1.1), horizon - rise * 0.5],
    [side(1.14), horizon + unit * 8],
  ]);
  const far = cut(
    ridge(random, width, horizon - unit * 4, horizon + unit * 6, unit * 2.2, 6),
    mix(palette.leafDeep, palette.ground[1], 0.62),
    { depth: 0.3 },
  );
  const house = [0.9, 0.96].map((share, i) => {
    const [x, y, s] = [side(share), horizon - rise * (0.72 - i * 0.12), unit * (5 - i)];
    return (
      cut(box(x - s, y - s * 1.3, s * 2, s * 1.6), i ? palette.blush : palette.cream, { depth: 0.5 }) +
      cut(
        polygon([
          [x - s * 1.2, y - s * 1.2],
          [x, y - s * 2.2],
          [x + s * 1.2, y - s * 1.2],
        ]),
        palette.warmDeep,
        { depth: 0.4 },
      ) +
      flat(box(x - s * 0.3, y - s * 0.8, s * 0.6, s * 0.7), isDark(sheet) ? palette.gold : palette.coolDeep)
    );
  });
  const tall = height * random.between(0.26, 0.32);
  const boats = [
    [0.3, 0.3, 17],
    [0.54, 0.16, 9],
  ].map(([x = 0, y = 0, size = 0], i) =>
    drawBoat(
      sheet,
      [side(x + random.between(-0.06, 0.06)), horizon + (height - horizon) * y],
      size * unit,
      random.between(-5, 5),
      i ? palette.coolDeep : palette.warm,
    ),
  );
  const sea = drawSea(sheet, horizon, 6);
  return (
    drawSky(
      sheet,
      [side(random.between(0.22, 0.4)), horizon - height * random.between(0.2, 0.32)],
      unit * random.between(8, 11),
    ) +
    far +
    drawLighthouse(sheet, top, tall) +
    cut(hill, mix(palette.leafDeep, palette.ink, 0.12), { depth: 0.8 }) +
    house.join('') +
    sea.slice(0, 3).join('') +
    boats.join('') +
    sea.slice(3).join('')
  );
};

export const village: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const quay = height * 0.76;
  const colours = [
    palette.warm,
    palette.cream,
    palette.blush,
    palette.gold,
    mix(palette.cool, palette.cream, 0.4),
    palette.warmDeep,
  ] as const;
  const lit = isDark(sheet);
  const rows = Array.from({ length: 5 }, (_, row) => {
    const y = quay - (4 - row) * height * 0.105;
    const hill = cut(
      ridge(random, width, y - unit * 3, height, unit * 2, 5),
      mix(palette.leafDeep, palette.leaf, row / 5),
      { depth: 0.5 },
    );
    let x = -unit * random.between(0, 10);
    let houses = '';
    while (x < width) {
      const wide = unit * random.between(9, 14);
      const tall = unit * random.between(12, 19);
      const wall = random.pick(colours);
      const roof = random.pick([palette.warmDeep, darken(palette.warm, 0.2), palette.coolDeep]);
      const base = y + unit * 3;
      const windows = [0.24, 0.62].flatMap((wx) =>
        [0.3, 0.62].map((wy) =>
          flat(
            box(x + wide * wx, base - tall * (1 - wy), wide * 0.17, tall * 0.17, 2),
            lit && random.chance(0.7) ? palette.gold : mix(palette.coolDeep, wall, 0.15),
          ),
        ),
      );
      if (random.chance(0.84))
        houses +=
          cut(box(x, base - tall, wide, tall + unit * 6), wall, { depth: 0.6 }) +
          flat(box(x + wide * 0.72, base - tall, wide * 0.28, tall + unit * 6), '#1d100b', 0.1) +
          windows.join('') +
          cut(
            polygon([
              [x - unit * 0.8, base - tall + 2],
              [x + wide * 0.5, base - tall - unit * random.between(4, 6)],
              [x + wide + unit * 0.8, base - tall + 2],
            ]),
            roof,
            { depth: 0.4 },
          );
      else houses += cut(oval(x + wide / 2, base - unit * 4, unit * 4.5, unit * 6), palette.leafPale, { depth: 0.5 });
      x += wide * random.between(0.92, 1.12);
    }
    return hill + houses;
  });
  const wall = cut(box(-10, quay + unit * 2, width + 20, unit * 5), mix(palette.base, palette.cream, 0.35), {
    depth: 0.8,
  });
  const boats = [0.22, 0.55, 0.82].map((share, i) =>
    drawBoat(
      sheet,
      [width * (share + random.between(-0.05, 0.05)), quay + unit * (12 + i * 2)],
      unit * random.between(10, 13),
      random.between(-4, 4),
      [palette.warm, palette.coolDeep, palette.gold][i] ?? palette.warm,
    ),
  );
  return (
    drawSky(sheet, [width * random.between(0.15, 0.85), height * 0.13], unit * 6) +
    rows.join('') +
    wall +
    drawSea(sheet, quay + unit * 9, 4).join('') +
    boats.join('')
  );
};
