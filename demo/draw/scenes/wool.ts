import { darken, lighten, mix } from '../colour';
import { backdrop, cut, flat, inside, line, n, windowLight } from '../paper';
import type { Scene } from '../paper';
import { around, box, oval, scatter, smooth } from '../shapes';
import type { Point } from '../shapes';

export const wool: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const spots = scatter(
    random,
    { x: unit * 12, y: unit * 12, width: width - unit * 24, height: height - unit * 24 },
    [26, 23, 20, 18, 16, 14, 12, 11].map((size) => size * unit * random.between(0.85, 1.05)),
    1.02,
  );
  const colours = random.shuffle([
    palette.warm,
    palette.gold,
    palette.cool,
    palette.blush,
    palette.leaf,
    palette.cream,
    palette.coolDeep,
    palette.warmDeep,
  ]);
  const balls = spots.map(({ at, radius }, i) => {
    const colour = colours[i] ?? palette.warm;
    const d = oval(...at, radius);
    const wound = [0, 62, 121].map((base, k) => {
      const spin = base + random.between(-15, 15);
      return `<g transform="rotate(${n(spin)} ${n(at[0])} ${n(at[1])})">${Array.from({ length: 9 }, (_, s) => line(`M${n(at[0] - radius * 1.1)} ${n(at[1] + (s - 4) * radius * 0.11 * (k ? 1 : 2))}q${n(radius * 1.1)} ${n(-radius * (0.5 - k * 0.14))} ${n(radius * 2.2)} 0`, s % 2 ? lighten(colour, 0.24) : darken(colour, 0.16), radius * 0.075, 0.85)).join('')}</g>`;
    });
    const tail = smooth([
      [at[0] + radius * 0.7, at[1] + radius * 0.7],
      ...[1, 2, 3].map((k): Point =>
        around([at[0] + radius * 0.8, at[1] + radius * 0.8], radius * 0.4 * k, random.between(60, 170)),
      ),
    ]);
    return (
      (i % 2 ? line(tail, '#1d100b', radius * 0.06, 0.18) + line(tail, colour, radius * 0.055) : '') +
      cut(d, colour, { depth: 1.4 }) +
      inside(
        sheet,
        d,
        wound.join('') + flat(oval(at[0] + radius * 0.4, at[1] + radius * 0.5, radius), '#1d100b', 0.12),
      ) +
      line(oval(at[0], at[1], radius * 0.985), darken(colour, 0.3), 3, 0.4)
    );
  });
  const needle = (tilt: number) => {
    const at = `translate(${n(width * random.between(0.4, 0.6))} ${n(height * random.between(0.4, 0.6))}) rotate(${n(tilt)})`;
    return (
      cut(box(-unit * 44, -unit * 0.8, unit * 88, unit * 1.6, 6), mix(palette.base, '#e0b070', 0.6), { depth: 1, at }) +
      cut(oval(-unit * 44, 0, unit * 2), palette.warmDeep, { depth: 0.8, at })
    );
  };
  const tilt = random.between(20, 70);
  return (
    backdrop(sheet, undefined, undefined, 1) +
    windowLight(sheet, 0.14) +
    needle(tilt) +
    needle(tilt + random.between(16, 40)) +
    balls.join('')
  );
};
