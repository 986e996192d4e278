import { darken, lighten, lightness, mix } from '../colour';
import { cut, flat, line, n } from '../paper';
import type { Scene, Sheet } from '../paper';
import { box, oval, polygon, ribbon, ridge, smooth } from '../shapes';
import type { Point } from '../shapes';
import { drawSky } from './coast';

const isDark = ({ palette }: Sheet) => lightness(palette.ground[0]) < 0.45;

/** A fir of three tiers; the point is where it meets the ground. */
export function drawFir([x, y]: Point, tall: number, colour: string, depth = 0.5): string {
  const tiers = [0, 1, 2].map((tier) => {
    const [top, bottom, half] = [
      y - tall * (1 - tier * 0.24),
      y - tall * (0.5 - tier * 0.21),
      tall * (0.15 + tier * 0.07),
    ];
    return cut(
      `M${n(x)} ${n(top)}Q${n(x + half * 0.35)} ${n((top + bottom) / 2)} ${n(x + half)} ${n(bottom)}Q${n(x)} ${n(bottom + tall * 0.05)} ${n(x - half)} ${n(bottom)}Q${n(x - half * 0.35)} ${n((top + bottom) / 2)} ${n(x)} ${n(top)}Z`,
      mix(colour, '#ffffff', tier * 0.025),
      { depth },
    );
  });
  return (
    flat(box(x - tall * 0.025, y - tall * 0.1, tall * 0.05, tall * 0.12), darken(colour, 0.5)) +
    tiers.toReversed().join('')
  );
}

function ranges(sheet: Sheet, from: number, to: number, count: number): string[] {
  const { width, height, random, palette, unit } = sheet;
  const near = isDark(sheet) ? darken(palette.coolDeep, 0.55) : mix(palette.coolDeep, palette.ink, 0.3);
  const far = isDark(sheet) ? mix(palette.cool, palette.ground[0], 0.55) : mix(palette.warm, palette.ground[1], 0.5);
  return Array.from({ length: count }, (_, i) => {
    const share = i / (count - 1);
    const peaks = unit * (11 - 6 * share);
    return cut(
      ridge(random, width, height * (from + (to - from) * share), height + 20, peaks, Math.round(5 + share * 3)),
      mix(far, near, share),
      { depth: 0.9 },
    );
  });
}

export const mountains: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const layers = ranges(sheet, random.between(0.4, 0.48), 0.86, 5);
  const sway = random.pick([-1, 1]);
  const bends: readonly (readonly [number, number, number])[] = [
    [-0.3, 1.06, 30],
    [-0.06, 0.95, 17],
    [0.02, 0.88, 9],
    [-0.1, 0.82, 5],
    [0.03, 0.765, 2.8],
    [0.08, 0.72, 1.5],
    [0.05, 0.685, 0.5],
  ];
  const path = ribbon(
    bends.map(([share, y]): Point => [width * (0.5 + sway * share), height * y]),
    bends.map(([, , wide]) => wide * unit),
  );
  const firs = Array.from({ length: 9 }, (_, i) =>
    drawFir(
      [width * (i % 2 ? random.between(-0.02, 0.26) : random.between(0.76, 1.02)), height * random.between(0.9, 1.02)],
      unit * random.between(17, 30),
      isDark(sheet) ? darken(palette.leafDeep, 0.4) : darken(palette.leafDeep, 0.15),
    ),
  );
  const birds = Array.from({ length: 5 }, () => {
    const [x, y, s] = [
      width * random.between(0.1, 0.9),
      height * random.between(0.1, 0.32),
      unit * random.between(1.4, 2.6),
    ];
    return line(
      `M${n(x - s)} ${n(y - s * 0.3)}q${n(s * 0.6)} ${n(-s * 0.5)} ${n(s)} ${n(s * 0.3)}q${n(s * 0.4)} ${n(-s * 0.8)} ${n(s)} ${n(-s * 0.3)}`,
      isDark(sheet) ? palette.cream : palette.ink,
      unit * 0.35,
      0.55,
    );
  });
  return (
    drawSky(
      sheet,
      [width * random.between(0.25, 0.75), height * random.between(0.22, 0.34)],
      unit * random.between(10, 15),
    ) +
    birds.join('') +
    layers.slice(0, 3).join('') +
    layers.slice(3).join('') +
    flat(path, mix(palette.cream, palette.blush, 0.4)) +
    firs.join('')
  );
};

export const lake: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const shore = height * random.between(0.54, 0.62);
  const hills = ranges(sheet, 0.34, 0.5, 3);
  const id = sheet.id();
  const above = `<clipPath id="${id}"><rect width="${width}" height="${n(shore)}"/></clipPath><g clip-path="url(#${id})">${hills.join('')}${Array.from({ length: 12 }, () => drawFir([width * random.next(), shore + 4], unit * random.between(9, 19), darken(palette.leafDeep, isDark(sheet) ? 0.4 : 0.05), 0.3)).join('')}</g>`;
  const sun: Point = [width * random.between(0.3, 0.7), height * 0.22];
  const mirrored = `<g opacity=".5"><g transform="translate(0 ${n(shore * 2)}) scale(1 -1)">${above}</g></g>`;
  const ripples = Array.from({ length: 26 }, () => {
    const y = shore + random.next() ** 1.4 * (height - shore);
    const long = unit * random.between(6, 22);
    return line(
      `M${n(width * random.next() - long / 2)} ${n(y)}h${n(long)}`,
      palette.cream,
      unit * random.between(0.2, 0.5),
      0.28,
    );
  });
  const tent = random.chance(0.6) ? camp(sheet, [width * random.between(0.24, 0.4), height * 0.93]) : '';
  const bank =
    tent &&
    cut(
      smooth(
        [
          [-20, height * 0.9],
          [width * 0.3, height * 0.86],
          [width * 0.62, height * 0.97],
          [width * 0.7, height * 1.05],
          [-20, height * 1.1],
        ],
        true,
      ),
      darken(palette.leafDeep, 0.3),
      { depth: 1 },
    );
  return (
    drawSky(sheet, sun, unit * 9) +
    above +
    `<g>${flat(box(0, shore, width, height - shore), mix(palette.cool, palette.ground[0], 0.45))}${mirrored}${flat(box(0, shore, width, height - shore), palette.coolDeep, 0.28)}</g>` +
    flat(oval(sun[0], shore + unit * 12, unit * 4, unit * 10), palette.cream, 0.22) +
    ripples.join('') +
    bank +
    tent
  );
};

function camp({ palette, unit, random }: Sheet, [x, y]: Point): string {
  const s = unit * 15;
  const side = cut(
    polygon([
      [x - s, y],
      [x, y - s * 1.05],
      [x + s * 1.5, y - s * 0.12],
    ]),
    palette.warmDeep,
    { depth: 0.9 },
  );
  const front = cut(
    polygon([
      [x - s, y],
      [x, y - s * 1.05],
      [x + s * 0.72, y + s * 0.08],
    ]),
    palette.warm,
    { depth: 0.3 },
  );
  const glow = flat(
    polygon([
      [x - s * 0.3, y],
      [x, y - s * 0.95],
      [x + s * 0.26, y + s * 0.04],
    ]),
    palette.gold,
  );
  const fire: Point = [x + s * 2.1, y + s * 0.1];
  const flames = [palette.warm, palette.gold, palette.cream].map((colour, i) => {
    const f = s * (0.42 - i * 0.12);
    return flat(
      `M${n(fire[0] - f * 0.7)} ${n(fire[1])}Q${n(fire[0] - f)} ${n(fire[1] - f)} ${n(fire[0] + random.between(-0.1, 0.1) * f)} ${n(fire[1] - f * 2.1)}Q${n(fire[0] + f)} ${n(fire[1] - f)} ${n(fire[0] + f * 0.7)} ${n(fire[1])}Z`,
      colour,
    );
  });
  const logs = line(
    `M${n(fire[0] - s * 0.5)} ${n(fire[1] + s * 0.1)}l${n(s)} ${n(-s * 0.14)}M${n(fire[0] - s * 0.5)} ${n(fire[1] - s * 0.04)}l${n(s)} ${n(s * 0.14)}`,
    darken(palette.base, 0.4),
    s * 0.11,
  );
  return (
    side + front + glow + flat(oval(fire[0], fire[1], s * 1.1, s * 0.5), palette.gold, 0.16) + flames.join('') + logs
  );
}

export const forest: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const deep = isDark(sheet) ? palette.ink : palette.leafDeep;
  const mist = mix(palette.ground[0], palette.leafPale, 0.35);
  const rows = [0, 1, 2, 3].map((row) => {
    const share = row / 3;
    const ground = height * (0.66 + share * 0.2);
    const colour = mix(mist, deep, 0.24 + share * 0.72);
    const count = Math.round((width / unit) * (0.13 - share * 0.075));
    const trunks = Array.from({ length: count }, (_, i) => {
      const x = ((i + random.between(0.1, 0.9)) * width) / count;
      const thick = unit * (1.6 + share * 5) * random.between(0.8, 1.3);
      const bend = unit * random.between(-3, 3);
      const d = `M${n(x - thick / 2)} ${n(ground + unit * 6)}Q${n(x - thick * 0.3 + bend)} ${n(height * 0.35)} ${n(x - thick * 0.3)} -20H${n(x + thick * 0.3)}Q${n(x + thick * 0.35 + bend)} ${n(height * 0.35)} ${n(x + thick * 0.62)} ${n(ground + unit * 6)}Z`;
      const scars =
        row > 1
          ? Array.from({ length: 7 }, () =>
              line(
                `M${n(x - thick * 0.2 + bend * 0.6)} ${n(height * random.between(0.05, 0.7))}q${n(thick * 0.2)} ${n(unit * 0.6)} ${n(thick * 0.34)} 0`,
                lighten(colour, 0.35),
                unit * 0.4,
                0.5,
              ),
            )
          : [];
      return cut(d, colour, { depth: 0.4 + share * 0.7 }) + scars.join('');
    });
    const floor = cut(ridge(random, width, ground, height + 20, unit * 2.4, 6), mix(colour, palette.leaf, 0.25), {
      depth: 0.6,
    });
    const fox =
      row === 3 ? drawFox(sheet, [width * random.between(0.3, 0.7), ground + unit * random.between(3, 7)]) : '';
    return trunks.join('') + floor + fox;
  });
  return drawSky(sheet, [width * random.between(0.35, 0.65), height * 0.32], unit * 14) + rows.join('');
};

function drawFox({ palette, unit, random }: Sheet, [x, y]: Point): string {
  const size = Math.round(unit * 2) / 10;
  const place = `translate(${n(x)} ${n(y)}) scale(${random.chance(0.5) ? size : -size} ${size})`;
  const coat = palette.warm === palette.ground[0] ? palette.gold : palette.warm;
  const tail =
    cut('M-46 -14C-96 -4 -112 -44 -82 -66C-84 -42 -64 -34 -40 -38Z', coat, { at: place, depth: 0.3 }) +
    cut('M-82 -66C-100 -56 -104 -40 -98 -28C-92 -36 -86 -44 -85 -52Z', palette.cream, { at: place, depth: 0 });
  const body = cut('M-52 -2C-58 -56 -18 -72 22 -62L44 -2H30L24 -26H-22L-34 -2Z', coat, { at: place, depth: 0.4 });
  const head =
    cut('M10 -60L18 -104L36 -86H52L70 -104L74 -66L44 -36Z', coat, { at: place, depth: 0.4 }) +
    cut('M30 -52L44 -36L60 -52L44 -58Z', palette.cream, { at: place, depth: 0 });
  const face = `<g transform="${place}">${flat(oval(34, -70, 3.4), palette.ink)}${flat(oval(56, -70, 3.4), palette.ink)}${flat(oval(44, -40, 4.4, 3.4), palette.ink)}</g>`;
  return tail + body + head + face;
}
