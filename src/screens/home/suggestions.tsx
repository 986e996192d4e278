import Link from 'next/link';
import { PersonRow } from '@/components/person-row';
import { Skeleton } from '@/components/skeleton';
import { paths } from '@/config/paths';
import { selectPeople } from '@/features/feed/feed-slice';
import { FollowButton } from '@/features/performer/components/follow-button';
import { selectCards, selectList } from '@/features/performer/performer-slice';
import { useAppSelector } from '@/store/hooks';
import { suggestionsKey } from '../home-query';
import styles from './suggestions.module.css';

interface SuggestionsProps {
  title: string;
  most: number;
}

/** Creators the viewer does not follow yet. */
export function Suggestions({ title, most }: SuggestionsProps) {
  const list = useAppSelector(selectList(suggestionsKey));
  const cards = useAppSelector(selectCards);
  // Those who were followed when the page came; one who is followed just now stays, to be seen as such.
  const followed = new Set(useAppSelector(selectPeople).map(({ _id }) => _id));
  const shown = (list?.ids ?? [])
    .flatMap((id) => cards[id] ?? [])
    .filter((card) => !followed.has(card._id) && !card.isSubscribed)
    .slice(0, most);
  if (list?.status === 'failed' || (list?.status === 'ready' && shown.length === 0)) return null;
  return (
    <section className={styles.suggestions}>
      <h2>{title}</h2>
      {shown.length === 0 && <Skeleton kind="person" count={most} />}
      {shown.map((card) => (
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
