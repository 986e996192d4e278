import Link from 'next/link';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Brand, type BrandProps } from '../basic/brand';
import { RichText } from '../basic/rich-text';
import styles from './footer.module.css';

interface FooterProps {
  brand: BrandProps;
  links: { href: string; label: string }[];
  /** HTML of the operators, cleaned. */
  content?: string;
  children?: ReactNode;
}

export function Footer({ brand, links, content, children }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={cx('page sm muted', styles.inner)}>
        <Brand {...brand} />
        <nav className={styles.links} aria-label="About this site">
          {links.map((link) => (
            <Link key={link.href} href={link.href}>
              {link.label}
            </Link>
          ))}
        </nav>
        <span className="end">{children}</span>
        <RichText html={content} className={styles.content} />
      </div>
    </footer>
  );
}
