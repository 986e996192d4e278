import Link from 'next/link';
import { PollView } from '@/components/content/poll-view';
import { useNow } from '@/components/hooks/use-now';
import { formatDay, VIEWER_TIME_ZONE } from '@/lib/dates';
import { pluralise } from '@/lib/format-count';
import { paths } from '@/config/paths';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getKey, getPath } from '../item-kinds';
import { voteRequested } from '../item-slice';
import { selectPoll } from '../item-state';
import type { FeedItem } from '../item-view';

/** The poll of an unlocked post. Guests only see the result. */
export function FeedPoll({ item }: { item: FeedItem }) {
  const dispatch = useAppDispatch();
  const now = useNow();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const key = getKey(item);
  const state = useAppSelector(selectPoll(key));
  const { polls, pollDescription, pollExpiredAt } = item;
  const closed = Boolean(pollExpiredAt) && now !== null && Date.parse(pollExpiredAt ?? '') <= now;
  const canVote = signedIn && state !== 'voted' && !item.isReadOnly;
  const loginPath = paths.auth.loginFor(getPath(item));
  return (
    <PollView
      question={pollDescription || 'Poll'}
      showQuestion={Boolean(pollDescription)}
      options={polls.map((poll) => ({ id: poll._id, text: poll.description, votes: poll.totalVote }))}
      chosenId={polls.find((poll) => poll.isVoted)?._id}
      closes={pollExpiredAt ? getClosesText(pollExpiredAt, now) : undefined}
      closed={closed}
      busy={state === 'voting'}
      hint={
        !signedIn &&
        !closed && (
          <Link className="link" href={loginPath}>
            Log in to vote
          </Link>
        )
      }
      onVote={canVote ? (pollId) => dispatch(voteRequested({ key, pollId })) : undefined}
    />
  );
}

const HOUR_MS = 3_600_000;

/** `closes in 9 hours`, `closed on 3 May`. @param now milliseconds; null during server rendering, where the day is in UTC */
function getClosesText(expiredAt: string, now: number | null): string {
  if (now === null) return `closes on ${formatDay(expiredAt, { timeZone: 'UTC' })}`;
  const left = Date.parse(expiredAt) - now;
  if (left <= 0) return `closed on ${formatDay(expiredAt, { now, timeZone: VIEWER_TIME_ZONE })}`;
  if (left < HOUR_MS) return `closes in ${pluralise(Math.max(1, Math.round(left / 60_000)), 'minute')}`;
  if (left < 36 * HOUR_MS) return `closes in ${pluralise(Math.round(left / HOUR_MS), 'hour')}`;
  if (left < 7 * 24 * HOUR_MS) return `closes in ${pluralise(Math.round(left / HOUR_MS / 24), 'day')}`;
  return `closes on ${formatDay(expiredAt, { now, timeZone: VIEWER_TIME_ZONE })}`;
}
