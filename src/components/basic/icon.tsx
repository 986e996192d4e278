import type { ComponentType, SVGProps } from 'react';
import { cx } from '@/lib/cx';
import { drawingOf } from './icon-drawing';
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
  const drawing = drawingOf(Shape);
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
