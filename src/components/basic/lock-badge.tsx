import { cx } from '@/lib/cx';
import { Icon, type Glyph } from './icon';
import styles from './lock-badge.module.css';

interface LockBadgeProps {
  icon: Glyph;
  size?: 'sm' | 'md';
  /** `danger` is for things that failed; both stand in the flow of the page unless `over` a picture. */
  tone?: 'plain' | 'danger' | 'accent';
  /** Centred over the picture it closes. */
  over?: boolean;
}

/** The oval that closes locked work, with the icon of its kind. */
export function LockBadge({ icon, size = 'md', tone = 'plain', over = false }: LockBadgeProps) {
  return (
    <span className={cx(styles.seal, styles[tone], size === 'sm' && styles.sm, over && styles.over)}>
      <Icon of={icon} size={size === 'sm' ? 18 : 26} strokeWidth={1.6} />
    </span>
  );
}
