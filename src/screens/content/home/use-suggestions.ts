import { selectPeople } from '@/features/content/item/item-slice';
import { selectCards, selectList, type PerformerCard } from '@/features/identity/performer/performer-slice';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';
import { suggestionsKey } from '../home-query';

/** Creators the viewer does not follow yet; undefined while they load. */
export function useSuggestions(): PerformerCard[] | undefined {
  const list = useAppSelector(selectList(suggestionsKey));
  const cards = useAppSelector(selectCards);
  const viewer = useAppSelector(selectCurrentUser);
  // Those who were followed when the page came; one who is followed just now stays, to be seen as such.
  const people = useAppSelector(selectPeople);
  if (!people || !list || list.status === 'pending') return undefined;
  const followed = new Set(people.map(({ _id }) => _id));
  return list.ids
    .flatMap((id) => cards[id] ?? [])
    .filter((card) => !followed.has(card._id) && !card.isSubscribed && card._id !== viewer?._id);
}
