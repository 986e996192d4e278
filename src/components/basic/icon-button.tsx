import { cx } from '@/lib/cx';
import { Button, type ButtonProps } from './button';
import type { Glyph } from './icon';
import styles from './icon-button.module.css';

type Without<T> = T extends unknown
  ? Omit<T, 'icon' | 'iconEnd' | 'children' | 'busyLabel' | 'block' | 'aria-label'>
  : never;

type IconButtonProps = Without<ButtonProps> & {
  icon: Glyph;
  /** Accessible name and tooltip. */
  label: string;
};

/** 44 px. Use `size="sm"` (36 px) only beside larger buttons. */
export function IconButton({ icon, label, variant = 'ghost', className, ...rest }: IconButtonProps) {
  const look = cx(styles.round, rest.size === 'sm' && styles.sm, className);
  return <Button {...rest} variant={variant} icon={icon} aria-label={label} title={label} className={look} />;
}
