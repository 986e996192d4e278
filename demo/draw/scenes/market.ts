import { lighten, mix } from '../colour';
import { backdrop, cut, flat, line, n } from '../paper';
import type { Scene, Sheet } from '../paper';
import { drawLeaf } from '../plants';
import { around, blob, oval, scatter } from '../shapes';
import type { Point } from '../shapes';

export const market: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const sizes = Array.from({ length: 26 }, () => unit * random.between(7.5, 13));
  const spots = scatter(
    random,
    { x: unit * 5, y: unit * 5, width: width - unit * 10, height: height - unit * 10 },
    sizes,
    1.02,
  );
  const start = random.int(0, 6);
  const art = spots.map(({ at, radius }, i) => produce(sheet, (i + start) % 7, at, radius));
  return backdrop(sheet, palette.ground[0], palette.ground[1], 1) + art.join('');
};

function produce(sheet: Sheet, kind: number, [x, y]: Point, r: number): string {
  const { random, palette } = sheet;
  const spin = random.next() * 360;
  const place = `translate(${n(x)} ${n(y)}) rotate(${n(spin)})`;
  const shine = flat(oval(x - r * 0.3, y - r * 0.36, r * 0.22, r * 0.14), '#ffffff', 0.45);
  const green = mix(palette.leaf, '#4b7d3c', 0.5);
  if (kind === 0)
    return (
      cut(blob(random, [x, y], r * 0.9, 0.05), '#cf3b28', { depth: 1 }) +
      shine +
      Array.from({ length: 5 }, (_, i) => drawLeaf([x, y], spin + i * 72, r * 0.46, r * 0.1, green, 0.2)).join('')
    );
  if (kind === 1)
    return (
      cut(
        `M${n(-r)} 0Q${n(-r * 0.8)} ${n(-r * 0.75)} 0 ${n(-r * 0.72)}Q${n(r * 0.8)} ${n(-r * 0.7)} ${n(r * 1.08)} 0Q${n(r * 0.8)} ${n(r * 0.72)} 0 ${n(r * 0.72)}Q${n(-r * 0.8)} ${n(r * 0.75)} ${n(-r)} 0Z`,
        '#efc02e',
        { depth: 1, at: place },
      ) + shine
    );
  if (kind === 2) {
    const cloves = [-26, -9, 9, 26].map(
      (degrees) =>
        `<g transform="${place} rotate(${degrees} 0 ${n(-r * 0.8)})">${line(`M0 ${n(-r * 0.8)}Q${n(degrees * r * 0.02)} 0 0 ${n(r * 0.74)}`, '#b89bb0', r * 0.035, 0.6)}</g>`,
    );
    return (
      cut(
        `M0 ${n(-r * 1.15)}Q${n(r * 0.1)} ${n(-r * 0.6)} ${n(r * 0.72)} ${n(-r * 0.1)}Q${n(r * 1.05)} ${n(r * 0.7)} 0 ${n(r * 0.82)}Q${n(-r * 1.05)} ${n(r * 0.7)} ${n(-r * 0.72)} ${n(-r * 0.1)}Q${n(-r * 0.1)} ${n(-r * 0.6)} 0 ${n(-r * 1.15)}Z`,
        '#f6efe4',
        { depth: 1, at: place },
      ) + cloves.join('')
    );
  }
  if (kind === 3) {
    const cap = Array.from({ length: 5 }, (_, i) =>
      drawLeaf(around([x, y], r * 1.0, spin), spin + 180 + (i - 2) * 30, r * 0.42, r * 0.12, green, 0.2),
    );
    return (
      cut(
        `M0 ${n(-r)}Q${n(r * 0.5)} ${n(-r * 0.9)} ${n(r * 0.56)} ${n(r * 0.2)}Q${n(r * 0.5)} ${n(r * 1.1)} 0 ${n(r * 1.1)}Q${n(-r * 0.5)} ${n(r * 1.1)} ${n(-r * 0.56)} ${n(r * 0.2)}Q${n(-r * 0.5)} ${n(-r * 0.9)} 0 ${n(-r)}Z`,
        '#4f2a57',
        { depth: 1, at: place },
      ) +
      `<g transform="${place}">${flat(oval(-r * 0.22, r * 0.2, r * 0.08, r * 0.5), '#ffffff', 0.22)}</g>` +
      cap.join('')
    );
  }
  if (kind === 4)
    return Array.from({ length: 4 }, (_, i) =>
      drawLeaf(
        around([x, y], r * 0.1, spin),
        spin + (i - 1.5) * 48,
        r * 1.05,
        r * 0.4,
        i % 2 ? green : lighten(green, 0.15),
        0.6,
      ),
    ).join('');
  if (kind === 5)
    return (
      cut(
        `M${n(-r * 0.9)} ${n(r * 0.1)}Q${n(-r * 0.9)} ${n(-r * 0.9)} 0 ${n(-r * 0.9)}T${n(r * 0.9)} ${n(r * 0.1)}Q0 ${n(r * 0.36)} ${n(-r * 0.9)} ${n(r * 0.1)}Z`,
        '#b98a5e',
        { depth: 1, at: place },
      ) +
      cut(
        `M${n(-r * 0.26)} ${n(r * 0.14)}Q${n(-r * 0.3)} ${n(r * 0.9)} ${n(-r * 0.34)} ${n(r * 0.95)}Q0 ${n(r * 1.1)} ${n(r * 0.34)} ${n(r * 0.95)}Q${n(r * 0.3)} ${n(r * 0.8)} ${n(r * 0.26)} ${n(r * 0.14)}Z`,
        '#f1e4d0',
        { depth: 0.6, at: place },
      )
    );
  const rings = [0.7, 0.5, 0.3].map((share) => line(oval(x, y, r * share * 0.9), '#a8668f', r * 0.05, 0.5));
  return cut(oval(x, y, r * 0.86), '#8a2f55', { depth: 1 }) + flat(oval(x, y, r * 0.76), '#f7e8ef') + rings.join('');
}
