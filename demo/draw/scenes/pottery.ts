import { darken, lighten, mix } from '../colour';
import type { Colour } from '../colour';
import { backdrop, cut, flat, line, n, windowLight } from '../paper';
import type { Scene, Sheet } from '../paper';
import { blossomColours, blossomKinds, drawBlossom, drawStem } from '../plants';
import { around, blob, box, oval, scatter } from '../shapes';
import { drawVessel, lowShapes, tallShapes } from '../vessels';

const glazes = ({ palette }: Sheet): readonly [Colour, ...Colour[]] => [
  palette.cream,
  palette.warm,
  palette.leafDeep,
  palette.coolDeep,
  palette.gold,
  palette.blush,
  palette.cool,
  palette.warmDeep,
];

function table({ width, height, palette }: Sheet, top: number): string {
  return (
    flat(`M0 ${n(top)}H${width}V${height}H0Z`, palette.base) +
    flat(`M0 ${n(top)}H${width}v${n(height * 0.008)}H0Z`, '#ffffff', 0.22) +
    flat(`M0 ${n(height * 0.955)}H${width}V${height}H0Z`, '#1d100b', 0.16)
  );
}

export const vases: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const top = height * random.between(0.72, 0.78);
  const colours = random.shuffle(glazes(sheet));
  const count = width > height * 1.2 ? 5 : 3;
  const slot = (width * 0.92) / count;
  const pots = Array.from({ length: count }, (_, i) => {
    const tall = i % 2 === (count === 3 ? 1 : 0) ? random.chance(0.55) : true;
    const breadth = slot * random.between(0.74, 0.98);
    const rise = (tall ? random.between(0.4, 0.58) : random.between(0.2, 0.28)) * height;
    const x = width * 0.04 + slot * (i + 0.5) + random.between(-0.05, 0.05) * slot;
    const y = top + height * random.between(0.06, 0.17);
    return { x, y, rise, breadth: tall ? Math.min(breadth, rise * 0.62) : breadth, tall, i };
  });
  const art = pots
    .toSorted((a, b) => a.y - b.y)
    .map(({ x, y, rise, breadth, tall, i }) => {
      const [body, glaze, trim] = [
        colours[i % 8] ?? palette.cream,
        colours[(i + 3) % 8] ?? palette.warm,
        colours[(i + 5) % 8] ?? palette.gold,
      ];
      const shape = tall ? random.pick(tallShapes) : random.pick(lowShapes);
      const stalks = tall && i % 3 === 1 ? dryStalks(sheet, [x, y - rise], rise) : '';
      return stalks + drawVessel(sheet, { shape, foot: [x, y], width: breadth, height: rise, body, glaze, trim });
    });
  return `${backdrop(sheet, undefined, undefined, 1)}${windowLight(sheet, 0.16)}${table(sheet, top)}${art.join('')}${flat(oval(width * 0.5, height + unit * 4, width * 0.7, unit * 6), '#1d100b', 0.12)}`;
};

function dryStalks({ random, palette }: Sheet, mouth: readonly [number, number], size: number): string {
  return Array.from({ length: 5 }, (_, i) => {
    const tip = around(mouth, size * random.between(0.34, 0.5), (i - 2) * 12 + random.between(-4, 4));
    const ear = Array.from({ length: 6 }, (__, k) => {
      const [x, y] = around(tip, (k - 3) * size * 0.03, (i - 2) * 14);
      return cut(oval(x, y, size * 0.022, size * 0.036), mix(palette.gold, palette.cream, k % 2 ? 0.3 : 0.05), {
        depth: 0.2,
      });
    });
    return (
      line(
        `M${n(mouth[0])} ${n(mouth[1] + size * 0.1)}L${n(tip[0])} ${n(tip[1])}`,
        darken(palette.gold, 0.3),
        size * 0.012,
      ) + ear.join('')
    );
  }).join('');
}

export const bouquet: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const top = height * 0.78;
  const rise = height * random.between(0.3, 0.36);
  const x = width * random.between(0.42, 0.58);
  const foot = [x, top + height * 0.09] as const;
  const mouth = [x, foot[1] - rise + unit * 4] as const;
  const colours = random.shuffle(blossomColours(palette));
  const kinds = random.shuffle(blossomKinds);
  const spread = [-58, 56, -34, 33, -14, 15, 0];
  const stems = spread.map((degrees, i) => {
    const length = height * (i < 2 ? random.between(0.26, 0.32) : random.between(0.3, 0.44));
    return drawStem(
      mouth,
      degrees + random.between(-5, 5),
      length,
      {
        pairs: 2,
        leafLength: unit * random.between(15, 20),
        slim: 0.3,
        bend: random.between(-3, 3) * unit,
        colour: i % 2 ? palette.leaf : palette.leafDeep,
        depth: 0.5,
      },
      palette,
    );
  });
  const heads = stems.map(({ tip }, i) =>
    drawBlossom(
      kinds[i % 2] ?? 'poppy',
      tip,
      unit * (i < 2 ? random.between(8, 10) : random.between(10, 14)),
      colours[i % 3] ?? colours[0] ?? [palette.warm, palette.warmDeep],
      palette,
      random,
    ),
  );
  const [body, glaze, trim] = random.shuffle(glazes(sheet));
  const fallen = [0, 1, 2].map(() =>
    cut(
      blob(
        random,
        [x + random.between(18, 40) * unit * random.pick([-1, 1]), top + height * random.between(0.06, 0.14)],
        unit * 2.4,
        0.2,
        0.5,
      ),
      colours[0]?.[0] ?? palette.warm,
      { depth: 0.5 },
    ),
  );
  const vessel = drawVessel(sheet, {
    shape: random.pick(['jar', 'amphora', 'gourd', 'bottle']),
    foot,
    width: unit * random.between(30, 38),
    height: rise,
    body: body ?? palette.cream,
    glaze: glaze ?? palette.cool,
    trim: trim ?? palette.gold,
  });
  return (
    backdrop(sheet) +
    windowLight(sheet, 0.2) +
    table(sheet, top) +
    stems.map(({ art }) => art).join('') +
    vessel +
    heads.join('') +
    fallen.join('')
  );
};

export const bowls: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const sizes = [27, 24, 21, 18, 16, 15, 13, 12, 11, 10, 9].map((size) => size * unit * random.between(0.86, 1.06));
  const spots = scatter(
    random,
    { x: unit * 6, y: unit * 6, width: width - unit * 12, height: height - unit * 12 },
    sizes,
    1.04,
  );
  const colours = random.shuffle(glazes(sheet));
  const art = spots.map(({ at, radius }, i) => {
    const [body, well] = [colours[i % 8] ?? palette.cream, colours[(i * 3 + 2) % 8] ?? palette.cool];
    const rings = [1, 0.93, 0.82, 0.5].map((share, ring) => {
      const colour =
        [body, darken(body, 0.12), well, mix(well, i % 3 ? lighten(well, 0.3) : darken(well, 0.35), 0.7)][ring] ?? body;
      return ring === 0
        ? cut(blob(random, at, radius, 0.012), colour, { depth: 1.3 })
        : flat(
            blob(random, [at[0] - radius * 0.012 * ring, at[1] - radius * 0.02 * ring], radius * share, 0.012),
            colour,
          );
    });
    const speckles = Array.from({ length: i % 2 ? 26 : 0 }, () =>
      flat(
        oval(
          ...around(at, radius * Math.sqrt(random.next()) * 0.92, random.next() * 360),
          unit * random.between(0.16, 0.42),
        ),
        palette.ink,
        0.45,
      ),
    );
    const throwing = [0.42, 0.28, 0.14].map((share) =>
      line(oval(at[0] - radius * 0.04, at[1] - radius * 0.05, radius * share), palette.ink, 2, 0.12),
    );
    const shine = line(
      `M${n(at[0] - radius * 0.62)} ${n(at[1] - radius * 0.3)}A${n(radius * 0.7)} ${n(radius * 0.7)} 0 0 1 ${n(at[0] - radius * 0.1)} ${n(at[1] - radius * 0.69)}`,
      '#ffffff',
      radius * 0.035,
      0.4,
    );
    return rings.join('') + throwing.join('') + speckles.join('') + shine;
  });
  const planks = [0.25, 0.5, 0.75].map((share) =>
    line(`M0 ${n(height * share)}H${width}`, darken(palette.base, 0.35), 4, 0.35),
  );
  return backdrop(sheet, mix(palette.base, palette.ground[0], 0.25), palette.base, 1) + planks.join('') + art.join('');
};

export const shelves: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const rows = height > width ? 4 : 3;
  const colours = glazes(sheet);
  const pitch = height / (rows + 0.12);
  const art = Array.from({ length: rows }, (_, row) => {
    const y = pitch * (row + 0.92);
    const board =
      cut(box(-10, y, width + 20, unit * 2.6), palette.base, { depth: 1 }) +
      flat(box(-10, y, width + 20, unit * 0.5), '#ffffff', 0.2);
    let x = unit * random.between(2, 7);
    let pots = '';
    while (x < width - unit * 6) {
      const breadth = unit * random.between(13, 21);
      const tall = random.chance(0.45);
      const rise = tall ? pitch * random.between(0.56, 0.74) : pitch * random.between(0.28, 0.44);
      const shape = tall ? random.pick(tallShapes) : random.pick(lowShapes);
      pots += drawVessel(sheet, {
        shape,
        foot: [x + breadth / 2, y],
        width: tall ? Math.min(breadth, rise * 0.7) : breadth,
        height: rise,
        body: random.pick(colours),
        glaze: random.pick(colours),
        trim: random.pick(colours),
      });
      x += breadth + unit * random.between(2, 6);
    }
    return flat(box(0, y - pitch * 0.92, width, pitch * 0.16), '#1d100b', 0.12) + board + pots;
  });
  return (
    backdrop(sheet, mix(palette.ground[0], palette.base, 0.18), mix(palette.ground[1], palette.base, 0.3)) +
    art.join('')
  );
};
