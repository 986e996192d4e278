import { Eye, Lock } from 'lucide-react';
import Link from 'next/link';
import { Badge } from '@/components/basic/badge';
import { Picture } from '@/components/media/picture';
import { Avatar } from '@/components/people/avatar';
import { paths } from '@/config/paths';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import { formatShortCount, pluralise } from '@/lib/format-count';
import { getPersonName } from '@/lib/person-name';
import type { LiveShow } from '../show-feature';
import styles from './show-card.module.css';

export function ShowCard({ show, isSmall }: { show: LiveShow; isSmall?: boolean }) {
  const { performerInfo, performerId, title, stats } = show;
  const name = getPersonName(performerInfo, 'creator');
  const cover = performerInfo?.cover || performerInfo?.avatar;
  return (
    <article className={cx(styles.card, isSmall && styles.small)}>
      <span className={styles.cover}>
        {cover ? (
          <Picture src={cover} alt="" width={640} height={360} loading="lazy" fallback={null} />
        ) : (
          <Avatar name={name} src={null} size="lg" />
        )}
        {!isSmall && (
          <span className={styles.badges}>
            <Badge tone="live">Live</Badge>
            <Badge tone="media" icon={Eye}>
              <span aria-hidden="true">{formatShortCount(stats.members)}</span>
              <span className="sr">{pluralise(stats.members, 'viewer')}</span>
            </Badge>
          </span>
        )}
      </span>
      <div className={styles.words}>
        <h3 className="truncate">
          <Link className="tile-link" href={paths.watch(performerInfo?.username || performerId)}>
            {title || `${name}’s show`}
          </Link>
        </h3>
        <span className="sm muted truncate">{name}</span>
        {!isSmall && <Terms show={show} />}
      </div>
    </article>
  );
}

const AUDIENCE = { everyone: 'Everyone', followers: 'Followers and subscribers', subscribers: 'Subscribers' } as const;

/** If a show has no audience, it was started by an older client and is for subscribers. */
export function describeAudience({
  audience = 'subscribers',
  isFree,
  price,
  hasPurchased,
  type,
  minutePrice,
}: LiveShow) {
  if (type === 'group' && minutePrice) return `Group show, ${formatMoney(minutePrice)} a minute`;
  const who = AUDIENCE[audience];
  if (isFree || !price) return who;
  return hasPurchased ? `${who}, you have a ticket` : `${who}, ticket ${formatMoney(price)}`;
}

function Terms({ show }: { show: LiveShow }) {
  const isOpen = show.audience === 'everyone' && (show.isFree || show.hasPurchased);
  return (
    <span className={cx('xs muted', styles.terms)}>
      {!isOpen && <Lock size={14} aria-hidden="true" />}
      {describeAudience(show)}
    </span>
  );
}
