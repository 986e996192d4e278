import { cx } from '@/lib/cx';
import { Icon, type Glyph } from '../basic/icon';
import styles from './play-mark.module.css';

/** Only a picture, not a button. */
export function PlayMark({ icon, size = 'md' }: { icon: Glyph; size?: 'sm' | 'md' }) {
  return (
    <span className={cx(styles.play, size === 'sm' && styles.sm)} aria-hidden="true">
      <Icon of={icon} size={size === 'sm' ? 16 : 24} solid />
    </span>
  );
}
