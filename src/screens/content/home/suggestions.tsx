import Link from 'next/link';
import { PersonRow } from '@/components/people/person-row';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { FollowButton } from '@/features/identity/performer/components/follow-button';
import type { PerformerCard } from '@/features/identity/performer/performer-slice';
import styles from './suggestions.module.css';

interface SuggestionsProps {
  title: string;
  /** Undefined while they load. */
  creators: PerformerCard[] | undefined;
}

/** A few creators to follow. */
export function Suggestions({ title, creators }: SuggestionsProps) {
  if (creators?.length === 0) return null;
  return (
    <section className={styles.suggestions}>
      <h2>{title}</h2>
      {!creators && <Skeleton kind="person" count={3} />}
      {creators?.map((card) => (
        <PersonRow
          key={card._id}
          name={card.name}
          href={paths.profile(card.username || card._id)}
          avatar={card.avatar}
          verified={card.verifiedAccount}
          meta={<span className="truncate">{card.headline || `@${card.username}`}</span>}
          action={<FollowButton performer={card} size="sm" />}
        />
      ))}
      <Link className="link sm" href={paths.creators}>
        Find more creators
      </Link>
    </section>
  );
}
