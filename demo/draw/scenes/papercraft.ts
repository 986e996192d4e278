import { darken, lighten, mix } from '../colour';
import { backdrop, cut, flat, line, n, windowLight } from '../paper';
import type { Scene } from '../paper';
import { around, box, oval, polygon, scatter } from '../shapes';
import type { Point } from '../shapes';
import { drawFolded, foldedModels } from '../folded';

export const origami: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const main = random.pick(foldedModels);
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
    drawFolded(
      i < 3 ? main : random.pick(foldedModels),
      at,
      radius * 1.12,
      random.between(-18, 18),
      colours[i] ?? palette.warm,
    ),
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
