import { darken, lighten, mix } from '../colour';
import type { Colour } from '../colour';
import { backdrop, cut, flat, inside, line, n, vignette } from '../paper';
import type { Scene } from '../paper';
import { box, oval, polygon } from '../shapes';
import type { Point } from '../shapes';

type Block = (x: number, y: number, s: number, colours: readonly [Colour, Colour, Colour]) => string;

const half = (x: number, y: number, s: number, corner: number, colour: Colour) => {
  const corners: Point[] = [
    [x, y],
    [x + s, y],
    [x + s, y + s],
    [x, y + s],
  ];
  const points = [corners[corner % 4], corners[(corner + 1) % 4], corners[(corner + 2) % 4]].filter(
    (point) => point !== undefined,
  );
  return flat(polygon(points), colour);
};

/** Patchwork blocks, each drawn in a square. */
const blocks: readonly [Block, ...Block[]] = [
  (x, y, s, [a, b, c]) => {
    const q = s / 4;
    return (
      flat(box(x, y, s, s), a) +
      [
        [1, 0, 0],
        [2, 0, 3],
        [3, 1, 1],
        [3, 2, 0],
        [2, 3, 2],
        [1, 3, 1],
        [0, 2, 3],
        [0, 1, 2],
      ]
        .map(([px = 0, py = 0, corner = 0]) => half(x + px * q, y + py * q, q, corner, b))
        .join('') +
      flat(box(x + q, y + q, q * 2, q * 2), c)
    );
  },
  (x, y, s, [a, b, c]) =>
    [0, 1, 2, 3, 4]
      .map((i) =>
        flat(box(x + (i * s) / 10, y + (i * s) / 10, s - (i * s) / 5, s - (i * s) / 5), [a, b, c, b, a][i] ?? a),
      )
      .join(''),
  (x, y, s, [a, b, c]) =>
    Array.from({ length: 16 }, (_, i) =>
      half(x + ((i % 4) * s) / 4, y + (Math.floor(i / 4) * s) / 4, s / 4, i + Math.floor(i / 4), i % 2 ? b : c),
    ).reduce((art, piece) => art + piece, flat(box(x, y, s, s), a)),
  (x, y, s, [a, b, c]) =>
    flat(box(x, y, s, s), a) +
    [0, 1, 2, 3]
      .map(
        (i) =>
          `<g transform="rotate(${i * 90} ${n(x + s / 2)} ${n(y + s / 2)})">${flat(`M${n(x + s / 2)} ${n(y + s / 2)}Q${n(x + s * 0.1)} ${n(y + s * 0.2)} ${n(x + s / 2)} ${n(y + s * 0.04)}Q${n(x + s * 0.9)} ${n(y + s * 0.2)} ${n(x + s / 2)} ${n(y + s / 2)}Z`, i % 2 ? b : c)}</g>`,
      )
      .join(''),
  (x, y, s, [a, b, c]) =>
    [1, 0.8, 0.6, 0.4, 0.2]
      .map((share, i) =>
        flat(
          `M${n(x)} ${n(y)}h${n(s * share)}a${n(s * share)} ${n(s * share)} 0 0 1 ${n(-s * share)} ${n(s * share)}Z`,
          [b, c, a, b, c][i] ?? b,
        ),
      )
      .reduce((art, piece) => art + piece, flat(box(x, y, s, s), a)),
  (x, y, s, [a, b, c]) =>
    flat(box(x, y, s, s), a) +
    [0, 1, 2]
      .flatMap((row) =>
        [0, 1, 2].map((column) =>
          (row + column) % 2
            ? flat(box(x + (column * s) / 3, y + (row * s) / 3, s / 3, s / 3), b)
            : flat(oval(x + ((column + 0.5) * s) / 3, y + ((row + 0.5) * s) / 3, s * 0.09), c),
        ),
      )
      .join(''),
];

export const quilt: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const size = unit * random.pick([25, 33.4, 40]);
  const [columns, rows] = [Math.ceil(width / size) + 1, Math.ceil(height / size) + 1];
  const chosen = random.shuffle(blocks).slice(0, random.int(1, 3));
  const papers = random.shuffle([
    palette.warm,
    palette.warmDeep,
    palette.gold,
    palette.cream,
    palette.cool,
    palette.coolDeep,
    palette.leaf,
    palette.leafDeep,
    palette.blush,
  ]);
  const [ox, oy] = [(width - columns * size) / 2, (height - rows * size) / 2];
  const art = Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    const [x, y] = [ox + column * size, oy + row * size];
    const pick = (k: number) => papers[(column * 2 + row * 3 + k * 2) % papers.length] ?? palette.cream;
    const draw = chosen[(column + row) % chosen.length] ?? blocks[0];
    const stitch = `<path d="${box(x + size * 0.03, y + size * 0.03, size * 0.94, size * 0.94)}" fill="none" stroke="${palette.cream}" stroke-width="2.4" stroke-dasharray="11 8" opacity=".55"/>`;
    return `<g transform="rotate(${((column + row * 2) % 4) * 90} ${n(x + size / 2)} ${n(y + size / 2)})">${draw(x, y, size, [pick(0), pick(1), pick(2)])}</g>${stitch}${line(box(x, y, size, size), '#1d100b', 3, 0.2)}`;
  });
  const folds = [0.3, 0.68].map((share) =>
    flat(
      `M${n(width * share)} 0q${n(unit * 9)} ${n(height / 2)} ${n(-unit * 3)} ${height}h${n(unit * 12)}q${n(unit * 7)} ${n(-height / 2)} ${n(unit * 2)} ${-height}Z`,
      '#1d100b',
      0.09,
    ),
  );
  return backdrop(sheet) + art.join('') + folds.join('') + vignette(sheet, 0.3);
};

export const loom: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const frame = { x: width * 0.16, y: height * 0.08, w: width * 0.68, h: height * 0.84 };
  const timber = mix(palette.base, '#c08a52', 0.4);
  const beam = unit * 5;
  const posts = [frame.x - beam, frame.x + frame.w].map((x) =>
    cut(box(x, frame.y - unit * 4, beam, frame.h + unit * 8, 8), timber, { depth: 1.4 }),
  );
  const bars = [frame.y, frame.y + frame.h - beam].map((y) =>
    cut(box(frame.x - beam * 1.4, y, frame.w + beam * 2.8, beam, 8), lighten(timber, 0.08), { depth: 1.4 }),
  );
  const warp = Array.from({ length: 44 }, (_, i) =>
    line(
      `M${n(frame.x + unit * 2 + (i * (frame.w - unit * 4)) / 43)} ${n(frame.y + beam)}V${n(frame.y + frame.h - beam)}`,
      palette.cream,
      2.6,
      0.9,
    ),
  );
  const cloth = {
    x: frame.x + unit * 2,
    w: frame.w - unit * 4,
    top: frame.y + frame.h * random.between(0.28, 0.42),
    bottom: frame.y + frame.h - beam,
  };
  const colours = random.shuffle([
    palette.warm,
    palette.cream,
    palette.gold,
    palette.coolDeep,
    palette.cool,
    palette.warmDeep,
    palette.leafDeep,
    palette.blush,
  ]);
  let y = cloth.bottom;
  let bands = '';
  for (let i = 0; y > cloth.top; i += 1) {
    const tall = Math.min(unit * random.between(3, 11), y - cloth.top + 1);
    y -= tall;
    const [ground, mark] = [colours[i % 8] ?? palette.cream, colours[(i + 3) % 8] ?? palette.warm];
    const repeat = unit * random.pick([4, 5.5, 7.5]);
    const kind = random.int(0, 3);
    const marks = Array.from({ length: Math.ceil(cloth.w / repeat) + 1 }, (_, k) => {
      const x = cloth.x + k * repeat;
      if (kind === 0)
        return flat(
          polygon([
            [x, y + tall],
            [x + repeat / 2, y],
            [x + repeat, y + tall],
          ]),
          mark,
        );
      if (kind === 1)
        return flat(
          polygon([
            [x + repeat / 2, y + tall * 0.12],
            [x + repeat * 0.92, y + tall / 2],
            [x + repeat / 2, y + tall * 0.88],
            [x + repeat * 0.08, y + tall / 2],
          ]),
          mark,
        );
      if (kind === 2) return k % 2 ? flat(box(x, y, repeat, tall), mark) : '';
      return line(
        `M${n(x)} ${n(y + tall * 0.7)}l${n(repeat / 2)} ${n(-tall * 0.4)}l${n(repeat / 2)} ${n(tall * 0.4)}`,
        mark,
        tall * 0.2,
      );
    });
    bands += inside(
      sheet,
      box(cloth.x, y, cloth.w, tall),
      flat(box(cloth.x, y, cloth.w, tall), ground) + marks.join(''),
    );
  }
  const weave = Array.from({ length: Math.ceil((cloth.bottom - cloth.top) / 9) }, (_, i) =>
    line(`M${n(cloth.x)} ${n(cloth.top + i * 9)}h${n(cloth.w)}`, '#1d100b', 1.6, 0.12),
  );
  const shuttleAt = `translate(${n(frame.x + frame.w * random.between(0.4, 0.7))} ${n(cloth.top - unit * 6)}) rotate(${n(random.between(-7, 7))})`;
  const shuttle =
    cut(`M${n(-unit * 16)} 0Q0 ${n(-unit * 6)} ${n(unit * 16)} 0Q0 ${n(unit * 6)} ${n(-unit * 16)} 0Z`, timber, {
      depth: 1,
      at: shuttleAt,
    }) +
    cut(box(-unit * 7, -unit * 1.5, unit * 14, unit * 3, unit), colours[0] ?? palette.warm, {
      depth: 0.3,
      at: shuttleAt,
    });
  return (
    backdrop(sheet) +
    posts.join('') +
    bars.join('') +
    warp.join('') +
    cut(box(cloth.x, cloth.top, cloth.w, cloth.bottom - cloth.top), darken(palette.cream, 0.1), { depth: 0.9 }) +
    bands +
    weave.join('') +
    shuttle
  );
};
