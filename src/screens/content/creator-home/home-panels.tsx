import Link from 'next/link';
import { ChevronRight } from 'lucide-react';
import { Icon } from '@/components/basic/icon';
import { Day } from '@/components/basic/times';
import { Panel } from '@/components/layout/panel';
import { PersonRow } from '@/components/people/person-row';
import { paths } from '@/config/paths';
import { selectBadges } from '@/features/conversation/badges/badges-feature';
import type { CreatorHome } from '@/features/money/creator-home/creator-home-feature';
import { compareText } from '@/lib/compare';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { useAppSelector } from '@/store/hooks';
import styles from './creator-home.module.css';

export function Tasks({ home: { posts, refundsToAnswer = 0 } }: { home: CreatorHome }) {
  const unread = useAppSelector(selectBadges)?.conversations ?? 0;
  const failed = posts.filter(({ files }) => files.some(({ status }) => status === 'error')).length;
  const tasks = [
    unread > 0 && { text: `Answer ${pluralise(unread, 'conversation')}`, href: `${paths.messages}?show=unread` },
    refundsToAnswer > 0 && {
      text: `Answer ${pluralise(refundsToAnswer, 'refund request')}`,
      href: `${paths.creator.refunds}?state=asked`,
    },
    failed > 0 && { text: `Replace failed files in ${pluralise(failed, 'post')}`, href: paths.creator.posts },
  ].filter((task) => task !== false);
  // During setup there are none: the checklist above shows what to do.
  if (tasks.length === 0) return null;
  return (
    <Panel title="To do">
      <ul className={styles.tasks}>
        {tasks.map(({ text, href }) => (
          <li key={text}>
            <Link href={href} className={cx('row sm', styles.task)}>
              <span className="grow">{text}</span>
              <Icon of={ChevronRight} size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const MAX_FANS = 5;

export function NewFans({ home }: { home: CreatorHome }) {
  const fans = getFans(home);
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
      <ul className={cx('stack', styles.fans)}>
        {fans.map(({ _id, name, username, avatar, at, word }) => (
          <li key={`${word}${_id}`}>
            <PersonRow
              size="sm"
              name={name || username || 'A fan'}
              avatar={avatar}
              href={paths.messageTo('user', _id)}
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

function getFans({ subscribers, followers }: CreatorHome) {
  const all = [
    ...subscribers.map(({ userInfo, createdAt }) => userInfo && { ...userInfo, at: createdAt, word: 'Subscribed' }),
    ...followers.map(
      ({ followerInfo, createdAt }) => followerInfo && { ...followerInfo, at: createdAt, word: 'Followed' },
    ),
  ];
  const seen = new Set<string>();
  return all
    .flatMap((fan) => fan ?? [])
    .toSorted((a, b) => compareText(b.at, a.at))
    .filter(({ _id }) => !seen.has(_id) && seen.add(_id))
    .slice(0, MAX_FANS);
}
