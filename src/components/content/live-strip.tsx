import { UsersRound } from 'lucide-react';
import Link from 'next/link';
import { cx } from '@/lib/cx';
import { Avatar } from '../people/avatar';
import { Icon } from '../basic/icon';
import { Skeleton } from '../basic/skeleton';
import { useStrip } from '../hooks/use-strip';
import styles from './live-strip.module.css';

const placesShown = 7;

interface LiveStripProps {
  /** Null while loading. */
  people: { href: string; name: string; avatar?: string | null; live?: boolean }[] | null;
  allHref?: string;
}

export function LiveStrip({ people, allHref }: LiveStripProps) {
  const strip = useStrip<HTMLElement>();
  if (!people) return <Skeleton kind="avatar" width="64px" count={placesShown} className={styles.loading} />;
  return (
    <nav ref={strip} className={cx('strip', styles.strip)} aria-label="Live and recent">
      {people.map((person) => (
        <Link key={person.href} className={styles.item} href={person.href} data-live={person.live || undefined}>
          <Avatar name={person.name} src={person.avatar} size="lg" live={person.live} tag />
          <span className={cx('truncate', styles.name)}>{person.name}</span>
        </Link>
      ))}
      {allHref && (
        <Link className={styles.item} href={allHref}>
          <span className={styles.all}>
            <Icon of={UsersRound} />
          </span>
          <span className={cx('truncate', styles.name)}>See all</span>
        </Link>
      )}
    </nav>
  );
}
