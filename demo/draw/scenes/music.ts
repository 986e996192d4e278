import { darken, lighten, mix } from '../colour';
import { drawCello } from '../instruments';
import { backdrop, cut, flat, inside, line, n, vignette, windowLight } from '../paper';
import type { Scene, Sheet } from '../paper';
import { around, box, oval, polygon, ridge, smooth } from '../shapes';
import type { Point } from '../shapes';

/** A cello and an empty chair in a spotlight. */
export const stage: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const curtain = random.pick([
    palette.warmDeep,
    palette.coolDeep,
    mix(palette.warmDeep, palette.coolDeep, 0.5),
    palette.leafDeep,
  ]);
  const x = width * random.between(0.42, 0.58);
  const floor = height * 0.8;
  const folds = Array.from({ length: Math.ceil(width / (unit * 8)) + 1 }, (_, i) =>
    flat(
      `M${n(i * unit * 8)} 0q${n(unit * 3)} ${n(floor / 2)} 0 ${n(floor)}h${n(unit * 4)}q${n(unit * 2)} ${n(-floor / 2)} 0 ${n(-floor)}Z`,
      darken(curtain, 0.5),
      0.42,
    ),
  );
  const beams = [1, 0.74, 0.5].map((share) =>
    flat(
      polygon([
        [x - unit * 5, -10],
        [x + unit * 5, -10],
        [x + unit * 40 * share, floor + unit * 6],
        [x - unit * 40 * share, floor + unit * 6],
      ]),
      palette.gold,
      0.12,
    ),
  );
  const pool =
    flat(oval(x, floor + unit * 7, unit * 42, unit * 8), palette.gold, 0.3) +
    flat(oval(x, floor + unit * 7, unit * 30, unit * 5.6), palette.cream, 0.25);
  const hand = random.pick([-1, 1]);
  const chairAt = x + hand * unit * 15;
  const seat = floor - unit * 12;
  const timber = darken(palette.base, 0.25);
  const chair =
    [-7, 7]
      .map((dx) =>
        cut(box(chairAt + dx * unit - unit * 0.8, seat, unit * 1.6, unit * 20, 3), darken(timber, 0.2), { depth: 0.5 }),
      )
      .join('') +
    cut(box(chairAt - unit * 9, seat - unit * 1.4, unit * 18, unit * 3, 6), timber, { depth: 0.7 }) +
    cut(
      `M${n(chairAt + hand * 8 * unit)} ${n(seat)}q${n(hand * 3 * unit)} ${n(-unit * 15)} ${n(hand * unit)} ${n(-unit * 28)}h${n(-hand * 2 * unit)}q${n(hand * 2 * unit)} ${n(unit * 14)} ${n(-hand * unit)} ${n(unit * 28)}Z`,
      timber,
      { depth: 0.5 },
    ) +
    cut(box(chairAt + hand * 8.4 * unit - unit * 3, seat - unit * 28, unit * 6, unit * 7, 10), timber, { depth: 0.5 });
  const cello = drawCello(sheet, {
    at: [x - hand * unit * 8, floor - unit * 15],
    height: unit * 39,
    tilt: -hand * random.between(4, 10),
    wood: random.pick(['#b4692c', '#a5562e', '#8a4522']),
  });
  const bow =
    line(
      `M${n(chairAt - unit * 11)} ${n(seat - unit * 3)}L${n(chairAt + unit * 14)} ${n(seat - unit * 5)}`,
      '#4a2413',
      unit * 1,
    ) +
    line(
      `M${n(chairAt - unit * 11)} ${n(seat - unit * 2)}L${n(chairAt + unit * 14)} ${n(seat - unit * 4)}`,
      palette.cream,
      unit * 0.5,
    );
  const dust = Array.from({ length: 44 }, () =>
    flat(
      oval(x + random.between(-26, 26) * unit, random.next() * floor, random.between(1, 3.4)),
      palette.cream,
      random.between(0.15, 0.5),
    ),
  );
  return (
    backdrop(sheet, curtain, darken(curtain, 0.35)) +
    folds.join('') +
    flat(box(0, floor, width, height - floor), darken(palette.base, 0.45)) +
    beams.join('') +
    pool +
    chair +
    bow +
    cello +
    dust.join('') +
    vignette(sheet, 0.6)
  );
};

/** Seen from above, without reflections. */
export function drawRecord({ random, palette }: Sheet, centre: Point, r: number): string {
  const label = random.pick([palette.warm, palette.gold, palette.cool, palette.blush]);
  const grooves = Array.from({ length: 15 }, (_, i) =>
    line(oval(...centre, r * (0.94 - i * 0.038)), '#ffffff', 1.4, i % 4 ? 0.07 : 0.16),
  );
  const print = [-1, 1].map((side) =>
    line(
      `M${n(centre[0] - r * 0.16)} ${n(centre[1] + side * r * 0.2)}h${n(r * (side > 0 ? 0.32 : 0.2))}`,
      palette.ink,
      r * 0.02,
      0.7,
    ),
  );
  return (
    cut(oval(...centre, r), '#17120f', { depth: 1.6 }) +
    grooves.join('') +
    flat(oval(...centre, r * 0.34), label) +
    print.join('') +
    line(oval(...centre, r * 0.3), palette.cream, 2.5, 0.6) +
    flat(oval(...centre, r * 0.12), mix(label, palette.cream, 0.6)) +
    flat(oval(...centre, r * 0.03), '#17120f')
  );
}

export const vinyl: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const s = Math.min(width * 0.62, height * 0.7);
  const [x, y] = [width * 0.44 - s * 0.5, height / 2 - s / 2];
  const tilt = random.between(-7, 7);
  const record: Point = [x + s * random.between(0.84, 0.98), y + s / 2];
  const r = s * 0.475;
  const gleam = [20, 200].map((degrees) =>
    flat(polygon([record, around(record, r * 0.97, degrees), around(record, r * 0.97, degrees + 18)]), '#ffffff', 0.09),
  );
  const disc = drawRecord(sheet, record, r) + gleam.join('');
  const cover = box(x, y, s, s, 4);
  const kind = random.int(0, 2);
  const sun = flat(cover, palette.gold) + flat(oval(x + s * 0.62, y + s * 0.32, s * 0.15), palette.cream);
  const bands = [palette.warm, palette.warmDeep, palette.coolDeep].map(
    (colour, i) =>
      `<g transform="translate(${n(x)} ${n(y)})">${flat(ridge(random, s, s * (0.46 + i * 0.17), s, s * 0.07, 3), colour)}</g>`,
  );
  const rings = Array.from({ length: 8 }, (_, i) =>
    flat(
      oval(x + s * 0.5, y + s * 0.55, s * (0.62 - i * 0.075)),
      [palette.warm, palette.cream, palette.coolDeep, palette.gold][i % 4] ?? palette.warm,
    ),
  );
  const bars = Array.from({ length: 11 }, (_, i) =>
    flat(
      box(
        x + s * (0.08 + i * 0.078),
        y + s * 0.5 - s * Math.abs(Math.sin(i * 1.3 + kind)) * 0.34,
        s * 0.045,
        s * Math.abs(Math.sin(i * 1.3 + kind)) * 0.68 + s * 0.04,
        s * 0.02,
      ),
      i % 3 ? palette.cream : palette.gold,
    ),
  );
  const design =
    kind === 0
      ? sun + bands.join('')
      : kind === 1
        ? flat(cover, palette.leafDeep) + rings.join('')
        : flat(cover, palette.warmDeep) + bars.join('');
  const middle = `${n(width / 2)} ${n(height / 2)}`;
  return (
    backdrop(sheet, undefined, undefined, 1) +
    windowLight(sheet, 0.14) +
    `<g transform="rotate(${n(tilt)} ${middle})">${disc}${cut(cover, palette.cream, { depth: 1.8 })}${inside(sheet, cover, design)}${flat(box(x, y, s * 0.02, s), '#000000', 0.14)}${flat(box(x + s - unit * 0.4, y, unit * 0.4, s), '#000000', 0.2)}</g>`
  );
};

export const score: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const ribbons = [0.3, 0.68].map((share, row) => {
    const [base, swing, phase] = [height * share, unit * random.between(7, 12), random.between(0, 6)];
    const y = (x: number) => base + Math.sin((x / width) * 5 + phase) * swing;
    const gap = unit * 3.2;
    const paper = `${smooth(Array.from({ length: 15 }, (_, i): Point => [((i - 0.5) * width) / 13, y(((i - 0.5) * width) / 13) - gap * 4.4]))}L${n(width * 1.2)} ${n(y(width * 1.15) + gap * 4.4)}${smooth(Array.from({ length: 15 }, (_, i): Point => [width * 1.12 - (i * width * 1.2) / 13, y(width * 1.12 - (i * width * 1.2) / 13) + gap * 4.4])).replace('M', 'L')}Z`;
    const staves = [-2, -1, 0, 1, 2].map((k) =>
      line(
        smooth(
          Array.from({ length: 24 }, (_, i): Point => [
            (i * width) / 22 - unit * 4,
            y((i * width) / 22 - unit * 4) + k * gap,
          ]),
        ),
        palette.ink,
        2.6,
        0.7,
      ),
    );
    const notes = Array.from({ length: 9 }, (_, i) => {
      const x = width * (0.07 + i * 0.107);
      const at: Point = [x, y(x) + random.int(-4, 4) * gap * 0.5];
      const colour = random.pick([palette.ink, palette.warmDeep, palette.coolDeep, palette.leafDeep]);
      const up = at[1] > y(x) ? -1 : 1;
      const head = cut(oval(0, 0, gap * 0.66, gap * 0.48), colour, {
        depth: 0.6,
        at: `translate(${n(at[0])} ${n(at[1])}) rotate(-20)`,
      });
      const tail = `M${n(at[0] - up * gap * 0.6)} ${n(at[1])}v${n(up * gap * 3.2)}`;
      const flag = random.chance(0.4)
        ? line(
            `M${n(at[0] - up * gap * 0.6)} ${n(at[1] + up * gap * 3.2)}q${n(gap)} ${n(-up * gap * 0.4)} ${n(gap * 0.9)} ${n(-up * gap * 1.5)}`,
            colour,
            gap * 0.22,
          )
        : '';
      return line(tail, colour, gap * 0.18) + flag + head;
    });
    return (
      cut(paper, row ? lighten(palette.cream, 0.2) : palette.cream, { depth: 1.6 }) + staves.join('') + notes.join('')
    );
  });
  const discs = [0, 1, 2].map(() =>
    flat(
      oval(width * random.next(), height * random.next(), unit * random.between(10, 26)),
      random.pick([palette.blush, palette.gold, palette.cool]),
      0.35,
    ),
  );
  return backdrop(sheet, undefined, undefined, 1) + discs.join('') + ribbons.join('');
};
