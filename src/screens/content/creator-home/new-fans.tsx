import Link from 'next/link';
import { Day } from '@/components/basic/times';
import { Panel } from '@/components/layout/panel';
import { PersonRow } from '@/components/people/person-row';
import { paths } from '@/config/paths';
import type { CreatorHome } from '@/features/money/creator-home/creator-home-feature';
import { compareText } from '@/lib/compare';
import styles from './creator-home.module.css';

interface Fan {
  id: string;
  name: string;
  avatar: string | undefined;
  at: string;
  word: 'Subscribed' | 'Followed';
}

/** People shown. */
const most = 5;

/** Who came last, by a subscription or a follow. */
export function NewFans({ home }: { home: CreatorHome }) {
  const fans = fansOf(home);
  return (
    <Panel
      title="New fans"
      aside={
        <Link className="link sm" href={paths.creator.subscribers}>
          Subscribers
        </Link>
      }
    >
      {fans.length === 0 && <p className="sm muted">People who follow or subscribe appear here.</p>}
      <ul className={styles.fans}>
        {fans.map(({ id, name, avatar, at, word }) => (
          <li key={`${word}${id}`}>
            <PersonRow
              size="sm"
              name={name}
              avatar={avatar}
              href={paths.messageTo('user', id)}
              meta={
                <>
                  {word} <Day value={at} />
                </>
              }
            />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function fansOf({ subscribers, followers }: CreatorHome): Fan[] {
  const subscribed = subscribers.flatMap(({ userInfo, createdAt }) =>
    userInfo ? [{ ...userInfo, at: createdAt }] : [],
  );
  const followed = followers.flatMap(({ followerInfo, createdAt }) =>
    followerInfo ? [{ ...followerInfo, at: createdAt }] : [],
  );
  const toFan =
    (word: Fan['word']) =>
    (person: {
      _id: string;
      name?: string | null;
      username?: string | null;
      avatar?: string | null;
      at: string;
    }): Fan => ({
      id: person._id,
      name: person.name || person.username || 'A fan',
      avatar: person.avatar ?? undefined,
      at: person.at,
      word,
    });
  const all = [...subscribed.map(toFan('Subscribed')), ...followed.map(toFan('Followed'))];
  const seen = new Set<string>();
  return all
    .toSorted((a, b) => compareText(b.at, a.at))
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .slice(0, most);
}
