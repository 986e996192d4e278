import Link from 'next/link';
import { PersonRow } from '@/components/people/person-row';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { selectPeople } from '@/features/content/item/item-state';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { FollowButton } from '@/features/identity/performer/components/follow-button';
import { selectCards, selectList, type PerformerCard } from '@/features/identity/performer/performer-slice';
import { cx } from '@/lib/cx';
import { useAppSelector } from '@/store/hooks';
import { suggestionsKey } from '../home-query';
import styles from './suggestions.module.css';

/** Undefined while loading. */
export function useSuggestions(): PerformerCard[] | undefined {
  const list = useAppSelector(selectList(suggestionsKey));
  const cards = useAppSelector(selectCards);
  const viewer = useAppSelector(selectCurrentUser);
  // Creators who were followed when the list loaded, so that one followed since then stays visible.
  const people = useAppSelector(selectPeople);
  if (!people || !list || list.status === 'pending') return undefined;
  const followed = new Set(people.map(({ _id }) => _id));
  return list.ids
    .flatMap((id) => cards[id] ?? [])
    .filter((card) => !followed.has(card._id) && !card.isSubscribed && card._id !== viewer?._id);
}

interface SuggestionsProps {
  title: string;
  creators: PerformerCard[] | undefined;
}

export function Suggestions({ title, creators }: SuggestionsProps) {
  if (creators?.length === 0) return null;
  return (
    <section className={cx('stack', styles.suggestions)}>
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
