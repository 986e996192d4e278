import Link from 'next/link';
import { cx } from '@/lib/cx';
import { BrandMark } from './brand-mark';
import styles from './brand.module.css';

interface BrandProps {
  /** The operator's `siteName`. */
  siteName: string;
  /** The operator's logo; the built-in mark when there is none. */
  logoUrl?: string | null;
  href?: string;
  className?: string;
}

/** Mark and name of the site, linking home. */
export function Brand({ siteName, logoUrl, href = '/', className }: BrandProps) {
  return (
    <Link className={cx(styles.brand, className)} href={href} aria-label={`${siteName}, home`}>
      {logoUrl ? <img src={logoUrl} alt="" width={32} height={32} className={styles.logo} /> : <BrandMark />}
      <span className={styles.name} data-brand-name>
        {siteName}
      </span>
    </Link>
  );
}
