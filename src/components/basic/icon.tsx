import type { ComponentType, SVGProps } from 'react';
import { cx } from '@/lib/cx';
import styles from './icon.module.css';

/** A component of lucide-react, or one with the same props. */
export type Glyph = ComponentType<SVGProps<SVGSVGElement> & { size?: number | string; strokeWidth?: number | string }>;

interface IconProps {
  of: Glyph;
  /** Pixels: 16 in small buttons, 20 by default, 22 to 24 in navigation. */
  size?: number;
  /** Use it only for the "on" state of like and save. */
  solid?: boolean;
  strokeWidth?: number;
  className?: string;
}

/** Decorative, so its meaning must also be in text or in a label. */
export function Icon({ of: Shape, size = 20, solid = false, strokeWidth = 1.75, className }: IconProps) {
  const look = cx(styles.icon, solid && styles.solid, className);
  const drawing = getDrawing(Shape);
  if (drawing === null) {
    return <Shape size={size} strokeWidth={strokeWidth} aria-hidden="true" focusable="false" className={look} />;
  }
  return (
    <svg
      className={look}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      strokeWidth={strokeWidth}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  );
}

const shapes = new Set(['path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse']);
const drawings = new WeakMap<object, string | null>();

/** Cached SVG: rendering lucide's components took a fifth of the server's time for a page. @returns null for other glyphs */
export function getDrawing(glyph: object): string | null {
  const before = drawings.get(glyph);
  if (before !== undefined) return before;
  const drawing = writeLines(readLines(glyph));
  drawings.set(glyph, drawing);
  return drawing;
}

/** lucide's components pass on their lines as `icon.node`: pairs of an element's name and its attributes. */
function readLines(glyph: object): unknown {
  const { render } = glyph as { render?: (props: object, ref: null) => unknown };
  if (typeof render !== 'function') return undefined;
  const element = render({}, null) as { props?: { icon?: { node?: unknown } } } | null;
  return element?.props?.icon?.node;
}

function writeLines(lines: unknown): string | null {
  if (!Array.isArray(lines) || !lines.every(isLine)) return null;
  return lines.map(([name, attributes]) => `<${name}${writeAttributes(attributes)}></${name}>`).join('');
}

const writeAttributes = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .filter(([name]) => name !== 'key')
    .map(([name, value]) => ` ${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`)
    .join('');

const isLine = (line: unknown): line is [string, Record<string, string>] =>
  Array.isArray(line) &&
  shapes.has(String(line[0])) &&
  Object.values((line[1] ?? {}) as object).every((value) => /^[^"<>&]*$/.test(String(value)));
