import { darken, lighten, mix } from '../colour';
import { backdrop, cut, flat, line, n, windowLight } from '../paper';
import type { Scene } from '../paper';
import { blossomColours, blossomKinds, drawBlossom, drawStem } from '../plants';
import { blob, box, oval } from '../shapes';

/** A botanical painting on a table: a plant, color tests and a brush. */
export const study: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const paperHeight = Math.min(height * 0.88, width * 1.12);
  const paperWidth = paperHeight * 0.76;
  const tilt = random.between(-5, 5);
  const centre = [width * random.between(0.44, 0.52), height * 0.5] as const;
  const [left, top] = [centre[0] - paperWidth / 2, centre[1] - paperHeight / 2];
  const [colours = [palette.warm, palette.warmDeep] as const, ...others] = random.shuffle(
    blossomColours(palette).slice(0, 3),
  );
  const pairs = random.int(3, 7);
  const stems = [
    drawStem(
      [centre[0] + random.between(-6, 6) * unit, top + paperHeight * 0.86],
      random.between(-5, 5),
      paperHeight * 0.62,
      {
        pairs,
        leafLength: paperHeight * random.between(0.17, 0.24),
        slim: random.between(0.2, 0.42),
        bend: random.between(-8, 8) * unit,
        colour: palette.leaf,
        depth: 0,
      },
      palette,
    ),
  ];
  if (random.chance(0.6)) {
    stems.push(
      drawStem(
        [centre[0], top + paperHeight * 0.7],
        random.pick([-26, 24, 30]),
        paperHeight * 0.36,
        { pairs: 3, leafLength: paperHeight * 0.12, colour: mix(palette.leaf, palette.leafPale, 0.4), depth: 0 },
        palette,
      ),
    );
  }
  const kind = random.pick(blossomKinds);
  const heads = stems.map(({ tip }, i) =>
    drawBlossom(kind, tip, paperHeight * (i ? 0.065 : 0.115), others[i - 1] ?? colours, palette, random),
  );
  const swatches = [colours[0], colours[1], palette.leaf, palette.leafPale, palette.gold].map((colour, i) =>
    flat(
      blob(random, [left + paperWidth * (0.13 + i * 0.085), top + paperHeight * 0.92], paperWidth * 0.033, 0.16),
      colour,
      0.85,
    ),
  );
  const pencil = line(
    `M${n(left + paperWidth * 0.62)} ${n(top + paperHeight * 0.925)}h${n(paperWidth * 0.24)}m${n(-paperWidth * 0.24)} ${n(paperHeight * 0.022)}h${n(paperWidth * 0.17)}`,
    palette.ink,
    2.4,
    0.4,
  );
  const sheetOfPaper = cut(box(left, top, paperWidth, paperHeight, 4), lighten(palette.cream, 0.4), { depth: 1.6 });
  const deckle = line(
    box(left + 14, top + 14, paperWidth - 28, paperHeight - 28, 2),
    darken(palette.cream, 0.3),
    1.4,
    0.25,
  );
  return `${backdrop(sheet, mix(palette.ground[0], palette.base, 0.35), mix(palette.ground[1], palette.base, 0.5))}${windowLight(sheet, 0.1)}
    <g transform="rotate(${n(tilt)} ${n(centre[0])} ${n(centre[1])})">${sheetOfPaper}${deckle}${stems.map(({ art }) => art).join('')}${heads.join('')}${swatches.join('')}${pencil}</g>${brush(sheet, tilt)}`;
};

function brush({ width, height, random, palette, unit }: Parameters<Scene>[0], tilt: number): string {
  const long = 64 * unit;
  const place = `translate(${n(width * 0.86)} ${n(height * random.between(0.3, 0.44))}) rotate(${n(22 + tilt * 2)})`;
  const handle = `M${n(-0.9 * unit)} 0L${n(-1.5 * unit)} ${n(-long * 0.3)}L${n(-0.5 * unit)} ${n(-long * 0.72)}H${n(0.5 * unit)}L${n(1.5 * unit)} ${n(-long * 0.3)}L${n(0.9 * unit)} 0Z`;
  const hair = `M${n(-1.2 * unit)} ${n(5 * unit)}C${n(-2.2 * unit)} ${n(9 * unit)} ${n(-0.6 * unit)} ${n(12 * unit)} 0 ${n(15 * unit)}C${n(0.6 * unit)} ${n(12 * unit)} ${n(2.2 * unit)} ${n(9 * unit)} ${n(1.2 * unit)} ${n(5 * unit)}Z`;
  const ferrule = box(-1.2 * unit, -0.2 * unit, 2.4 * unit, 5.4 * unit, 3);
  return (
    cut(handle, palette.warmDeep, { at: place }) +
    cut(ferrule, mix(palette.gold, palette.cream, 0.4), { at: place, depth: 0.6 }) +
    cut(hair, darken(palette.base, 0.5), { at: place, depth: 0.6 })
  );
}

export const paints: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const colours = random.shuffle([
    palette.warm,
    palette.warmDeep,
    palette.gold,
    palette.blush,
    palette.cool,
    palette.coolDeep,
    palette.leaf,
    palette.leafDeep,
    palette.leafPale,
    mix(palette.warm, palette.gold, 0.5),
    mix(palette.cool, palette.blush, 0.5),
    palette.ink,
  ]);
  const upright = height > width;
  const [columns, rows] = upright ? [3, 4] : [4, 3];
  const pan = (upright ? 13 : 14) * unit;
  const tin = { width: columns * pan + 8 * unit, height: rows * pan * 0.8 + 8 * unit };
  const [x, y] = [width * 0.5 - tin.width * random.between(0.56, 0.68), height * 0.5 - tin.height * 0.42];
  const pans = colours.map((colour, i) => {
    const [px, py] = [x + 4 * unit + (i % columns) * pan, y + 4 * unit + Math.floor(i / columns) * pan * 0.8];
    const wet = flat(blob(random, [px + pan / 2, py + pan * 0.4], pan * 0.2, 0.25), lighten(colour, 0.3), 0.5);
    return (
      flat(box(px + unit * 0.6, py + unit * 0.6, pan - unit * 1.2, pan * 0.8 - unit * 1.2, unit * 1.6), '#fffaf0') +
      flat(box(px + unit * 1.3, py + unit * 1.3, pan - unit * 2.6, pan * 0.8 - unit * 2.6, unit * 1.2), colour) +
      wet
    );
  });
  const paper = cut(box(width * 0.06, height * 0.05, width * 0.88, height * 0.9, 6), lighten(palette.cream, 0.45), {
    depth: 1.2,
    at: `rotate(${n(random.between(-2, 2))} ${n(width / 2)} ${n(height / 2)})`,
  });
  const tests = colours.slice(0, 9).map((colour, i) => {
    const length = width * random.between(0.08, 0.13);
    const px = width * (0.12 + Math.floor(i / 2) * 0.145 + random.between(0, 0.03));
    const py = i % 2 ? height * random.between(0.11, 0.17) : height * random.between(0.84, 0.9);
    return line(
      `M${n(px)} ${n(py)}q${n(length / 2)} ${n(random.between(-3, 3) * unit)} ${n(length)} 0`,
      colour,
      4.5 * unit,
      0.75,
    );
  });
  const jar: [number, number] = [x + tin.width + 13 * unit, y + tin.height * 0.3];
  const glass =
    cut(oval(...jar, 11 * unit), mix(palette.cream, palette.cool, 0.25), { depth: 1.2 }) +
    flat(oval(...jar, 9.4 * unit), mix(colours[0] ?? palette.cool, palette.cream, 0.55)) +
    flat(oval(jar[0] - 2 * unit, jar[1] - 2.5 * unit, 4 * unit, 3 * unit), '#ffffff', 0.35);
  const stick = line(
    `M${n(jar[0] - 2 * unit)} ${n(jar[1] + 3 * unit)}L${n(jar[0] + 15 * unit)} ${n(jar[1] - 30 * unit)}`,
    palette.warmDeep,
    2.2 * unit,
  );
  return (
    backdrop(sheet, mix(palette.base, palette.ground[0], 0.3), palette.base) +
    paper +
    tests.join('') +
    cut(box(x, y, tin.width, tin.height, 3 * unit), darken(palette.coolDeep, 0.25), { depth: 1.6 }) +
    pans.join('') +
    glass +
    stick
  );
};
