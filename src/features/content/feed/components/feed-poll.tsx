import Link from 'next/link';
import { PollView } from '@/components/content/poll-view';
import { useNow } from '@/components/hooks/use-now';
import { paths } from '@/config/paths';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectPollState, voteRequested } from '../feed-slice';
import { closesText, type Feed } from '../feed-view';

/** The poll of an open post. Votes of the signed-in; strangers see how it stands. */
export function FeedPoll({ feed }: { feed: Feed }) {
  const dispatch = useAppDispatch();
  const now = useNow();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const state = useAppSelector(selectPollState(feed._id));
  const { _id: id, slug, polls, pollDescription, pollExpiredAt } = feed;
  const closed = Boolean(pollExpiredAt) && now !== null && Date.parse(pollExpiredAt ?? '') <= now;
  const mayVote = signedIn && state !== 'voted';
  const loginPath = `${paths.auth.login}?returnTo=${encodeURIComponent(paths.post(slug || id))}`;
  return (
    <PollView
      question={pollDescription || 'Poll'}
      showQuestion={Boolean(pollDescription)}
      options={polls.map((poll) => ({ id: poll._id, text: poll.description, votes: poll.totalVote }))}
      chosenId={polls.find((poll) => poll.isVoted)?._id}
      closes={pollExpiredAt ? closesText(pollExpiredAt, now) : undefined}
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
      onVote={mayVote ? (pollId) => dispatch(voteRequested({ feedId: id, pollId })) : undefined}
    />
  );
}
