import type { ReactNode } from 'react';
import { Day } from '@/components/basic/times';
import { paths } from '@/config/paths';
import type { CreatorHome } from '@/features/money/creator-home/creator-home-feature';
import { documentReviewOf, reviewTimeWords } from '@/features/identity/auth/document-review-selectors';
import type { CurrentUser } from '@/features/identity/auth/session-slice';
import { formatMoney } from '@/lib/format-money';

type Creator = Extract<CurrentUser, { isPerformer: true }>;

export interface SetupStep {
  key: 'email' | 'profile' | 'prices' | 'documents' | 'welcome' | 'post';
  /** `waiting` is done by the creator and not yet by the site; `attention` has to be done again. */
  state: 'open' | 'waiting' | 'attention' | 'done';
  title: string;
  /** What is left to do, or what came of it. */
  note: ReactNode;
  href: string;
}

/**
 * What a creator does before the page is complete, each with where it is done. What a backend does not tell of is no step, so
 * that nobody is asked for what cannot be seen, or told that it is there.
 *
 * @param reviewDays of the settings
 */
export function setupStepsOf(
  user: Creator,
  { posts, drafts }: Pick<CreatorHome, 'posts' | 'drafts'>,
  reviewDays?: number,
): SetupStep[] {
  const welcome = welcomeOf(user);
  return [
    ...[emailOf(user), profileOf(user), pricesOf(user), documentsOf(user, reviewDays)],
    ...(welcome ? [welcome] : []),
    postOf(),
  ];

  function postOf(): SetupStep {
    const step = { key: 'post', title: 'Publish your first post' } as const;
    if (posts.length > 0) return { ...step, state: 'done', note: 'Published', href: paths.creator.posts };
    if (drafts === 0) {
      const note = 'Say hello, or show what you’re working on.';
      return { ...step, state: 'open', note, href: paths.creator.createPost };
    }
    const note = user.verifiedDocument
      ? 'Your draft is saved. Publish it when it’s ready.'
      : 'Your draft is saved. You can publish it once your documents are approved.';
    return { ...step, state: user.verifiedDocument ? 'open' : 'waiting', note, href: paths.creator.posts };
  }
}

function emailOf({ verifiedEmail, email }: Creator): SetupStep {
  const step = { key: 'email', title: 'Verify your email', href: paths.auth.verification } as const;
  if (verifiedEmail) return { ...step, state: 'done', note: 'Verified' };
  return { ...step, state: 'open', note: `Open the link we sent to ${email ?? 'you'}.` };
}

function profileOf({ avatar, bio }: Creator): SetupStep {
  const step = { key: 'profile', title: 'Introduce yourself', href: paths.creator.account } as const;
  if (avatar && bio) return { ...step, state: 'done', note: 'Profile photo and bio added' };
  const missing = [!avatar && 'a profile photo', !bio && 'a few words about you'].filter(Boolean);
  return { ...step, state: 'open', note: `Add ${missing.join(' and ')}.` };
}

function pricesOf({ monthlyPrice, pricesChosen }: Creator): SetupStep {
  const step = { key: 'prices', title: 'Set your prices', href: `${paths.creator.account}#prices` } as const;
  if (monthlyPrice && pricesChosen !== false) {
    return { ...step, state: 'done', note: `${formatMoney(monthlyPrice)} a month` };
  }
  const note = monthlyPrice
    ? `Right now it’s ${formatMoney(monthlyPrice)} a month. Change it or save it as it is.`
    : 'What fans pay to subscribe.';
  return { ...step, state: 'open', note };
}

function documentsOf(user: Creator, reviewDays: number | undefined): SetupStep {
  const { state, since, reason } = documentReviewOf(user);
  const step = { key: 'documents', title: 'Documents', href: `${paths.creator.account}?section=documents` } as const;
  switch (state) {
    case 'approved':
      return { ...step, state: 'done', note: 'Approved' };
    case 'rejected': {
      const why = reason ? `: ${reason.replace(/\.?$/, '.')}` : '.';
      return { ...step, state: 'attention', note: `They need a change${why} Upload them again.` };
    }
    case 'missing':
      return { ...step, state: 'open', note: 'Upload a photo of your ID, and one of you holding it.' };
    case 'waiting': {
      const note = (
        <>
          In review{since && ' since '}
          {since && <Day value={since} />}
          {reviewTimeWords(reviewDays)}. We’ll email you.
        </>
      );
      return { ...step, state: 'waiting', note };
    }
  }
}

/** @returns undefined where the backend has no such message. */
function welcomeOf({ welcomeMessage }: Creator): SetupStep | undefined {
  if (welcomeMessage === undefined) return undefined;
  const step = {
    key: 'welcome',
    title: 'Welcome new subscribers',
    href: `${paths.creator.account}?section=welcome`,
  } as const;
  if (welcomeMessage) return { ...step, state: 'done', note: 'Message added' };
  return { ...step, state: 'open', note: 'Write the message that each of them gets.' };
}
