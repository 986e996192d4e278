import { darken, lighten, mix } from '../colour';
import { backdrop, cut, flat, inside, line, n } from '../paper';
import type { Scene, Sheet } from '../paper';
import { drawLeaf } from '../plants';
import { around, blob, box, oval, petal, smooth } from '../shapes';
import type { Point } from '../shapes';

export const crusts = ['#c98238', '#b86f2c', '#a95f26', '#d39147'] as const;

function drawBoard(sheet: Sheet, d: string, colour: string, tilt: number, [cx, cy]: Point): string {
  const { width, height, random } = sheet;
  const grain = Array.from({ length: 12 }, (_, i) =>
    line(
      `M${n(-width * 0.1)} ${n((i * height) / 11)}q${n(width * 0.5)} ${n(random.between(-26, 26))} ${n(width * 1.2)} ${n(random.between(-20, 20))}`,
      darken(colour, 0.5),
      random.between(1.6, 4.4),
      0.22,
    ),
  );
  const at = `rotate(${n(tilt)} ${n(cx)} ${n(cy)})`;
  return cut(d, colour, { depth: 1.8, at }) + `<g transform="${at}">${inside(sheet, d, grain.join(''))}</g>`;
}

function cloth(sheet: Sheet, corner: 'left' | 'right'): string {
  const { width, height, random, palette } = sheet;
  const x = (share: number) => (corner === 'left' ? share * width : width - share * width);
  const d = smooth(
    [
      [x(-0.08), height * random.between(0.58, 0.66)],
      [x(0.14), height * 0.55],
      [x(0.3), height * 0.8],
      [x(0.34), height * 1.06],
      [x(-0.1), height * 1.06],
    ],
    true,
  );
  const stripe = random.pick([palette.cool, palette.warm, palette.leaf]);
  const stripes = [-0.02, 0.06, 0.14, 0.22, 0.3].map((share, i) =>
    line(
      `M${n(x(share - 0.04))} ${n(height * 0.5)}Q${n(x(share + 0.07))} ${n(height * 0.75)} ${n(x(share + 0.02))} ${n(height * 1.1)}`,
      stripe,
      i % 2 ? 5 : 12,
      0.55,
    ),
  );
  return cut(d, palette.cream, { depth: 1.2 }) + inside(sheet, d, stripes.join(''));
}

const flour = ({ width, height, random }: Sheet, count: number) =>
  Array.from({ length: count }, () =>
    flat(
      oval(random.next() * width, random.next() * height, random.next() ** 2 * 4.5 + 0.8),
      '#fff6e6',
      random.between(0.15, 0.6),
    ),
  ).join('');

/** Draws one of four patterns of cuts, centered on 0,0, on a loaf with the radii rx and ry. */
function scores(kind: number, rx: number, ry: number): string {
  const paleCut = '#f8e6c4';
  const slash = (x: number, y: number, long: number, degrees: number, wide: number) =>
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(degrees)})">${flat(`M0 ${n(-long)}Q${n(wide)} 0 0 ${n(long)}Q${n(-wide * 0.4)} 0 0 ${n(-long)}Z`, paleCut)}</g>`;
  if (kind === 0) return [-0.46, 0, 0.46].map((share) => slash(share * rx, 0, ry * 0.66, 14, rx * 0.15)).join('');
  if (kind === 1) {
    const rib = flat(
      `M${n(-rx * 0.8)} 0Q0 ${n(-ry * 0.14)} ${n(rx * 0.8)} 0Q0 ${n(ry * 0.14)} ${n(-rx * 0.8)} 0Z`,
      paleCut,
    );
    return (
      rib +
      [-0.5, -0.22, 0.06, 0.34]
        .map(
          (share) =>
            slash(share * rx, -ry * 0.4, ry * 0.24, -38, rx * 0.07) +
            slash(share * rx, ry * 0.4, ry * 0.24, 38 + 180, rx * 0.07),
        )
        .join('')
    );
  }
  if (kind === 2)
    return (
      [0, 90].map((degrees) => slash(0, 0, Math.min(rx, ry) * 0.72, degrees + 20, rx * 0.13)).join('') +
      [45, 135, 225, 315]
        .map((degrees) =>
          slash(...around([0, 0], Math.min(rx, ry) * 0.56, degrees + 20), ry * 0.16, degrees + 110, rx * 0.05),
        )
        .join('')
    );
  return Array.from(
    { length: 6 },
    (_, i) =>
      `<g transform="rotate(${i * 60})">${flat(petal(ry * 0.7, rx * 0.26), paleCut, 0.9)}${line(`M0 ${n(-ry * 0.14)}V${n(-ry * 0.58)}`, '#a95f26', 3, 0.6)}</g>`,
  ).join('');
}

function drawLoaf(sheet: Sheet, centre: Point, rx: number, ry: number, tilt: number): string {
  const { random } = sheet;
  const crust = random.pick(crusts);
  const at = `translate(${n(centre[0])} ${n(centre[1])}) rotate(${n(tilt)})`;
  const body = blob(random, [0, 0], rx, 0.025, ry / rx);
  const domes = [0.9, 0.74, 0.52].map((share, i) =>
    flat(oval(-rx * 0.05 * (i + 1), -ry * 0.06 * (i + 1), rx * share, ry * share), lighten(crust, 0.1 + i * 0.1), 0.55),
  );
  const dust = Array.from({ length: 70 }, () =>
    flat(
      oval(rx * random.between(-0.8, 0.8), ry * random.between(-0.8, 0.8), random.between(1, 4)),
      '#fff3dc',
      random.between(0.15, 0.5),
    ),
  );
  return (
    cut(body, darken(crust, 0.12), { depth: 1.7, at }) +
    `<g transform="${at}">${inside(sheet, body, domes.join('') + dust.join(''))}${scores(random.int(0, 3), rx, ry)}</g>`
  );
}

export const loaves: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const centre: Point = [width * random.between(0.47, 0.55), height * random.between(0.46, 0.52)];
  const tilt = random.between(-12, 12);
  const [bw, bh] = [Math.min(width * 0.84, height * 1.1), Math.min(height * 0.74, width * 0.98)];
  const board = drawBoard(
    sheet,
    box(centre[0] - bw / 2, centre[1] - bh / 2, bw, bh, unit * 6),
    mix('#9c6a42', palette.base, 0.35),
    tilt,
    centre,
  );
  const layout = random.int(0, 2);
  const bread =
    layout === 0
      ? drawLoaf(sheet, centre, bw * 0.36, bh * 0.37, tilt)
      : layout === 1
        ? drawLoaf(sheet, [centre[0] - bw * 0.02, centre[1] - bh * 0.21], bw * 0.38, bh * 0.19, tilt - 3) +
          drawLoaf(sheet, [centre[0] + bw * 0.04, centre[1] + bh * 0.22], bw * 0.36, bh * 0.18, tilt + 4)
        : drawLoaf(sheet, [centre[0] - bw * 0.17, centre[1] - bh * 0.12], bw * 0.27, bw * 0.26, tilt) +
          drawLoaf(sheet, [centre[0] + bw * 0.25, centre[1] + bh * 0.2], bw * 0.19, bw * 0.185, tilt + 40);
  const wheat = [0, 1, 2].map((i) => {
    const root: Point = [width * 0.9 - i * unit * 4, height * 0.98];
    const tip = around(root, unit * 40, -18 - i * 9);
    return (
      line(`M${n(root[0])} ${n(root[1])}L${n(tip[0])} ${n(tip[1])}`, darken(palette.gold, 0.2), unit * 0.5) +
      Array.from({ length: 7 }, (_, k) =>
        drawLeaf(
          around(tip, -k * unit * 2, -18 - i * 9),
          -18 - i * 9 + (k % 2 ? 26 : -26),
          unit * 4.6,
          unit * 1.3,
          mix(palette.gold, '#f7e3b4', 0.2),
          0.3,
        ),
      ).join('')
    );
  });
  return (
    backdrop(sheet, mix(palette.ink, palette.base, 0.42), mix(palette.ink, palette.base, 0.15), 1) +
    flour(sheet, 120) +
    cloth(sheet, 'left') +
    board +
    wheat.join('') +
    bread +
    flour(sheet, 40)
  );
};

export const buns: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const cell = unit * random.pick([25, 30, 33]);
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)];
  const [ox, oy] = [(width - columns * cell) / 2, (height - rows * cell) / 2];
  const icing = random.pick(['#fff4e0', palette.blush, '#5a2a1c']);
  const tray = Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [
      ox + ((i % columns) + 0.5) * cell + random.between(-3, 3),
      oy + (Math.floor(i / columns) + 0.5) * cell + random.between(-3, 3),
    ];
    const r = cell * random.between(0.41, 0.45);
    const crust = random.pick(crusts);
    const start = random.next() * 360;
    const spiral = smooth(
      Array.from({ length: 26 }, (__, k): Point => around([x, y], r * (0.08 + 0.032 * k), start + k * 34)),
    );
    const glaze = random.chance(0.5) ? line(spiral, icing, r * 0.11, 0.85) : '';
    const sugar = Array.from({ length: 16 }, () =>
      flat(
        oval(...around([x, y], r * Math.sqrt(random.next()) * 0.85, random.next() * 360), random.between(2, 5)),
        '#fff8ea',
        0.85,
      ),
    );
    return (
      cut(blob(random, [x, y], r, 0.03), crust, { depth: 0.9 }) +
      flat(oval(x - r * 0.08, y - r * 0.1, r * 0.8), lighten(crust, 0.22), 0.55) +
      line(spiral, darken(crust, 0.4), r * 0.12, 0.75) +
      glaze +
      sugar.join('')
    );
  });
  return (
    backdrop(sheet, mix(palette.base, palette.ground[1], 0.45), mix(palette.base, palette.ground[1], 0.15), 1) +
    tray.join('') +
    flour(sheet, 50)
  );
};
