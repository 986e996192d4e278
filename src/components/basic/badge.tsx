import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Icon, type Glyph } from './icon';
import styles from './badge.module.css';

interface BadgeProps {
  tone?: 'plain' | 'accent' | 'success' | 'warn' | 'danger' | 'live' | 'media';
  icon?: Glyph;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = 'plain', icon, className, children }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone], className)}>
      {icon && <Icon of={icon} size={16} />}
      {children}
    </span>
  );
}
