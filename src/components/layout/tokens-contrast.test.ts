import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Theme = Record<string, string>;

const css = readFileSync(join(process.cwd(), 'styles/tokens.css'), 'utf8');

function readRule(selector: string): Theme {
  const from = css.indexOf(`${selector} {`);
  if (from < 0) throw new Error(`No rule ${selector} in tokens.css`);
  const body = css.slice(from, css.indexOf('\n}', from));
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)].map(([, name, value]) => [name, value]),
  );
}

const light = readRule(':root');
const dark = { ...light, ...readRule("[data-theme='dark']") };

/** WCAG 2.2. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Theme, front: string, back: string): number {
  const [a, b] = [front, back].map((name) => {
    const value = theme[name];
    if (!value) throw new Error(`No hex colour --${name} in tokens.css`);
    return luminance(value);
  });
  return (Math.max(a ?? 0, b ?? 0) + 0.05) / (Math.min(a ?? 0, b ?? 0) + 0.05);
}

/** AA requires 4.5 to 1 for text, 3 to 1 for edges and icons. WCAG 2.2, 1.4.3 and 1.4.11. */
const textPairs = [
  ['ink', ['bg', 'surface', 'sunken', 'shell', 'accent-soft', 'raised', 'pressed']],
  ['ink-2', ['bg', 'surface', 'sunken', 'shell', 'accent-soft']],
  ['muted', ['bg', 'surface', 'sunken', 'shell', 'pressed', 'accent-soft']],
  ['accent-ink', ['bg', 'surface', 'accent-soft']],
  ['on-accent', ['accent', 'accent-hover', 'accent-active']],
  ['success-ink', ['success-soft', 'bg']],
  ['warn-ink', ['warn-soft']],
  ['danger-ink', ['danger-soft', 'surface', 'bg']],
  ['on-danger', ['danger', 'danger-hover']],
  ['on-live', ['live']],
  ['live-ink', ['bg']],
  ['on-gift', ['gift']],
  ['gift-ink', ['gift-soft', 'bg']],
  ['on-dark', ['stage']],
  ['bg', ['ink']],
] as const;
const edgePairs = [
  ['line-strong', ['surface', 'bg', 'sunken']],
  ['focus', ['bg', 'surface']],
  ['live', ['bg', 'stage']],
  ['online', ['bg']],
  ['seal-ink', ['seal']],
] as const;

describe.each([
  ['light', light],
  ['dark', dark],
])('colors of the %s theme', (_name, theme) => {
  const pairs = (list: typeof textPairs | typeof edgePairs) =>
    list.flatMap(([front, grounds]) => grounds.map((back) => [front, back] as const));

  it.each(pairs(textPairs))('%s is readable on %s', (front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(edgePairs))('%s is visible on %s', (front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(3);
  });
});
