import type { ComponentType, SVGProps } from 'react';
import { cx } from '@/lib/cx';
import styles from './icon.module.css';

/** A glyph of lucide-react, or anything drawn like one. */
export type Glyph = ComponentType<SVGProps<SVGSVGElement> & { size?: number | string; strokeWidth?: number | string }>;

interface IconProps {
  of: Glyph;
  /** Pixels: 16 in small buttons, 20 as a rule, 22 to 24 in navigation. */
  size?: number;
  /** Filled: only for the "on" state of like and save. */
  solid?: boolean;
  strokeWidth?: number;
  className?: string;
}

/** A decorative icon in the ink of its surroundings; its meaning must also be in words or in a label. */
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

/** Elements that drawings are made of. */
const shapes = new Set(['path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse']);
const drawings = new WeakMap<object, string | null>();

/**
 * The lines of a glyph as markup, made once. lucide's components make a dozen attributes and an element for each line,
 * anew for every icon of every page: on the server that was a fifth of what a page took.
 *
 * @param glyph A component as `Glyph`.
 * @returns null for a glyph that is no component of lucide-react.
 */
export function getDrawing(glyph: object): string | null {
  const before = drawings.get(glyph);
  if (before !== undefined) return before;
  const drawing = writeLines(readLines(glyph));
  drawings.set(glyph, drawing);
  return drawing;
}

/** A component of lucide hands its lines on as `icon.node`: pairs of an element's name and its attributes. */
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
