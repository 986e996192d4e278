import type { ReactNode } from 'react';
import { Picture } from '../media/picture';
import { cx } from '@/lib/cx';
import { BrandMark } from '../basic/brand';
import styles from './whole-page.module.css';

interface WholePageProps {
  title: string;
  text: ReactNode;
  /** If missing, the built-in logo is shown. */
  logoUrl?: string | null;
  action?: ReactNode;
  /** Whether it is inside a page that already has a frame. */
  inline?: boolean;
}

export function WholePage({ title, text, logoUrl, action, inline }: WholePageProps) {
  const Frame = inline ? 'section' : 'main';
  return (
    <Frame className={cx(styles.page, inline && styles.inline)} {...(!inline && { id: 'main', tabIndex: -1 })}>
      <div className={styles.words}>
        {logoUrl ? (
          <Picture src={logoUrl} alt="" width={48} height={48} className={styles.logo} fallback={null} />
        ) : (
          <BrandMark width={44} />
        )}
        <h1 className={styles.title}>{title}</h1>
        <p className="ink-2">{text}</p>
        {action}
      </div>
    </Frame>
  );
}
