import Link from 'next/link';
import { Picture } from '../media/picture';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import { pluralise } from '@/lib/format-count';
import { getSizes } from '@/lib/media-file';
import { Badge } from '../basic/badge';
import { Avatar } from './avatar';
import { Verified } from '../basic/verified';
import styles from './creator-card.module.css';

interface CreatorCardProps {
  href: string;
  name: string;
  avatar?: string | null;
  cover?: string | null;
  craft?: string | null;
  /** In major units; 0 means free to follow. Undefined if the list has no prices. */
  monthlyPrice?: number | null;
  /** Days before the first charge. */
  trialDays?: number;
  verified?: boolean;
  online?: boolean;
  live?: boolean;
  eager?: boolean;
}

export function CreatorCard(props: CreatorCardProps) {
  const { href, name, avatar, cover, craft, verified, online, live, eager } = props;
  return (
    <article className={styles.card}>
      <div className={cx('tile-cover', styles.cover)}>
        {cover && (
          <Picture
            fallback={null}
            srcSet={getSizes(cover)}
            // Covers are twice as wide as high and cropped at the sides.
            sizes="(max-width: 760px) 75vw, 440px"
            src={cover}
            alt=""
            width={400}
            height={300}
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'high' : undefined}
            decoding="async"
          />
        )}
        {live && (
          <Badge tone="live" className={styles.live}>
            Live
          </Badge>
        )}
      </div>
      <Avatar name={name} src={avatar} rim online={online} eager={eager} className={styles.face} />
      <h3 className={styles.name}>
        <Link href={href} className="tile-link">
          {name}
        </Link>
        {verified && <Verified />}
      </h3>
      {craft && <p className={cx('said sm ink-2', styles.craft)}>{craft}</p>}
      <Price {...props} />
    </article>
  );
}

const look = cx('sm muted num', styles.price);

function Price({ monthlyPrice, trialDays = 0 }: CreatorCardProps) {
  const trial = trialDays > 0 && <b>{pluralise(trialDays, 'day')} free</b>;
  if (monthlyPrice === undefined || monthlyPrice === null) return trial && <p className={look}>{trial}</p>;
  if (monthlyPrice === 0) {
    return (
      <p className={look}>
        <b>Free to follow</b>
      </p>
    );
  }
  const sum = formatMoney(monthlyPrice);
  return (
    <p className={look}>
      {trial ? (
        <>
          {trial}, or {sum} a month
        </>
      ) : (
        <>
          <b>{sum}</b> a month
        </>
      )}
    </p>
  );
}
