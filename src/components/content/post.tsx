import Link from 'next/link';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './post.module.css';

interface PostProps {
  /** Names the article for readers: `Post by Mira Okafor`. */
  label: string;
  head: ReactNode;
  title?: string;
  /** The post's own page. */
  titleHref?: string;
  /** Paragraphs; line breaks in them are kept. */
  text?: ReactNode;
  tags?: ReactNode;
  /** Media, LockedCard, PollView. */
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

/** A post: not boxed. Head, text, media, actions, and a hairline to the next one. */
export function Post({ label, head, title, titleHref, text, tags, children, actions, className }: PostProps) {
  return (
    <article className={cx(styles.post, className)} aria-label={label}>
      {head}
      {title && <h2 className={styles.title}>{titleHref ? <Link href={titleHref}>{title}</Link> : title}</h2>}
      {text && <p className={styles.text}>{text}</p>}
      {tags && <div className={styles.tags}>{tags}</div>}
      {children && <div className={styles.body}>{children}</div>}
      {actions}
    </article>
  );
}
