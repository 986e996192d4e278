import { lighten, mix } from '../colour';
import { backdrop, cut, flat, inside, line, n } from '../paper';
import type { Scene } from '../paper';
import { box, oval, smooth } from '../shapes';
import type { Point } from '../shapes';

export const stones: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const water = height * 0.74;
  const x = width * random.between(0.36, 0.64);
  const shades = random.shuffle([
    palette.cool,
    palette.warm,
    palette.cream,
    palette.coolDeep,
    palette.gold,
    palette.blush,
    palette.leafDeep,
  ]);
  let y = water + unit * 5;
  let breadth = unit * random.between(27, 31);
  const pile = Array.from({ length: 6 }, (_, i) => {
    const tall = breadth * random.between(0.3, 0.44);
    const colour = shades[i] ?? palette.cream;
    const cx = x + random.between(-2, 2) * unit;
    const d = smooth(
      [
        [cx - breadth, y - tall * 0.9],
        [cx - breadth * 0.7, y - tall * 1.75],
        [cx, y - tall * random.between(1.9, 2.1)],
        [cx + breadth * 0.75, y - tall * 1.7],
        [cx + breadth, y - tall * 0.85],
        [cx + breadth * 0.6, y - tall * 0.1],
        [cx, y],
        [cx - breadth * 0.65, y - tall * 0.12],
      ],
      true,
    );
    const veins = line(
      `M${n(cx - breadth)} ${n(y - tall * random.between(0.6, 1.2))}q${n(breadth)} ${n(random.between(-1, 1) * tall)} ${n(breadth * 2)} ${n(random.between(-0.4, 0.4) * tall)}`,
      lighten(colour, 0.55),
      unit * random.between(0.4, 1),
      0.6,
    );
    const art =
      cut(d, colour, { depth: 1 }) +
      inside(
        sheet,
        d,
        flat(oval(cx - breadth * 0.3, y - tall * 1.8, breadth * 0.8, tall * 0.7), '#ffffff', 0.14) +
          flat(oval(cx + breadth * 0.4, y, breadth, tall * 0.6), '#1d100b', 0.16) +
          veins,
      );
    y -= tall * 1.82;
    breadth *= random.between(0.68, 0.82);
    return art;
  });
  const rings = [1.3, 1.8, 2.5, 3.3].map((share) =>
    line(oval(x, water + unit * 6, unit * 26 * share, unit * 3.2 * share), palette.cream, unit * 0.4, 0.4 / share),
  );
  const sunAt: Point = [width - x + (width / 2 - x) * 0.2, height * random.between(0.22, 0.36)];
  const small = Array.from({ length: 9 }, () =>
    cut(
      oval(
        width * random.next(),
        height * random.between(0.9, 0.99),
        unit * random.between(4, 9),
        unit * random.between(2, 4),
      ),
      random.pick([palette.cool, palette.coolDeep, palette.cream]),
      { depth: 0.7 },
    ),
  );
  return (
    backdrop(sheet) +
    flat(oval(...sunAt, unit * 17), lighten(palette.gold, 0.5), 0.3) +
    flat(oval(...sunAt, unit * 11), lighten(palette.gold, 0.5)) +
    flat(box(0, water, width, height), mix(palette.cool, palette.ground[1], 0.3)) +
    rings.join('') +
    pile.join('') +
    small.join('')
  );
};
