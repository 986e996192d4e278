import { n } from './paper';
import type { Random } from './random';

// Outlines as SVG path data. Positions and sizes in pixels, angles in degrees.

export type Point = readonly [x: number, y: number];

export const turn = (degrees: number): number => (degrees * Math.PI) / 180;

/** The point at this distance from the center. 0 degrees is up; angles go clockwise. */
export const around = ([x, y]: Point, distance: number, degrees: number): Point => [
  x + Math.sin(turn(degrees)) * distance,
  y - Math.cos(turn(degrees)) * distance,
];

export const oval = (x: number, y: number, rx: number, ry = rx): string =>
  `M${n(x - rx)} ${n(y)}a${n(rx)} ${n(ry)} 0 1 0 ${n(rx * 2)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-rx * 2)} 0Z`;

export function box(x: number, y: number, width: number, height: number, radius = 0): string {
  const r = Math.min(radius, width / 2, height / 2);
  const corner = (dx: number, dy: number) => `a${n(r)} ${n(r)} 0 0 1 ${n(dx)} ${n(dy)}`;
  return `M${n(x + r)} ${n(y)}h${n(width - 2 * r)}${corner(r, r)}v${n(height - 2 * r)}${corner(-r, r)}h${n(2 * r - width)}${corner(-r, -r)}v${n(2 * r - height)}${corner(r, -r)}Z`;
}

export const polygon = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;

/** A curve through all points. */
export function smooth(points: readonly Point[], closed = false): string {
  const count = points.length;
  const at = (i: number): Point => points[closed ? (i + count) % count : Math.max(0, Math.min(count - 1, i))] ?? [0, 0];
  const first = at(0);
  let d = `M${n(first[0])} ${n(first[1])}`;
  for (let i = 0; i < (closed ? count : count - 1); i += 1) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const c1: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const c2: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    d += `C${[c1, c2, to].map(([x, y]) => `${n(x)} ${n(y)}`).join(' ')}`;
  }
  return closed ? `${d}Z` : d;
}

/** A slightly irregular circle. @param rough 0..0.3 */
export function blob(random: Random, [x, y]: Point, radius: number, rough = 0.08, squash = 1): string {
  const count = 9;
  const points = Array.from({ length: count }, (_, i) => {
    const [px, py] = around([0, 0], radius * random.between(1 - rough, 1 + rough), (i * 360) / count);
    return [x + px, y + py * squash] as const;
  });
  return smooth(points, true);
}

/** A hilly edge across the sheet, filled down to `bottom`. @param roughness pixels */
export function ridge(
  random: Random,
  width: number,
  top: number,
  bottom: number,
  roughness: number,
  steps: number,
): string {
  const points = Array.from({ length: steps + 3 }, (_, i): Point => [
    ((i - 1) * width) / steps,
    top + random.between(-roughness, roughness),
  ]);
  return `${smooth(points)}V${n(bottom)}H${n(-width / steps)}Z`;
}

/** Regular waves across the sheet, filled down to `bottom`. */
export function swell(
  width: number,
  top: number,
  bottom: number,
  length: number,
  height: number,
  phase: number,
): string {
  let d = `M${n(-length - phase)} ${n(top)}`;
  for (let x = -length - phase; x < width + length * 2; x += length)
    d += `q${n(length / 4)} ${n(-height)} ${n(length / 2)} 0t${n(length / 2)} 0`;
  return `${d}V${n(bottom)}H${n(-length - phase)}Z`;
}

/** A band of varying width along a line, such as a path or a river. */
export function ribbon(points: readonly Point[], widths: readonly number[]): string {
  const sides = ([-1, 1] as const).map((hand) =>
    points.map(([x, y], i): Point => {
      const [before, after] = [points[i - 1] ?? [x, y], points[i + 1] ?? [x, y]];
      const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
      const long = Math.hypot(dx, dy) || 1;
      const half = ((widths[i] ?? 0) / 2) * hand;
      return [x - (dy / long) * half, y + (dx / long) * half];
    }),
  );
  return smooth([...(sides[0] ?? []), ...(sides[1] ?? []).toReversed()], true);
}

/** A leaf with its stalk at 0,0, pointing up. */
export const leaf = (length: number, breadth: number): string =>
  `M0 0C${n(breadth)} ${n(-length * 0.3)} ${n(breadth * 0.8)} ${n(-length * 0.8)} 0 ${n(-length)}C${n(-breadth * 0.8)} ${n(-length * 0.8)} ${n(-breadth)} ${n(-length * 0.3)} 0 0Z`;

export function leafVeins(length: number, breadth: number, pairs = 5): string {
  let d = `M0 0V${n(-length * 0.94)}`;
  for (let i = 1; i <= pairs; i += 1) {
    const y = (-length * i) / (pairs + 1.4);
    const reach = breadth * 0.56 * Math.sin((Math.PI * (i + 0.6)) / (pairs + 2));
    const rise = (-length / pairs) * 0.75;
    d += `M0 ${n(y)}l${n(reach)} ${n(rise)}M0 ${n(y)}l${n(-reach)} ${n(rise)}`;
  }
  return d;
}

/** A round petal with its base at 0,0, pointing up. */
export const petal = (length: number, breadth: number): string =>
  `M0 0C${n(-breadth * 0.75)} ${n(-length * 0.2)} ${n(-breadth * 0.72)} ${n(-length)} 0 ${n(-length)}C${n(breadth * 0.72)} ${n(-length)} ${n(breadth * 0.75)} ${n(-length * 0.2)} 0 0Z`;

/**
 * Spreads circles over an area by trying random places; drops those that do not fit.
 *
 * @param gap minimum distance as a share of the radii (1: may touch, 0.8: may overlap a little)
 */
export function scatter(
  random: Random,
  area: { x: number; y: number; width: number; height: number },
  radii: readonly number[],
  gap = 1,
): { at: Point; radius: number }[] {
  const placed: { at: Point; radius: number }[] = [];
  for (const radius of radii.toSorted((a, b) => b - a)) {
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const at: Point = [area.x + random.next() * area.width, area.y + random.next() * area.height];
      const fits = placed.every(
        (other) => Math.hypot(at[0] - other.at[0], at[1] - other.at[1]) > (radius + other.radius) * gap,
      );
      if (!fits) continue;
      placed.push({ at, radius });
      break;
    }
  }
  return placed;
}
