import Link from 'next/link';
import { Eye, SquarePen, Video } from 'lucide-react';
import { useEffect } from 'react';
import { PageColumn } from '@/components/layout/app-shell';
import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { ErrorState } from '@/components/states/error-state';
import { PageHead } from '@/components/layout/page-head';
import { Skeleton } from '@/components/basic/skeleton';
import { Stat, StatRow } from '@/components/list/stat';
import { Tabs } from '@/components/layout/tabs';
import { paths } from '@/config/paths';
import {
  homeRequested,
  selectCreatorHome,
  type CreatorHome as Home,
  type Period,
} from '@/features/money/creator-home/creator-home-feature';
import { selectIsPushLoaded } from '@/features/conversation/push/push-slice';
import { selectHasPayouts } from '@/features/money/payout/payout-support';
import { describeBriefly, selectAccounts } from '@/features/money/payout/payout-words';
import { selectCurrentUser, selectEarningTerms } from '@/features/identity/auth/session-slice';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { describeEarningTerms } from '@/lib/earning-terms';
import { formatMoney } from '@/lib/format-money';
import { selectHasExtension, selectHasPart } from '@/store/backend';
import { creatorHomeOpened } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { homeTabs } from '../home-query';
import { OwnPosts, RecentSales } from './latest-lists';
import { SetupChecklist } from './setup-checklist';
import { NewFans, Tasks } from './home-panels';
import { PageTitle } from '../../site/page-title';
import styles from './creator-home.module.css';

export function CreatorHome() {
  const dispatch = useAppDispatch();
  const viewer = useAppSelector(selectCurrentUser);
  const { home, status, error } = useAppSelector(selectCreatorHome);
  const hasShows = useAppSelector(selectHasPart('shows'));
  const canHear = useAppSelector(selectIsPushLoaded) && home !== null;
  useEffect(() => void (canHear && dispatch(creatorHomeOpened())), [canHear, dispatch]);
  if (!viewer) return null;
  const name = viewer.name || viewer.username || 'there';
  return (
    <PageColumn width="wide">
      <PageTitle title="Home" />
      <PageHead
        title={`Hello, ${name.split(' ')[0]}`}
        note={home && home.posts.length > 0 ? getNews(home.today) : undefined}
        actions={
          <>
            <Button icon={Eye} href={paths.profile(viewer.username || viewer._id)}>
              View your page
            </Button>
            {hasShows && (
              <Button icon={Video} href={paths.creator.live}>
                Go live
              </Button>
            )}
            <Button variant="primary" icon={SquarePen} href={paths.creator.createPost}>
              New post
            </Button>
          </>
        }
      />
      <Tabs label="Home" tabs={homeTabs} current={paths.home} />
      <div className={cx('stack', styles.home)}>
        {!home && status === 'failed' && (
          <ErrorState
            title="Your numbers did not load"
            text={error?.message}
            onRetry={() => dispatch(homeRequested())}
          />
        )}
        {!home && status !== 'failed' && <Skeleton count={8} />}
        {home && (
          <>
            <SetupChecklist home={home} />
            <Tasks home={home} />
            <Balances home={home} wallet={viewer.wallet} pending={viewer.pendingBalance} />
            <Figures home={home} />
            <div className={cx('stack', styles.columns)}>
              <div className={cx('stack', styles.main)}>
                <RecentSales sales={home.sales} />
                <OwnPosts posts={home.posts} />
              </div>
              <div className={cx('stack', styles.side)}>
                <NewFans home={home} />
              </div>
            </div>
          </>
        )}
      </div>
    </PageColumn>
  );
}

function getNews({ sales, newSubscribers = 0, newFollowers = 0 }: Period): string | undefined {
  if (sales === undefined) return undefined;
  const news = [
    sales > 0 && pluralise(sales, 'sale'),
    newSubscribers > 0 && pluralise(newSubscribers, 'new subscriber'),
    newFollowers > 0 && pluralise(newFollowers, 'new follower'),
  ].filter((part) => part !== false);
  return news.length > 0 ? `Today: ${news.join(', ')}.` : 'Nothing sold yet today.';
}

function Balances({ home: { nextRelease }, wallet, pending }: { home: Home; wallet: number; pending: number }) {
  const hasPayouts = useAppSelector(selectHasPayouts);
  const [account] = useAppSelector(selectAccounts);
  const isHeld = useAppSelector(selectHasExtension('pendingBalance'));
  const terms = useAppSelector(selectEarningTerms);
  return (
    <section className={cx('row', styles.wash)} aria-label="Balances">
      <div>
        <p className="sm ink-2">Available</p>
        <p className={styles.balance}>{formatMoney(wallet)}</p>
        {hasPayouts && (
          <p className="xs">
            <Link className="link" href={paths.creator.banking}>
              {account ? describeBriefly(account) : 'Set up payouts'}
            </Link>
          </p>
        )}
      </div>
      {isHeld && (
        <div className={styles.pending}>
          <p className="sm ink-2">Pending</p>
          <p className={styles.held}>{formatMoney(pending)}</p>
          <p className="xs ink-2">
            {nextRelease ? (
              <>
                {formatMoney(nextRelease.amount)} becomes available on <Day value={nextRelease.availableAt} />
              </>
            ) : (
              terms && describeEarningTerms(terms)
            )}
          </p>
        </div>
      )}
      <Button variant="primary" href={paths.creator.earnings} className={styles.toEarnings}>
        See earnings
      </Button>
    </section>
  );
}

function Figures({ home: { today, week, month, activeSubscribers } }: { home: Home }) {
  const income = (label: string, { netPrice, sales }: Period) => (
    <Stat
      label={label}
      value={formatMoney(netPrice)}
      note={sales === undefined ? undefined : pluralise(sales, 'sale')}
    />
  );
  const fresh = month.newSubscribers;
  return (
    <StatRow>
      {income('Today', today)}
      {income('Last 7 days', week)}
      {income('Last 30 days', month)}
      {activeSubscribers !== undefined && (
        <Stat
          label="Subscribers"
          value={activeSubscribers}
          note={fresh ? `${fresh} new in 30 days` : undefined}
          trend={fresh ? 'up' : undefined}
        />
      )}
    </StatRow>
  );
}
