import Link from 'next/link';
import { Picture } from '../media/picture';
import { cx } from '@/lib/cx';
import styles from './brand.module.css';

export function BrandMark({ width = 30 }: { width?: number }) {
  return (
    <svg viewBox="0 0 34 36" width={width} height={Math.round((width * 36) / 34)} aria-hidden="true">
      <ellipse cx="13.5" cy="17" rx="12.5" ry="16.5" fill="var(--accent)" />
      <ellipse cx="24.5" cy="22" rx="8.5" ry="12" fill="var(--gift)" />
      <path
        d="M17.7 14.9c-1.1 2-1.7 4.5-1.7 7.1 0 3.7 1.2 7 3.1 9.2 4.1-2.9 6.9-8.2 6.9-14.2 0-2.5-.5-4.9-1.3-7h-.2c-2.7 0-5.2 1.9-6.8 4.9Z"
        fill="var(--bg)"
        opacity=".9"
      />
    </svg>
  );
}

export interface BrandProps {
  siteName: string;
  logoUrl?: string | null;
  href?: string;
  className?: string;
}

export function Brand({ siteName, logoUrl, href = '/', className }: BrandProps) {
  return (
    <Link className={cx(styles.brand, className)} href={href} aria-label={`${siteName}, home`}>
      {logoUrl ? (
        <Picture src={logoUrl} alt="" width={32} height={32} className={styles.logo} fallback={<BrandMark />} />
      ) : (
        <BrandMark />
      )}
      <span className="truncate" data-brand-name>
        {siteName}
      </span>
    </Link>
  );
}
