import Link from 'next/link';
import type { ReactNode } from 'react';
import { Avatar } from '../people/avatar';
import { TimeAgo } from '../basic/times';
import { Verified } from '../basic/verified';
import styles from './post-head.module.css';

interface PostHeadProps {
  name: string;
  href: string;
  avatar?: string | null;
  verified?: boolean;
  online?: boolean;
  live?: boolean;
  /** ISO text. */
  publishedAt: string;
  /** The post's own page. */
  postHref?: string;
  /** Who it is for: `Free`, `Subscribers`, `For sale`. */
  audience?: string;
  /** At the right: a Badge such as "Pinned". */
  aside?: ReactNode;
}

/** Who posted, when, for whom. */
export function PostHead(props: PostHeadProps) {
  const { name, href, avatar, verified, online, live, publishedAt, postHref, audience, aside } = props;
  return (
    <header className={styles.head}>
      <Link href={href} aria-hidden="true" tabIndex={-1}>
        <Avatar name={name} src={avatar} online={online} live={live} />
      </Link>
      <div className="grow">
        <Link className={styles.name} href={href}>
          <span className="truncate">{name}</span>
          {verified && <Verified />}
        </Link>
        <div className={styles.meta}>
          <TimeAgo value={publishedAt} href={postHref} />
          {audience && ` · ${audience}`}
        </div>
      </div>
      {aside}
    </header>
  );
}
