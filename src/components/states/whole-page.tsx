import type { ReactNode } from 'react';
import { Picture } from '../media/picture';
import { cx } from '@/lib/cx';
import { BrandMark } from '../basic/brand';
import styles from './whole-page.module.css';

interface WholePageProps {
  title: string;
  text: ReactNode;
  /** The operator's logo; the built-in mark when there is none. */
  logoUrl?: string | null;
  /** One Button. */
  action?: ReactNode;
  /** Inside a page that has its frame already. */
  inline?: boolean;
}

/** A page that says one thing: closed here, back at 14:30, not found, went wrong. */
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
