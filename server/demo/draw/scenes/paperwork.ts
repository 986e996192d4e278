import { darken, lighten, mix } from '../colour';
import { backdrop, cut, flat, line, n, shadowOf, windowLight } from '../paper';
import type { Scene, Sheet } from '../paper';
import { around, box, oval, polygon, scatter } from '../shapes';
import type { Point } from '../shapes';

type Facet = readonly [points: readonly Point[], tone: number];

/** Folded models as facets around 0,0; tone -1 (deep shade) to 1 (lit). */
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
const models = [crane, boat, plane, fish, fox] as const;

function fold(model: readonly Facet[], [x, y]: Point, size: number, tilt: number, colour: string): string {
  const scale = size / 200;
  const place = `translate(${n(x)} ${n(y)}) rotate(${n(tilt)}) scale(${scale.toFixed(2)})`;
  const tone = (share: number) => (share > 0 ? lighten(colour, share * 0.5) : darken(colour, -share * 0.5));
  const shade = model.map(([points]) => shadowOf(polygon(points), 1.3, place, scale)).join('');
  const facets = model.map(([points, share]) => flat(polygon(points), tone(share))).join('');
  return `<g opacity=".6">${shade}</g><g transform="${place}">${facets}</g>`;
}

/** Folded birds, boats and foxes on plain paper. */
export const origami: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const main = random.pick([crane, ...models]);
  const spots = scatter(
    random,
    { x: width * 0.17, y: height * 0.17, width: width * 0.66, height: height * 0.66 },
    [30, 22, 19, 16, 14].map((size) => size * unit),
    1.02,
  );
  const colours = random.shuffle([
    palette.warm,
    palette.gold,
    palette.cool,
    palette.leaf,
    palette.blush,
    palette.coolDeep,
  ]);
  const folded = spots.map(({ at, radius }, i) =>
    fold(i < 3 ? main : random.pick(models), at, radius * 1.12, random.between(-18, 18), colours[i] ?? palette.warm),
  );
  const square = cut(box(-unit * 12, -unit * 12, unit * 24, unit * 24), colours[5] ?? palette.cool, {
    depth: 0.8,
    at: `translate(${n(width * random.pick([0.03, 0.95]))} ${n(height * random.between(0.8, 0.97))}) rotate(${n(random.between(10, 40))})`,
  });
  return (
    backdrop(sheet, mix(palette.cream, palette.ground[0], 0.4), mix(palette.cream, palette.ground[1], 0.75), 1) +
    windowLight(sheet, 0.3) +
    square +
    folded.join('')
  );
};

/** A city cut from paper that stands up out of an open book. */
export const popUpCity: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const spine = height * 0.8;
  const colours = [
    palette.coolDeep,
    palette.cool,
    palette.warmDeep,
    palette.warm,
    palette.blush,
    palette.gold,
  ] as const;
  const reach = Math.min(width * 0.46, height * 0.62);
  const layers = [0, 1, 2, 3].map((row) => {
    const base = spine - unit * (8 - row * 4.5);
    const span = reach * (0.72 + row * 0.07);
    let x = width / 2 - span;
    let towers = '';
    while (x < width / 2 + span - unit * 5) {
      const wide = Math.min(unit * random.between(7, 13), width / 2 + span - x);
      const centred = 1 - Math.abs(x + wide / 2 - width / 2) / span;
      const tall = height * (0.1 + centred * (0.4 - row * 0.085)) * random.between(0.7, 1.1);
      const colour = mix(random.pick(colours), palette.ground[0], (3 - row) * 0.17);
      const roof = random.pick(['flat', 'gable', 'dome', 'spire']);
      const top = base - tall;
      const cap =
        roof === 'gable'
          ? polygon([
              [x, top + 1],
              [x + wide / 2, top - wide * 0.5],
              [x + wide, top + 1],
            ])
          : roof === 'dome'
            ? `M${n(x)} ${n(top + 1)}a${n(wide / 2)} ${n(wide / 2)} 0 0 1 ${n(wide)} 0Z`
            : roof === 'spire'
              ? polygon([
                  [x + wide * 0.2, top + 1],
                  [x + wide / 2, top - wide * 1.3],
                  [x + wide * 0.8, top + 1],
                ])
              : '';
      const windows = Array.from({ length: Math.floor(tall / (unit * 4.4)) * 2 }, (_, k) =>
        flat(
          box(
            x + wide * (k % 2 ? 0.58 : 0.2),
            top + unit * (1.8 + Math.floor(k / 2) * 4.2),
            wide * 0.2,
            unit * 2.2,
            k % 3 ? 2 : 12,
          ),
          mix(colour, palette.ink, 0.5),
          0.6,
        ),
      );
      towers +=
        (cap && cut(cap, darken(colour, 0.1), { depth: 0.7 })) +
        cut(box(x, top, wide, tall + unit * 2), colour, { depth: 0.8 }) +
        windows.join('');
      x += wide * random.between(0.96, 1.2);
    }
    return towers;
  });
  const page = (hand: number) =>
    `M${n(width / 2)} ${n(spine + unit * 2)}Q${n(width / 2 + hand * reach * 0.5)} ${n(spine - unit * 12)} ${n(width / 2 + hand * reach * 1.06)} ${n(spine - unit * 5)}L${n(width / 2 + hand * reach * 1.14)} ${n(spine + unit * 9)}Q${n(width / 2 + hand * reach * 0.5)} ${n(spine + unit * 3)} ${n(width / 2)} ${n(spine + unit * 14)}Z`;
  const cover = cut(
    `M${n(width / 2 - reach * 1.2)} ${n(spine + unit * 11)}L${n(width / 2 - reach * 1.1)} ${n(spine - unit * 5)}H${n(width / 2 + reach * 1.1)}L${n(width / 2 + reach * 1.2)} ${n(spine + unit * 11)}L${n(width / 2)} ${n(spine + unit * 16)}Z`,
    palette.warmDeep,
    { depth: 1.6 },
  );
  const pages = [-1, 1].map((hand) =>
    cut(page(hand), hand < 0 ? lighten(palette.cream, 0.3) : palette.cream, { depth: 0.7 }),
  );
  const moon: Point = [width * random.between(0.22, 0.78), height * 0.17];
  const hanging = [0.16, 0.34, 0.72, 0.87].map((share, i) => {
    const at: Point = [width * (share + random.between(-0.03, 0.03)), height * random.between(0.08, 0.24)];
    return (
      line(`M${n(at[0])} 0V${n(at[1])}`, palette.ink, 1.6, 0.35) +
      (i % 2
        ? cut(
            `M${n(at[0] - unit * 6)} ${n(at[1] + unit * 2)}a${n(unit * 3)} ${n(unit * 3)} 0 0 1 ${n(unit * 3)} ${n(-unit * 4)}a${n(unit * 4)} ${n(unit * 4)} 0 0 1 ${n(unit * 7)} ${n(unit)}a${n(unit * 2)} ${n(unit * 2)} 0 0 1 ${n(unit * 2)} ${n(unit * 3)}Z`,
            lighten(palette.cream, 0.4),
            { depth: 0.9 },
          )
        : cut(
            polygon(Array.from({ length: 10 }, (_, k) => around(at, unit * (k % 2 ? 1.2 : 2.8), k * 36))),
            palette.gold,
            { depth: 0.8 },
          ))
    );
  });
  return (
    backdrop(sheet) +
    flat(box(0, spine + unit * 3, width, height), palette.base) +
    cut(oval(...moon, unit * 8), lighten(palette.gold, 0.4), { depth: 0.9 }) +
    hanging.join('') +
    cover +
    pages.join('') +
    layers.join('')
  );
};

/** Envelopes, a wax seal and a pen on a desk. */
export const letters: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const colours = random.shuffle([
    palette.cream,
    lighten(palette.blush, 0.2),
    mix(palette.cool, palette.cream, 0.5),
    lighten(palette.gold, 0.3),
    palette.warm,
    palette.leafPale,
  ]);
  const places: readonly Point[] =
    width > height
      ? [
          [0.22, 0.3],
          [0.52, 0.68],
          [0.8, 0.26],
        ]
      : [
          [0.3, 0.2],
          [0.68, 0.5],
          [0.34, 0.8],
        ];
  const posts = places.map(([px, py], i) =>
    envelope(
      sheet,
      [width * px, height * py],
      unit * (width > height ? 46 : 50),
      random.between(-16, 16),
      colours[i] ?? palette.cream,
      i,
    ),
  );
  const sheetAt = `translate(${n(width * (width > height ? 0.8 : 0.76))} ${n(height * (width > height ? 0.74 : 0.84))}) rotate(${n(random.between(-14, 14))})`;
  const lines = Array.from({ length: 9 }, (_, i) =>
    line(
      `M${n(-unit * 16)} ${n(unit * (-19 + i * 4.6))}q${n(unit * 4)} ${n(-unit)} ${n(unit * 8)} 0t${n(unit * 8)} 0t${n(unit * (i % 4 === 3 ? 5 : 14))} 0`,
      palette.coolDeep,
      unit * 0.42,
      0.65,
    ),
  );
  const letter =
    cut(box(-unit * 21, -unit * 26, unit * 42, unit * 52, 3), lighten(palette.cream, 0.45), { depth: 1, at: sheetAt }) +
    `<g transform="${sheetAt}">${lines.join('')}</g>`;
  const penAt = `translate(${n(width * random.between(0.44, 0.54))} ${n(height * random.between(0.42, 0.5))}) rotate(${n(random.between(30, 70))})`;
  const pen =
    cut(
      `M${n(-unit * 1.6)} ${n(-unit * 22)}Q0 ${n(-unit * 25)} ${n(unit * 1.6)} ${n(-unit * 22)}L${n(unit * 2)} ${n(unit * 10)}H${n(-unit * 2)}Z`,
      palette.ink,
      { depth: 1.1, at: penAt },
    ) +
    cut(box(-unit * 2.1, unit * 1, unit * 4.2, unit * 1.6, 2), palette.gold, { depth: 0.3, at: penAt }) +
    cut(`M${n(-unit * 1.7)} ${n(unit * 10)}H${n(unit * 1.7)}L0 ${n(unit * 18)}Z`, palette.gold, {
      depth: 0.6,
      at: penAt,
    });
  return (
    backdrop(sheet, mix(palette.base, palette.ground[0], 0.15), darken(palette.base, 0.22), 1) +
    windowLight(sheet, 0.1) +
    letter +
    posts.join('') +
    pen
  );
};

function envelope(
  { palette, unit, random }: Sheet,
  [x, y]: Point,
  wide: number,
  tilt: number,
  colour: string,
  kind: number,
): string {
  const tall = wide * 0.66;
  const at = `translate(${n(x)} ${n(y)}) rotate(${n(tilt)})`;
  const [l, t, r, b] = [-wide / 2, -tall / 2, wide / 2, tall / 2];
  const back = cut(box(l, t, wide, tall, 5), colour, { depth: 1.3, at });
  if (kind === 1) {
    const stamp =
      flat(box(r - wide * 0.2, t + tall * 0.1, wide * 0.14, tall * 0.28), palette.cream) +
      flat(box(r - wide * 0.185, t + tall * 0.13, wide * 0.11, tall * 0.22), palette.warm) +
      flat(oval(r - wide * 0.13, t + tall * 0.24, wide * 0.034), palette.gold);
    const mark = [0, 1, 2]
      .map((i) =>
        line(
          `M${n(r - wide * 0.42)} ${n(t + tall * (0.14 + i * 0.07))}q${n(wide * 0.05)} ${n(-tall * 0.04)} ${n(wide * 0.1)} 0t${n(wide * 0.1)} 0`,
          palette.ink,
          2.4,
          0.4,
        ),
      )
      .join('');
    const address = [0, 1, 2]
      .map((i) =>
        line(
          `M${n(-wide * 0.16)} ${n(tall * (0.02 + i * 0.12))}h${n(wide * (0.36 - i * 0.07))}`,
          palette.coolDeep,
          unit * 0.6,
          0.65,
        ),
      )
      .join('');
    return `${back}<g transform="${at}">${stamp}${mark}${address}</g>`;
  }
  const sides = `<g transform="${at}">${flat(
    polygon([
      [l, t],
      [0, tall * 0.06],
      [l, b],
    ]),
    darken(colour, 0.06),
  )}${flat(
    polygon([
      [r, t],
      [0, tall * 0.06],
      [r, b],
    ]),
    darken(colour, 0.1),
  )}${flat(
    polygon([
      [l, b],
      [0, -tall * 0.04],
      [r, b],
    ]),
    darken(colour, 0.03),
  )}</g>`;
  const flap = cut(
    `M${n(l)} ${n(t)}H${n(r)}L${n(wide * 0.04)} ${n(tall * 0.1)}Q0 ${n(tall * 0.14)} ${n(-wide * 0.04)} ${n(tall * 0.1)}Z`,
    lighten(colour, 0.14),
    { depth: 0.6, at },
  );
  const wax = random.pick([palette.warmDeep, palette.coolDeep, palette.leafDeep]);
  const seal =
    cut(
      polygon(Array.from({ length: 16 }, (_, i) => around([0, tall * 0.1], wide * (i % 2 ? 0.068 : 0.076), i * 22.5))),
      wax,
      { depth: 0.6, at },
    ) +
    `<g transform="${at}">${line(oval(0, tall * 0.1, wide * 0.048), lighten(wax, 0.3), 3, 0.7)}${flat(`M0 ${n(tall * 0.1 + wide * 0.026)}q${n(-wide * 0.05)} ${n(-wide * 0.04)} 0 ${n(-wide * 0.04)}q${n(wide * 0.05)} 0 0 ${n(wide * 0.04)}Z`, lighten(wax, 0.35), 0.8)}</g>`;
  return back + sides + flap + seal;
}
