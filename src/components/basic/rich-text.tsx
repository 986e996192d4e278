import { cx } from '@/lib/cx';
import styles from './rich-text.module.css';

interface RichTextProps {
  /** Cleaned by `cleanHtml`, or by the server; nothing is shown if it is empty. */
  html: string | null | undefined;
  /** A text with headings, spaced for reading. */
  isArticle?: boolean;
  className?: string;
}

export function RichText({ html, isArticle, className }: RichTextProps) {
  if (!html) return null;
  return (
    <div
      className={cx(styles.text, isArticle && styles.article, className)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
