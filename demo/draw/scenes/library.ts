import { darken, lighten, lightness, mix } from '../colour';
import { backdrop, cut, flat, n } from '../paper';
import type { Scene } from '../paper';
import { box, oval } from '../shapes';
import { pottedPlant } from './window';

export const library: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const rows = height > width ? 4 : 3;
  const pitch = height / (rows + 0.05);
  const colours = [
    palette.warm,
    palette.warmDeep,
    palette.coolDeep,
    palette.cool,
    palette.gold,
    palette.leafDeep,
    palette.leaf,
    palette.cream,
    palette.blush,
  ] as const;
  const shelves = Array.from({ length: rows }, (_, row) => {
    const y = pitch * (row + 0.93);
    const board = cut(box(-10, y, width + 20, unit * 2.4), palette.base, { depth: 1.1 });
    let x = unit * random.between(1, 6);
    let things = '';
    while (x < width - unit * 4) {
      if (random.chance(0.1)) {
        things += random.chance(0.5)
          ? pottedPlant(sheet, [x + unit * 8, y], pitch * 0.66)
          : cut(oval(x + unit * 7, y - unit * 6.6, unit * 6.4), random.pick(colours), { depth: 0.7 }) +
            flat(oval(x + unit * 5, y - unit * 8.4, unit * 2), '#ffffff', 0.25);
        x += unit * 18;
        continue;
      }
      const [wide, tall] = [unit * random.between(2.6, 6.4), pitch * random.between(0.5, 0.8)];
      const colour = random.pick(colours);
      const lean = random.chance(0.08) ? 9 : 0;
      const bands =
        [0.14, 0.8]
          .map((share) =>
            flat(
              box(x, y - tall * (1 - share), wide, tall * 0.028),
              lightness(colour) > 0.6 ? palette.warmDeep : palette.gold,
              0.85,
            ),
          )
          .join('') +
        flat(
          box(x + wide * 0.3, y - tall * 0.7, wide * 0.4, tall * 0.34, 3),
          lightness(colour) > 0.6 ? darken(colour, 0.2) : lighten(colour, 0.3),
          0.5,
        );
      things += `<g transform="rotate(${lean} ${n(x)} ${n(y)})">${cut(box(x, y - tall, wide, tall, 3), colour, { depth: 0.5 })}${bands}${flat(box(x + wide * 0.82, y - tall, wide * 0.18, tall), '#000000', 0.14)}</g>`;
      x += wide + (lean ? unit * 7 : unit * random.between(0.1, 0.7));
    }
    return flat(box(0, y - pitch * 0.93, width, pitch * 0.14), '#1d100b', 0.2) + board + things;
  });
  return (
    backdrop(
      sheet,
      darken(mix(palette.base, palette.ground[1], 0.3), 0.25),
      darken(mix(palette.base, palette.ground[1], 0.2), 0.4),
    ) + shelves.join('')
  );
};
