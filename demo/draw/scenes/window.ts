import { darken, lighten, lightness, mix } from '../colour';
import { backdrop, cut, flat, inside, line, n } from '../paper';
import type { Scene, Sheet } from '../paper';
import { drawLeaf, drawStem } from '../plants';
import { box, oval, polygon } from '../shapes';
import type { Point } from '../shapes';
import { drawVessel, lowShapes } from '../vessels';

export function pottedPlant(sheet: Sheet, [x, y]: Point, tall: number): string {
  const { random, palette, unit } = sheet;
  const pot = tall * 0.3;
  const kind = random.int(0, 1);
  const leaves =
    kind === 0
      ? Array.from({ length: 9 }, (_, i) =>
          drawLeaf(
            [x + (i - 4) * unit * 0.6, y - pot * 0.9],
            (i - 4) * 17 + random.between(-5, 5),
            tall * random.between(0.5, 0.72),
            tall * random.between(0.08, 0.13),
            random.pick([palette.leaf, palette.leafDeep, palette.leafPale]),
            0.6,
          ),
        ).join('')
      : [-16, 4, 20]
          .map(
            (degrees) =>
              drawStem(
                [x, y - pot * 0.9],
                degrees,
                tall * random.between(0.5, 0.68),
                {
                  pairs: 4,
                  leafLength: tall * 0.2,
                  bend: degrees * 0.6,
                  slim: 0.36,
                  colour: degrees > 5 ? palette.leafDeep : palette.leaf,
                  depth: 0.5,
                },
                palette,
              ).art,
          )
          .join('');
  return (
    leaves +
    drawVessel(sheet, {
      shape: random.pick(lowShapes),
      foot: [x, y],
      width: pot * 1.1,
      height: pot,
      body: random.pick([palette.warm, palette.cream, palette.coolDeep, palette.gold]),
      glaze: palette.blush,
      trim: palette.ink,
    })
  );
}

export const windowSill: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const frame = { x: width * 0.1, y: height * 0.08, w: width * 0.8, h: height * 0.68 };
  const glass = box(frame.x, frame.y, frame.w, frame.h);
  const dark = random.chance(0.6);
  const sky = dark ? mix(palette.coolDeep, '#0a1028', 0.55) : mix(palette.ground[0], palette.gold, 0.35);
  const moonAt: Point = [frame.x + frame.w * random.between(0.2, 0.8), frame.y + frame.h * 0.26];
  const roofs = Array.from({ length: 8 }, (_, i) => {
    const [bx, top] = [frame.x + (i - 0.4) * frame.w * 0.14, frame.y + frame.h * random.between(0.5, 0.76)];
    const wide = frame.w * 0.16;
    const lights = Array.from({ length: 4 }, (__, k) =>
      flat(
        box(bx + wide * (k % 2 ? 0.6 : 0.2), top + unit * (3 + Math.floor(k / 2) * 6), wide * 0.18, unit * 3),
        dark && random.chance(0.6) ? palette.gold : darken(sky, 0.3),
        0.9,
      ),
    );
    return (
      cut(
        polygon([
          [bx, frame.y + frame.h + 9],
          [bx, top],
          [bx + wide / 2, top - unit * 5],
          [bx + wide, top],
          [bx + wide, frame.y + frame.h + 9],
        ]),
        mix(dark ? palette.ink : palette.warmDeep, sky, 0.4 + (i % 3) * 0.1),
        { depth: 0.4 },
      ) + lights.join('')
    );
  });
  const weather = random.chance(0.5)
    ? Array.from({ length: 60 }, () =>
        line(
          `M${n(frame.x + random.next() * frame.w)} ${n(frame.y + random.next() * frame.h)}l${n(-unit * 0.7)} ${n(unit * 2.6)}`,
          palette.cream,
          2.2,
          0.35,
        ),
      )
    : Array.from({ length: 36 }, () =>
        flat(
          oval(frame.x + random.next() * frame.w, frame.y + random.next() * frame.h * 0.6, random.between(1, 3)),
          palette.cream,
          dark ? 0.8 : 0,
        ),
      );
  const bars = line(
    `M${n(frame.x + frame.w / 2)} ${n(frame.y)}v${n(frame.h)}M${n(frame.x)} ${n(frame.y + frame.h * 0.44)}h${n(frame.w)}`,
    palette.cream,
    unit * 1.8,
  );
  const sill = frame.y + frame.h;
  const side = random.pick([0.3, 0.68]);
  const ledge = cut(
    box(frame.x - unit * 5, sill - unit, frame.w + unit * 10, unit * 5, 4),
    lighten(palette.cream, 0.2),
    { depth: 1 },
  );
  const wall = mix(palette.ground[1], palette.warm, lightness(palette.ground[1]) < 0.4 ? 0.2 : 0.1);
  return (
    backdrop(sheet, lighten(wall, 0.08), darken(wall, 0.1)) +
    cut(box(frame.x - unit * 3, frame.y - unit * 3, frame.w + unit * 6, frame.h + unit * 6, 6), palette.cream, {
      depth: 1.1,
    }) +
    inside(
      sheet,
      glass,
      flat(glass, sky) +
        flat(oval(...moonAt, unit * 9), lighten(palette.gold, 0.5)) +
        flat(oval(...moonAt, unit * 13), palette.gold, 0.2) +
        roofs.join('') +
        weather.join(''),
    ) +
    bars +
    ledge +
    cat(sheet, [width * side, sill], unit * 30, dark) +
    pottedPlant(sheet, [width * (1 - side) + unit * 3, sill], unit * random.between(40, 52)) +
    books(sheet, [width * (1 - side) - unit * 20, sill])
  );
};

function cat({ palette, random }: Sheet, [x, y]: Point, tall: number, isNight: boolean): string {
  // A dark cat would be invisible at night.
  const coat = random.pick([
    isNight ? palette.gold : palette.ink,
    palette.warm,
    isNight ? palette.blush : darken(palette.base, 0.1),
    palette.cream,
  ]);
  const s = tall / 100;
  const hand = random.pick([-1, 1]);
  const at = `translate(${n(x)} ${n(y)}) scale(${(s * hand).toFixed(3)} ${s.toFixed(3)})`;
  const depth = 0.8;
  const tail = `<g transform="${at}">${line('M26 -6q40 8 40 34q-2 26 -22 26', coat, 10)}</g>`;
  const trunk = cut('M-30 0C-40 -34 -30 -62 -8 -74L14 -72C36 -54 40 -24 34 0Z', coat, { at, depth, scale: s });
  const head = cut(
    'M-32 -88C-34 -98 -33 -110 -30 -118L-16 -106Q0 -112 14 -106L28 -118C31 -108 32 -98 30 -88C26 -70 -26 -70 -32 -88Z',
    coat,
    { at, depth: depth * 0.7, scale: s },
  );
  const light = lightness(coat) > 0.5 ? palette.ink : palette.gold;
  const stripes = line(
    'M-6 -104v8M0 -106v11M6 -104v8M20 -44q8 4 12 0M22 -30q8 4 13 0',
    lightness(coat) > 0.4 ? darken(coat, 0.4) : lighten(coat, 0.25),
    3,
    0.6,
  );
  return `${tail}${trunk}${head}<g transform="${at}">${stripes}${line('M-20 -90q6 5 11 0M9 -90q6 5 11 0', light, 3)}${line('M-3 -82h6M0 -81v4', light, 2.6)}${line('M-30 -82h-16M-30 -78l-14 4M28 -82h16M28 -78l14 4', light, 1, 0.6)}</g>`;
}

function books(sheet: Sheet, [x, y]: Point): string {
  const { random, palette, unit } = sheet;
  let level = y;
  return random
    .shuffle([palette.warm, palette.coolDeep, palette.gold])
    .map((colour) => {
      const [wide, tall] = [unit * random.between(17, 22), unit * random.between(3, 4.4)];
      level -= tall;
      return (
        cut(box(x - wide / 2, level, wide, tall, 3), colour, { depth: 0.5 }) +
        flat(box(x - wide / 2 + unit, level + tall * 0.3, unit * 0.9, tall * 0.4), palette.cream, 0.8)
      );
    })
    .join('');
}
