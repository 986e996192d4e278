import Link from 'next/link';
import { ChevronRight, Circle, CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '@/components/basic/icon';
import { Day } from '@/components/basic/times';
import { Meter } from '@/components/list/meter';
import { paths } from '@/config/paths';
import type { CreatorHome } from '@/features/money/creator-home/creator-home-feature';
import { getDocumentReview, getReviewTimeText } from '@/features/identity/auth/document-review-selectors';
import { selectCurrentUser, type CurrentUser } from '@/features/identity/auth/session-slice';
import { selectHasPayouts } from '@/features/money/payout/payout-support';
import { describeAccount, listAccounts } from '@/features/money/payout/payout-words';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import { toPercent } from '@/lib/percent';
import { selectHasExtension } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import styles from './setup-checklist.module.css';

const marks = {
  open: { icon: Circle, word: 'To do' },
  waiting: { icon: Clock, word: 'Waiting' },
  attention: { icon: CircleAlert, word: 'Needs a change' },
  done: { icon: CircleCheck, word: 'Done' },
} as const;

export function SetupChecklist({ home }: { home: CreatorHome }) {
  const viewer = useAppSelector(selectCurrentUser);
  const { documentReviewDays } = useAppSelector(selectSettings);
  const hasWelcome = useAppSelector(selectHasExtension('welcomeMessages'));
  const hasPayouts = useAppSelector(selectHasPayouts);
  if (!viewer?.isPerformer) return null;
  const steps = getSetupSteps(viewer, home, { hasWelcome, hasPayouts, documentReviewDays });
  // Steps that must be repeated come first, because others may depend on them.
  const isUrgent = ({ state }: SetupStep) => state === 'attention';
  const ordered = [...steps.filter(isUrgent), ...steps.filter((step) => !isUrgent(step))];
  const done = steps.filter(({ state }) => state === 'done').length;
  if (done === steps.length) return null;
  return (
    <section className={styles.setup} aria-labelledby="setup">
      <header className={cx('row row--between', styles.head)}>
        <h2 id="setup">Set up your page</h2>
        <p className="sm ink-2">
          {done} of {steps.length} done
        </p>
      </header>
      <Meter label={`${done} of ${steps.length} steps done`} percent={toPercent(done / steps.length)} size="sm" />
      {!viewer.verifiedDocument && (
        <p className={cx('sm ink-2', styles.lead)}>
          Only you can see your page until your documents are approved. You can prepare everything else now.
        </p>
      )}
      <ol className={styles.steps}>
        {ordered.map((step) => (
          <Step key={step.key} step={step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step: { state, title, note, href } }: { step: SetupStep }) {
  const { icon, word } = marks[state];
  return (
    <li>
      <Link className={cx('row', styles.step, styles[state])} href={href}>
        <Icon of={icon} className={cx('muted', styles.mark)} />
        <span className="grow">
          <span className={cx('sm', styles.title)}>
            {title}
            <span className="sr">: {word}. </span>
          </span>
          <span className={cx('xs muted', styles.note)}>{note}</span>
        </span>
        <Icon of={ChevronRight} size={16} className="muted" />
      </Link>
    </li>
  );
}

type Creator = Extract<CurrentUser, { isPerformer: true }>;

interface SetupStep {
  key: 'email' | 'profile' | 'prices' | 'documents' | 'payout' | 'welcome' | 'post';
  /** `waiting`: the creator has done it, the site has not yet; `attention`: it must be done again. */
  state: 'open' | 'waiting' | 'attention' | 'done';
  title: string;
  note: ReactNode;
  href: string;
}

type Progress = Pick<SetupStep, 'state' | 'note'>;

const done = (note: string): Progress => ({ state: 'done', note });
const open = (note: string): Progress => ({ state: 'open', note });

/**
 * Omits steps whose state the backend does not send, because they could be shown neither as done nor as open.
 *
 * @param settings.hasWelcome true if new subscribers get a message from the backend
 * @param settings.hasPayouts true if creators can request payouts
 */
function getSetupSteps(
  user: Creator,
  { posts, drafts }: CreatorHome,
  {
    hasWelcome,
    hasPayouts,
    documentReviewDays,
  }: { hasWelcome: boolean; hasPayouts: boolean; documentReviewDays?: number },
): SetupStep[] {
  const { avatar, bio, monthlyPrice, pricesChosen, welcomeMessage } = user;
  const { account, createPost, posts: ownPosts } = paths.creator;
  const missing = [!avatar && 'a profile photo', !bio && 'a few words about you'].filter(Boolean);
  const steps: SetupStep[] = [
    {
      key: 'email',
      title: 'Verify your email',
      href: paths.auth.verification,
      ...(user.verifiedEmail ? done('Verified') : open(`Open the link we sent to ${user.email ?? 'you'}.`)),
    },
    {
      key: 'profile',
      title: 'Introduce yourself',
      href: account,
      ...(missing.length === 0 ? done('Profile photo and bio added') : open(`Add ${missing.join(' and ')}.`)),
    },
    {
      key: 'prices',
      title: 'Set your prices',
      href: `${account}#prices`,
      ...getPrices(monthlyPrice, pricesChosen !== false),
    },
    {
      key: 'documents',
      title: 'Documents',
      href: `${account}?section=documents`,
      ...getDocuments(user, documentReviewDays),
    },
  ];
  if (hasPayouts && user.bankingInformation !== undefined)
    steps.push({ key: 'payout', title: 'Set up payouts', href: paths.creator.banking, ...getPayout(user) });
  if (hasWelcome)
    steps.push({
      key: 'welcome',
      title: 'Welcome new subscribers',
      href: `${account}?section=welcome`,
      ...(welcomeMessage ? done('Message added') : open('Write the message that each of them gets.')),
    });
  steps.push({
    key: 'post',
    title: 'Publish your first post',
    href: posts.length === 0 && drafts === 0 ? createPost : ownPosts,
    ...getFirstPost(posts.length, drafts, user.verifiedDocument),
  });
  return steps;
}

function getPrices(monthlyPrice: number, isChosen: boolean): Progress {
  if (!monthlyPrice) return open('What fans pay to subscribe.');
  const price = `${formatMoney(monthlyPrice)} a month`;
  return isChosen ? done(price) : open(`Right now it’s ${price}. Change it or save it as it is.`);
}

function getPayout(user: Creator): Progress {
  const [account] = listAccounts(user);
  return account
    ? done(describeAccount(account.type, account.hint))
    : open('Add the bank account or PayPal that your money goes to.');
}

function getFirstPost(posts: number, drafts: number, isApproved: boolean): Progress {
  if (posts > 0) return done('Published');
  if (drafts === 0) return open('Say hello, or show what you’re working on.');
  if (isApproved) return open('Your draft is saved. Publish it when it’s ready.');
  const note = 'Your draft is saved. You can publish it once your documents are approved.';
  return { state: 'waiting', note };
}

function getDocuments(user: Creator, reviewDays: number | undefined): Progress {
  const { state, since, reason } = getDocumentReview(user);
  switch (state) {
    case 'approved':
      return done('Approved');
    case 'rejected': {
      const why = reason ? `: ${reason.replace(/\.?$/, '.')}` : '.';
      return { state: 'attention', note: `They need a change${why} Upload them again.` };
    }
    case 'missing':
      return open('Upload a photo of your ID, and one of you holding it.');
    case 'waiting': {
      const note = (
        <>
          In review{since && ' since '}
          {since && <Day value={since} />}
          {getReviewTimeText(reviewDays)}. We’ll email you.
        </>
      );
      return { state: 'waiting', note };
    }
  }
}
