import Link from 'next/link';
import { Eye } from 'lucide-react';
import { formatCount } from '@/lib/format-count';
import { Badge } from '../basic/badge';
import { Avatar } from '../people/avatar';
import styles from './live-card.module.css';

interface LiveCardProps {
  href: string;
  title: string;
  name: string;
  avatar?: string | null;
  picture?: string | null;
  viewers?: number;
}

/** A room that is live now. */
export function LiveCard({ href, title, name, avatar, picture, viewers }: LiveCardProps) {
  return (
    <Link className={styles.card} href={href}>
      <span className={styles.picture}>
        {picture && <img src={picture} alt="" width={480} height={270} loading="lazy" />}
        <span className={styles.badges}>
          <Badge tone="live">Live</Badge>
          {viewers !== undefined && (
            <Badge tone="media" icon={Eye}>
              {formatCount(viewers)}
              <span className="sr">watching</span>
            </Badge>
          )}
        </span>
      </span>
      <span className={styles.person}>
        <Avatar name={name} src={avatar} size="sm" />
        <span className="grow">
          <span className={styles.title}>{title}</span>
          <span className={styles.name}>{name}</span>
        </span>
      </span>
    </Link>
  );
}
