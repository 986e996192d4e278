import { LiveStrip } from '@/components/content/live-strip';
import { paths } from '@/config/paths';
import { useAppSelector } from '@/store/hooks';
import { compareText } from '@/lib/compare';
import { selectHidden, selectItems, selectPeople } from '../item-slice';

/** Portraits of those whom the viewer follows: who is live, then who posted last. */
export function PeopleStrip() {
  const hidden = useAppSelector(selectHidden);
  const people = useAppSelector(selectPeople)?.filter(({ _id }) => !(_id in hidden));
  const items = useAppSelector(selectItems);
  if (!people) return <LiveStrip people={null} />;
  if (people.length === 0) return null;
  const lastPost = new Map<string, string>();
  for (const { performer, createdAt } of Object.values(items)) {
    if (createdAt > (lastPost.get(performer._id) ?? '')) lastPost.set(performer._id, createdAt);
  }
  const postedAt = (id: string) => lastPost.get(id) ?? '';
  const sorted = people.toSorted(
    (one, other) =>
      Number(Boolean(other.live)) - Number(Boolean(one.live)) || compareText(postedAt(other._id), postedAt(one._id)),
  );
  return (
    <LiveStrip
      allHref={paths.user.following}
      people={sorted.map(({ _id, username, name, avatar, live }) => ({
        href: live ? `${paths.streaming}/${encodeURIComponent(username || _id)}` : paths.profile(username || _id),
        name: name.split(' ')[0] ?? name,
        avatar,
        live: Boolean(live),
      }))}
    />
  );
}
