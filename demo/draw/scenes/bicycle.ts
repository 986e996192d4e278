import { darken, mix } from '../colour';
import { backdrop, cut, flat, line, n } from '../paper';
import type { Scene, Sheet } from '../paper';
import { drawBlossom, drawLeaf } from '../plants';
import { around, box, oval } from '../shapes';
import type { Point } from '../shapes';

/** Side view. The point is on the ground, midway between the wheels; `wheel` is their radius. */
export function drawBicycle(sheet: Sheet, [x, y]: Point, wheel: number, colour: string): string {
  const { palette } = sheet;
  const [back, front]: [Point, Point] = [
    [x - wheel * 1.35, y - wheel],
    [x + wheel * 1.35, y - wheel],
  ];
  const spokes = [back, front].flatMap((hub) =>
    Array.from({ length: 12 }, (_, i) =>
      line(
        `M${n(hub[0])} ${n(hub[1])}L${around(hub, wheel * 0.93, i * 30)
          .map(n)
          .join(' ')}`,
        palette.cream,
        wheel * 0.012,
        0.8,
      ),
    ),
  );
  const tyres = [back, front].map(
    (hub) =>
      line(oval(...hub, wheel * 0.95), palette.ink, wheel * 0.085) +
      line(oval(...hub, wheel * 0.89), palette.cream, wheel * 0.03, 0.85) +
      flat(oval(...hub, wheel * 0.09), palette.ink),
  );
  const [crank, seat, head]: [Point, Point, Point] = [
    [x - wheel * 0.18, y - wheel * 0.95],
    [x - wheel * 0.55, y - wheel * 2.15],
    [x + wheel * 0.92, y - wheel * 2.2],
  ];
  const path = (points: Point[]) => `M${points.map((point) => point.map(n).join(' ')).join('L')}`;
  const frame = [
    path([back, crank, seat, back]),
    path([seat, [seat[0] + wheel * 0.1, seat[1] + wheel * 0.2]]),
    path([[seat[0] + wheel * 0.08, seat[1] + wheel * 0.28], head, crank]),
    path([head, front]),
  ];
  const shade = frame.map((d) => `<g transform="translate(5 11)">${line(d, '#180c08', wheel * 0.12, 0.14)}</g>`);
  const bars = line(
    `M${n(head[0])} ${n(head[1])}l${n(-wheel * 0.08)} ${n(-wheel * 0.34)}q${n(wheel * 0.5)} ${n(-wheel * 0.14)} ${n(wheel * 0.34)} ${n(wheel * 0.24)}`,
    palette.ink,
    wheel * 0.08,
  );
  const saddle =
    cut(
      `M${n(seat[0] - wheel * 0.34)} ${n(seat[1] - wheel * 0.2)}q${n(wheel * 0.4)} ${n(-wheel * 0.14)} ${n(wheel * 0.72)} ${n(wheel * 0.06)}q${n(-wheel * 0.3)} ${n(wheel * 0.18)} ${n(-wheel * 0.72)} ${n(wheel * 0.12)}Z`,
      darken(palette.base, 0.35),
      { depth: 0.5 },
    ) + line(path([seat, [seat[0] - wheel * 0.06, seat[1] - wheel * 0.18]]), palette.ink, wheel * 0.08);
  const chain =
    line(oval(...crank, wheel * 0.24), palette.gold, wheel * 0.05) +
    line(
      `M${n(crank[0])} ${n(crank[1])}l${n(wheel * 0.24)} ${n(wheel * 0.34)}h${n(wheel * 0.14)}`,
      palette.ink,
      wheel * 0.06,
    );
  return (
    flat(oval(x, y, wheel * 2.6, wheel * 0.14), '#180c08', 0.22) +
    spokes.join('') +
    tyres.join('') +
    shade.join('') +
    frame.map((d) => line(d, colour, wheel * 0.11)).join('') +
    chain +
    bars +
    saddle
  );
}

export const bicycle: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const ground = height * 0.86;
  const wheel = Math.min(width * 0.165, height * 0.24);
  const x = width * random.between(0.46, 0.5);
  const colour = random.pick([palette.warm, palette.coolDeep, palette.leafDeep, palette.gold]);
  const basket: Point = [x + wheel * 1.42, ground - wheel * 2.2];
  const weave = [0.2, 0.45, 0.7].map((share) =>
    line(`M${n(basket[0] - wheel * 0.44)} ${n(basket[1] + wheel * 0.6 * share)}h${n(wheel * 0.88)}`, '#7a4a24', 4, 0.6),
  );
  const flowers = [-40, -16, 12, 38, 0].map((degrees, i) => {
    const head = around([basket[0], basket[1]], wheel * (0.34 + (i % 2) * 0.16), degrees);
    return (
      drawLeaf([basket[0], basket[1] + wheel * 0.1], degrees * 1.5, wheel * 0.5, wheel * 0.14, palette.leaf, 0.4) +
      drawBlossom(
        i % 2 ? 'daisy' : 'ranunculus',
        head,
        wheel * 0.22,
        [
          [palette.cream, palette.blush],
          [palette.warm, palette.warmDeep],
          [palette.gold, darken(palette.gold, 0.2)],
        ][i % 3] as [string, string],
        palette,
        random,
      )
    );
  });
  const bricks = Array.from({ length: 46 }, () =>
    line(
      `M${n(random.next() * width)} ${n(random.next() * ground)}h${n(unit * 7)}m${n(-unit * 5)} ${n(unit * 3.2)}h${n(unit * 6)}`,
      darken(palette.ground[1], 0.2),
      unit * 0.5,
      0.22,
    ),
  );
  const shutter = random.pick([palette.cool, palette.leaf, palette.warmDeep]);
  const [wx, wy, ww, wh] = [width * random.pick([0.2, 0.58]), height * 0.09, unit * 27, unit * 34];
  const window =
    cut(box(wx, wy, ww, wh, 4), palette.cream, { depth: 0.8 }) +
    flat(box(wx + unit * 2, wy + unit * 2, ww - unit * 4, wh - unit * 4), mix(palette.coolDeep, palette.cool, 0.4)) +
    line(`M${n(wx + ww / 2)} ${n(wy)}v${n(wh)}M${n(wx)} ${n(wy + wh / 2)}h${n(ww)}`, palette.cream, unit * 1.4) +
    [-ww * 0.52, ww * 1.02]
      .map(
        (dx) =>
          cut(box(wx + dx, wy - unit, ww * 0.48, wh + unit * 2, 4), shutter, { depth: 0.8 }) +
          Array.from({ length: 8 }, (_, i) =>
            line(
              `M${n(wx + dx + unit * 2)} ${n(wy + unit * 3 + i * unit * 4)}h${n(ww * 0.48 - unit * 4)}`,
              darken(shutter, 0.3),
              unit * 0.6,
              0.5,
            ),
          ).join(''),
      )
      .join('');
  return (
    backdrop(sheet) +
    bricks.join('') +
    window +
    flat(box(0, ground - unit, width, height), palette.base) +
    flat(box(0, ground - unit, width, unit * 2.4), mix(palette.cream, palette.base, 0.6)) +
    drawBicycle(sheet, [x, ground + unit * 5], wheel, colour) +
    `<g transform="translate(0 ${n(unit * 5)})">${flowers.join('')}${cut(`M${n(basket[0] - wheel * 0.46)} ${n(basket[1])}h${n(wheel * 0.92)}l${n(-wheel * 0.1)} ${n(wheel * 0.62)}h${n(-wheel * 0.72)}Z`, '#b98046', { depth: 0.8 })}${weave.join('')}</g>`
  );
};
