import Link from 'next/link';
import { Badge } from '@/components/basic/badge';
import { Avatar } from '@/components/people/avatar';
import { Day } from '@/components/basic/times';
import { formatMoney } from '@/lib/format-money';
import { personName } from '@/lib/person-name';
import type { Purchase } from '../library-feature';
import { contentsOf, kindIcons } from '../library-words';
import styles from './library.module.css';

interface PurchaseTileProps {
  item: Purchase;
  /** Where it opens. */
  href: string;
  /** Opens in this page: the address changes, the place does not. */
  isShallow: boolean;
  /** Above the fold. */
  eager?: boolean;
}

/** One bought thing: its picture, what it is, whose, when and for how much. The whole tile is the link. */
export function PurchaseTile({ item, href, isShallow, eager }: PurchaseTileProps) {
  const { title, cover, performerInfo: creator, price, boughtAt, kind, isAvailable } = item;
  const name = personName(creator, 'creator');
  return (
    <article className={styles.tile}>
      <div className={styles.cover}>
        {cover ? (
          <img src={cover.url} alt="" width={400} height={300} loading={eager ? 'eager' : 'lazy'} decoding="async" />
        ) : (
          <span className={styles.words} aria-hidden="true">
            {title}
          </span>
        )}
        <Badge tone="media" icon={kindIcons[kind]} className={styles.kind}>
          {contentsOf(item)}
        </Badge>
      </div>
      <h3 className={styles.title}>
        {isAvailable ? (
          <Link href={href} shallow={isShallow} scroll={!isShallow} className="tile-link">
            {title}
          </Link>
        ) : (
          title
        )}
      </h3>
      <p className={styles.who}>
        <Avatar name={name} src={creator?.avatar} size="xs" />
        <span className="truncate">{name}</span>
      </p>
      <p className={styles.paid}>
        {isAvailable ? 'Bought' : 'No longer here, bought'} <Day value={boughtAt} /> for {formatMoney(price)}
      </p>
    </article>
  );
}
