import { cx } from '@/lib/cx';
import { Icon, type Glyph } from './icon';
import styles from './lock-badge.module.css';

interface LockBadgeProps {
  icon: Glyph;
  size?: 'sm' | 'md';
  tone?: 'plain' | 'danger' | 'accent';
  over?: boolean;
}

export function LockBadge({ icon, size = 'md', tone = 'plain', over = false }: LockBadgeProps) {
  return (
    <span className={cx(styles.seal, styles[tone], size === 'sm' && styles.sm, over && styles.over)}>
      <Icon of={icon} size={size === 'sm' ? 18 : 26} strokeWidth={1.6} />
    </span>
  );
}
