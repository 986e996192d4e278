import { darken, lighten, mix } from '../colour';
import { backdrop, cut, flat, line, n } from '../paper';
import type { Scene, Sheet } from '../paper';
import { drawLeaf } from '../plants';
import { around, blob, box, oval, petal, scatter, smooth } from '../shapes';
import type { Point } from '../shapes';

function noodles({ random }: Sheet, centre: Point, radius: number): string {
  return Array.from({ length: 34 }, (_, i) => {
    const r = radius * Math.sqrt(random.next()) * 0.72;
    const middle = around(centre, r * 0.6, random.next() * 360);
    const loop = radius * random.between(0.16, 0.36);
    return line(
      oval(middle[0], middle[1], loop, loop * random.between(0.6, 1)),
      i % 3 ? '#f3d488' : '#e2b659',
      radius * 0.042,
    );
  }).join('');
}

const basil = (sheet: Sheet, centre: Point, size: number) =>
  [0, 125, 235]
    .map((degrees) => drawLeaf(centre, degrees, size, size * 0.42, mix(sheet.palette.leaf, '#3f7d3a', 0.5), 0.5))
    .join('');

function plateful(sheet: Sheet, kind: number, centre: Point, r: number): string {
  const { random, palette } = sheet;
  if (kind === 0) {
    const tomatoes = scatter(
      random,
      { x: centre[0] - r * 0.6, y: centre[1] - r * 0.6, width: r * 1.2, height: r * 1.2 },
      Array.from({ length: 9 }, () => r * 0.1),
    ).map(
      ({ at, radius }) =>
        cut(oval(...at, radius), '#cf3b28', { depth: 0.4 }) +
        flat(oval(at[0] - radius * 0.3, at[1] - radius * 0.3, radius * 0.25), '#ffffff', 0.5),
    );
    return (
      flat(blob(random, centre, r * 0.95, 0.03), '#b5351f') +
      noodles(sheet, centre, r) +
      tomatoes.join('') +
      basil(sheet, [centre[0] + r * 0.1, centre[1] - r * 0.05], r * 0.3)
    );
  }
  if (kind === 1) {
    const soup = random.pick(['#e2933a', '#7d9a3f', '#b8452c', '#d9a441']);
    const swirl = smooth(Array.from({ length: 24 }, (_, k): Point => around(centre, r * (0.1 + 0.026 * k), k * 38)));
    const seeds = Array.from({ length: 22 }, () =>
      flat(
        oval(...around(centre, r * Math.sqrt(random.next()) * 0.75, random.next() * 360), r * 0.022, r * 0.034),
        darken(palette.leafDeep, 0.2),
        0.8,
      ),
    );
    return (
      flat(oval(...centre, r * 0.97), darken(soup, 0.12)) +
      flat(oval(...centre, r * 0.92), soup) +
      line(swirl, '#fff3da', r * 0.055, 0.85) +
      seeds.join('') +
      basil(sheet, [centre[0] - r * 0.1, centre[1]], r * 0.26)
    );
  }
  if (kind === 2) {
    const leaves = Array.from({ length: 26 }, () =>
      drawLeaf(
        around(centre, r * Math.sqrt(random.next()) * 0.55, random.next() * 360),
        random.next() * 360,
        r * random.between(0.34, 0.5),
        r * random.between(0.12, 0.2),
        random.pick(['#6d9440', '#8fb356', '#4f7a39', palette.leaf]),
        0.5,
      ),
    );
    const rounds = Array.from({ length: 9 }, (_, i) => {
      const at = around(centre, r * random.between(0.15, 0.7), i * 41);
      const [rind, flesh] = i % 2 ? ['#cf3b28', '#f0907a'] : ['#8a2f55', '#f4e3ea'];
      return (
        cut(oval(...at, r * 0.12), rind ?? '#cf3b28', { depth: 0.4 }) + flat(oval(...at, r * 0.095), flesh ?? '#ffffff')
      );
    });
    return leaves.join('') + rounds.join('');
  }
  const slices = Array.from({ length: 8 }, (_, i) => {
    const [a, b] = [i * 45 + 2, i * 45 + 43];
    const [p, q] = [around(centre, r * 0.9, a), around(centre, r * 0.9, b)];
    const middle = around(centre, r * 0.06, i * 45 + 22);
    const crumb = `M${n(middle[0])} ${n(middle[1])}L${n(p[0])} ${n(p[1])}A${n(r * 0.9)} ${n(r * 0.9)} 0 0 1 ${n(q[0])} ${n(q[1])}Z`;
    const fruit = [0.36, 0.6, 0.72].map((share, k) =>
      cut(
        oval(...around(centre, r * share, i * 45 + 22 + (k - 1) * 9), r * 0.075),
        random.pick(['#a3283a', '#c9433f', '#6d2a4f']),
        { depth: 0.3 },
      ),
    );
    return (
      cut(crumb, '#e9b866', { depth: 0.5 }) +
      line(`M${n(p[0])} ${n(p[1])}A${n(r * 0.9)} ${n(r * 0.9)} 0 0 1 ${n(q[0])} ${n(q[1])}`, '#b06c2b', r * 0.08) +
      fruit.join('')
    );
  });
  return flat(oval(...centre, r * 0.92), '#c98a3e') + slices.join('');
}

export const supper: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const check = unit * random.pick([11, 14]);
  const tint = random.pick([palette.cool, palette.warm, palette.leaf, palette.gold]);
  const paleTint = mix(tint, palette.cream, 0.45);
  const across = Array.from({ length: Math.ceil(width / check / 2) + 1 }, (_, i) =>
    flat(box(i * check * 2, 0, check, height), paleTint, 0.75),
  );
  const down = Array.from({ length: Math.ceil(height / check / 2) + 1 }, (_, i) =>
    flat(box(0, i * check * 2, width, check), paleTint, 0.75),
  );
  const ground = random.chance(0.6)
    ? backdrop(sheet, tint, darken(tint, 0.12), 1) + across.join('') + down.join('')
    : backdrop(sheet, mix(palette.base, palette.ground[1], 0.3), palette.base, 1);
  const centre: Point = [width * random.between(0.46, 0.54), height * random.between(0.48, 0.53)];
  const r = Math.min(width, height) * (height > width ? random.between(0.33, 0.36) : random.between(0.36, 0.4));
  const plate =
    cut(oval(...centre, r), lighten(palette.cream, 0.3), { depth: 2 }) +
    line(oval(...centre, r * 0.95), tint, r * 0.015, 0.6) +
    flat(oval(...centre, r * 0.78), mix(palette.cream, palette.base, 0.16)) +
    flat(oval(centre[0], centre[1] + r * 0.01, r * 0.75), lighten(palette.cream, 0.2));
  const fork =
    cutlery(sheet, [centre[0] - r * 1.2, centre[1]], r, 'fork') +
    cutlery(sheet, [centre[0] + r * 1.2, centre[1]], r, 'knife');
  const lemonAt: Point = width > height ? [width * 0.1, height * 0.82] : [width * 0.16, height * 0.91];
  const lemon =
    cut(oval(...lemonAt, unit * 9), '#f0c22f', { depth: 1 }) +
    flat(oval(...lemonAt, unit * 8), '#fdf2b8') +
    Array.from(
      { length: 8 },
      (_, i) =>
        `<g transform="translate(${n(lemonAt[0])} ${n(lemonAt[1])}) rotate(${i * 45})">${flat(petal(unit * 7.2, unit * 4.2), '#f6d95c')}</g>`,
    ).join('');
  const glassAt: Point = width > height ? [width * 0.89, height * 0.18] : [width * 0.84, height * 0.1];
  const glass =
    cut(oval(...glassAt, unit * 10), mix(palette.cream, palette.cool, 0.2), { depth: 1.2, opacity: 0.85 }) +
    flat(oval(...glassAt, unit * 8.4), random.pick(['#7a2036', mix(palette.cool, '#ffffff', 0.4), '#e0a03a']), 0.85) +
    flat(oval(glassAt[0] - unit * 2.6, glassAt[1] - unit * 3, unit * 3, unit * 2), '#ffffff', 0.4);
  return ground + glass + lemon + plate + fork + plateful(sheet, random.int(0, 3), centre, r * 0.72);
};

function cutlery({ palette }: Sheet, [x, y]: Point, r: number, kind: 'fork' | 'knife'): string {
  const metal = mix(palette.cream, '#9aa0a6', 0.45);
  const w = r * 0.055;
  const handle = `M${n(x - w * 0.5)} ${n(y + r * 0.05)}L${n(x - w)} ${n(y + r * 0.66)}Q${n(x)} ${n(y + r * 0.76)} ${n(x + w)} ${n(y + r * 0.66)}L${n(x + w * 0.5)} ${n(y + r * 0.05)}Z`;
  const head =
    kind === 'knife'
      ? `M${n(x - w * 0.8)} ${n(y + r * 0.08)}V${n(y - r * 0.6)}Q${n(x + w * 1.7)} ${n(y - r * 0.5)} ${n(x + w * 1.3)} ${n(y + r * 0.08)}Z`
      : [-1.7, -0.4, 0.9].map((shift) => box(x + shift * w, y - r * 0.6, w * 0.8, r * 0.34, w * 0.4)).join('') +
        `M${n(x - w * 1.7)} ${n(y - r * 0.34)}H${n(x + w * 1.7)}Q${n(x + w * 1.6)} ${n(y - r * 0.06)} ${n(x + w * 0.5)} ${n(y + r * 0.08)}H${n(x - w * 0.5)}Q${n(x - w * 1.6)} ${n(y - r * 0.06)} ${n(x - w * 1.7)} ${n(y - r * 0.34)}Z`;
  return cut(handle, metal, { depth: 0.7 }) + cut(head, lighten(metal, 0.2), { depth: 0.5 });
}
