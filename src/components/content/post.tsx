import Link from 'next/link';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { TimeAgo } from '../basic/times';
import { Verified } from '../basic/verified';
import { Avatar } from '../people/avatar';
import personStyles from '../people/person-row.module.css';
import styles from './post.module.css';

interface PostProps {
  id?: string;
  label: string;
  head: ReactNode;
  title?: string;
  titleHref?: string;
  text?: ReactNode;
  /** Media, LockedCard or PollView. */
  children?: ReactNode;
  actions?: ReactNode;
}

export function Post({ id, label, head, title, titleHref, text, children, actions }: PostProps) {
  return (
    <article id={id} tabIndex={id ? -1 : undefined} className={styles.post} aria-label={label}>
      {head}
      {title && <h2 className={styles.title}>{titleHref ? <Link href={titleHref}>{title}</Link> : title}</h2>}
      {text && <p className={cx('said', styles.text)}>{text}</p>}
      {children && <div className={styles.body}>{children}</div>}
      {actions}
    </article>
  );
}

interface PostHeadProps {
  name: string;
  /** Omitted if the viewer cannot open the author's page. */
  href?: string;
  avatar?: string | null;
  verified?: boolean;
  online?: boolean;
  live?: boolean;
  /** ISO text. */
  publishedAt: string;
  postHref?: string;
  audience?: string;
  aside?: ReactNode;
}

export function PostHead(props: PostHeadProps) {
  const { name, href, avatar, verified, online, live, publishedAt, postHref, audience, aside } = props;
  const portrait = <Avatar name={name} src={avatar} online={online} live={live} />;
  const words = (
    <>
      <span className="truncate">{name}</span>
      {verified && <Verified />}
    </>
  );
  return (
    <header className="row">
      {href ? (
        <Link href={href} aria-hidden="true" tabIndex={-1}>
          {portrait}
        </Link>
      ) : (
        portrait
      )}
      <div className="grow">
        {href ? (
          <Link className={cx(personStyles.name, styles.name)} href={href}>
            {words}
          </Link>
        ) : (
          <span className={cx(personStyles.name, styles.name)}>{words}</span>
        )}
        <div className={personStyles.meta}>
          <TimeAgo value={publishedAt} href={postHref} />
          {audience && ` · ${audience}`}
        </div>
      </div>
      {aside}
    </header>
  );
}
