import type { Colour } from './colour';
import { darken, lighten, mix } from './colour';
import { cut, flat, inside, line, n } from './paper';
import type { Sheet } from './paper';
import { oval, smooth } from './shapes';
import type { Point } from './shapes';

/** Half the width at equally spaced heights from lip to foot, as shares of the widest. */
const profiles = {
  bottle: [0.3, 0.26, 0.3, 0.55, 0.86, 1, 0.98, 0.84, 0.62],
  amphora: [0.5, 0.4, 0.62, 0.94, 1, 0.9, 0.7, 0.5, 0.42],
  jar: [0.72, 0.66, 0.86, 1, 1, 0.98, 0.92, 0.8, 0.62],
  bowl: [1, 0.99, 0.96, 0.91, 0.84, 0.74, 0.62, 0.5, 0.42],
  tumbler: [0.86, 0.88, 0.9, 0.92, 0.94, 0.96, 0.98, 1, 0.94],
  gourd: [0.34, 0.3, 0.46, 0.6, 0.56, 0.72, 0.98, 1, 0.7],
  teardrop: [0.2, 0.2, 0.28, 0.42, 0.62, 0.84, 1, 0.96, 0.66],
} as const;

export type VesselShape = keyof typeof profiles;
export const tallShapes = ['bottle', 'amphora', 'gourd', 'teardrop', 'jar'] as const satisfies readonly VesselShape[];
export const lowShapes = ['jar', 'bowl', 'tumbler'] as const satisfies readonly VesselShape[];

interface Vessel {
  shape: VesselShape;
  foot: Point;
  width: number;
  height: number;
  body: Colour;
  glaze: Colour;
  trim: Colour;
}

/** A curve through the points without its initial move, to append to a path. */
const wall = (points: Point[]) => smooth(points).replace(/^M[^C]*/, '');

function outline({ shape, foot, width, height }: Vessel): string {
  const [x, y] = foot;
  const halves = profiles[shape].map((share) => (share * width) / 2);
  const step = height / (halves.length - 1);
  const right = halves.map((half, i): Point => [x + half, y - height + i * step]);
  const left = right.map(([px, py]): Point => [2 * x - px, py]).toReversed();
  const [start = foot, turnPoint = foot] = [right[0], left[0]];
  return `M${n(start[0])} ${n(start[1])}${wall(right)}Q${n(x)} ${n(y + height * 0.03)} ${n(turnPoint[0])} ${n(turnPoint[1])}${wall(left)}Z`;
}

function decoration(sheet: Sheet, { foot: [x, y], width, height, glaze, trim }: Vessel): string {
  const { random } = sheet;
  const [left, top] = [x - width, y - height * 1.1];
  const kind = random.int(0, 4);
  const level = y - height * random.between(0.35, 0.6);
  const dip = width * random.between(0.06, 0.12);
  const poured = `M${n(left)} ${n(level)}q${n(width / 4)} ${n(dip)} ${n(width / 2)} 0t${n(width / 2)} 0t${n(width / 2)} 0t${n(width / 2)} 0V${n(top)}H${n(left)}Z`;
  if (kind === 0) return flat(poured, glaze);
  if (kind === 1)
    return (
      flat(poured, glaze) +
      line(
        `M${n(left)} ${n(level + dip * 1.6)}q${n(width / 4)} ${n(dip)} ${n(width / 2)} 0t${n(width / 2)} 0t${n(width / 2)} 0t${n(width / 2)} 0`,
        trim,
        width * 0.03,
        0.8,
      )
    );
  if (kind === 2) {
    const bands = [0.3, 0.36, 0.62].map((share, i) =>
      line(
        `M${n(left)} ${n(y - height * share)}h${n(width * 2)}`,
        i === 2 ? glaze : trim,
        width * (i === 2 ? 0.14 : 0.035),
        0.9,
      ),
    );
    return bands.join('');
  }
  if (kind === 3) {
    return Array.from({ length: 46 }, () =>
      flat(
        oval(left + random.next() * width * 2, y - random.next() * height, width * random.between(0.008, 0.022)),
        glaze,
        0.75,
      ),
    ).join('');
  }
  const petals = Array.from({ length: 9 }, (_, i) => {
    const px = left + (i * width) / 4;
    return flat(
      `M${n(px)} ${n(y)}q${n(-width * 0.12)} ${n(-height * 0.24)} 0 ${n(-height * 0.46)}q${n(width * 0.12)} ${n(height * 0.22)} 0 ${n(height * 0.46)}Z`,
      glaze,
      0.9,
    );
  });
  return petals.join('') + line(`M${n(left)} ${n(y - height * 0.5)}h${n(width * 2)}`, trim, width * 0.03);
}

/** Side view of a vase, jar or cup, with a random glaze and a shadow. */
export function drawVessel(sheet: Sheet, vessel: Vessel): string {
  const {
    foot: [x, y],
    width,
    height,
    shape,
    body,
  } = vessel;
  const d = outline(vessel);
  const lip = (profiles[shape][0] * width) / 2;
  const shade =
    flat(
      `M${n(x + width * 0.16)} ${n(y - height * 1.1)}h${n(width)}v${n(height * 1.2)}h${n(-width)}Z`,
      '#1d100b',
      0.16,
    ) +
    flat(`M${n(x + width * 0.34)} ${n(y - height * 1.1)}h${n(width)}v${n(height * 1.2)}h${n(-width)}Z`, '#1d100b', 0.1);
  const shine = flat(
    `M${n(x - width * 0.34)} ${n(y - height * 1.1)}h${n(width * 0.08)}v${n(height * 1.2)}h${n(-width * 0.08)}Z`,
    '#ffffff',
    0.2,
  );
  const mouth =
    shape === 'teardrop' && width < 90
      ? ''
      : flat(oval(x, y - height, lip, Math.max(3, lip * 0.22)), darken(mix(body, '#2a1914', 0.6), 0.3)) +
        line(oval(x, y - height, lip, Math.max(3, lip * 0.22)), lighten(body, 0.25), Math.max(2, width * 0.02));
  const ground = flat(
    oval(x + width * 0.12, y + height * 0.01, width * 0.52, Math.max(6, width * 0.07)),
    '#1d100b',
    0.28,
  );
  return ground + cut(d, body, { depth: 0.5 }) + inside(sheet, d, decoration(sheet, vessel) + shade + shine) + mouth;
}
