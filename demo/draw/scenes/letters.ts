import { darken, lighten, mix } from '../colour';
import { backdrop, cut, flat, line, n, windowLight } from '../paper';
import type { Scene, Sheet } from '../paper';
import { around, box, oval, polygon } from '../shapes';
import type { Point } from '../shapes';

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
