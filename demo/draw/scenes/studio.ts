import { darken, lighten, mix } from '../colour';
import { backdrop, cut, flat, line, n, windowLight } from '../paper';
import type { Scene, Sheet } from '../paper';
import { box, oval, polygon } from '../shapes';
import type { Point } from '../shapes';
import { pottedPlant } from './window';

function getFloor({ width, height, palette, unit }: Sheet, level: number): string {
  const planks = [0.3, 0.62].map((share) =>
    line(`M0 ${n(level + (height - level) * share)}H${width}`, darken(palette.base, 0.3), unit * 0.5, 0.5),
  );
  return (
    flat(box(0, level, width, height - level), palette.base) +
    flat(box(0, level, width, unit * 0.7), '#ffffff', 0.25) +
    planks.join('')
  );
}

/** An exercise room in morning light, with a mat, a ball and weights. */
export const studio: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const level = height * random.between(0.68, 0.76);
  const flip = random.chance(0.5);
  const x = (share: number) => width * (flip ? 1 - share : share);
  const mat = polygon([
    [x(0.12), level + unit * 17],
    [x(0.2), level + unit * 7],
    [x(0.72), level + unit * 7],
    [x(0.8), level + unit * 17],
  ]);
  const r = unit * random.between(15, 21);
  const ballAt: Point = [x(random.between(0.22, 0.32)), level + unit * 9 - r];
  const tone = random.pick([palette.gold, palette.warm, palette.cool]);
  const ball =
    cut(oval(...ballAt, r), tone, { depth: 1.5 }) +
    flat(oval(ballAt[0] - r * 0.22, ballAt[1] - r * 0.26, r * 0.6), lighten(tone, 0.35), 0.45) +
    [0.72, 0.4].map((share) => line(oval(...ballAt, r * share, r), darken(tone, 0.2), 2, 0.3)).join('');
  const bells = [0.56, 0.68].map((share, i) => {
    const s = unit * (i ? 5 : 7);
    const [bx, by] = [x(share), level + unit * (12 + i * 2)];
    const colour = i ? palette.warmDeep : palette.ink;
    return (
      line(
        `M${n(bx - s * 0.6)} ${n(by - s * 1.2)}q${n(-s * 0.1)} ${n(-s * 1.5)} ${n(s * 0.6)} ${n(-s * 1.5)}t${n(s * 0.6)} ${n(s * 1.5)}`,
        colour,
        s * 0.34,
      ) +
      cut(oval(bx, by - s * 0.6, s), colour, { depth: 0.9 }) +
      flat(oval(bx - s * 0.3, by - s, s * 0.26), '#ffffff', 0.2)
    );
  });
  const mirror = random.chance(0.5)
    ? cut(
        `M${n(x(0.6) - unit * 16)} ${n(level - unit * 4)}V${n(level - unit * 40)}a${n(unit * 16)} ${n(unit * 16)} 0 0 1 ${n(unit * 32)} 0V${n(level - unit * 4)}Z`,
        mix(palette.ground[0], palette.cool, 0.35),
        { depth: 0.8 },
      )
    : [0, 1, 2]
        .map((i) =>
          cut(
            oval(x(0.5 + i * 0.1), level - unit * (38 - (i % 2) * 12), unit * (9 - i * 1.6)),
            [palette.warm, palette.gold, palette.cool][i] ?? palette.warm,
            { depth: 0.5 },
          ),
        )
        .join('');
  return (
    backdrop(sheet) +
    mirror +
    windowLight(sheet, 0.26) +
    getFloor(sheet, level) +
    cut(mat, random.pick([palette.coolDeep, palette.leafDeep, palette.warmDeep]), { depth: 0.5 }) +
    ball +
    bells.join('') +
    pottedPlant(sheet, [x(0.91), level + unit * 12], unit * random.between(48, 62))
  );
};
