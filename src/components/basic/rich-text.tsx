import { cx } from '@/lib/cx';
import styles from './rich-text.module.css';

/** @param html cleaned by `cleanHtml`; nothing is shown if it is empty */
export function RichText({ html, className }: { html: string | undefined; className?: string }) {
  if (!html) return null;
  return <div className={cx(styles.text, className)} dangerouslySetInnerHTML={{ __html: html }} />;
}
