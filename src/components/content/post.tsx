import Link from 'next/link';
import type { ReactNode } from 'react';
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
  /** Media, LockedCard, PollView. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** A post: not boxed. Head, text, media, actions, and a hairline to the next one. */
export function Post({ label, head, title, titleHref, text, children, actions }: PostProps) {
  return (
    <article className={styles.post} aria-label={label}>
      {head}
      {title && <h2 className={styles.title}>{titleHref ? <Link href={titleHref}>{title}</Link> : title}</h2>}
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.body}>{children}</div>}
      {actions}
    </article>
  );
}
