import type { ReactNode } from 'react';
import { Brand, type BrandProps } from '../basic/brand';
import { Count } from '../basic/count';
import type { Glyph } from '../basic/icon';
import { IconButton } from '../basic/icon-button';
import styles from './phone-bar.module.css';

interface PhoneBarProps {
  brand: BrandProps;
  children?: ReactNode;
}

export function PhoneBar({ brand, children }: PhoneBarProps) {
  return (
    <header className={styles.bar}>
      <span className="grow">
        <Brand {...brand} />
      </span>
      {children}
    </header>
  );
}

interface BarLinkProps {
  icon: Glyph;
  label: string;
  href: string;
  count?: number;
  countLabel?: string;
  isCurrent?: boolean;
}

export function BarLink({ icon, label, href, count = 0, countLabel = 'new', isCurrent }: BarLinkProps) {
  return (
    <span className={styles.link}>
      <IconButton
        icon={icon}
        label={count > 0 ? `${label}, ${count} ${countLabel}` : label}
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
      />
      <span aria-hidden="true">
        <Count value={count} size="sm" className={styles.count} />
      </span>
    </span>
  );
}
