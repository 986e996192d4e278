import dynamic from 'next/dynamic';
import Head from 'next/head';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { ListFilter, Newspaper } from 'lucide-react';
import { Button } from '@/components/button';
import { Cameo } from '@/components/cameo';
import { Chips } from '@/components/chips';
import { EmptyState } from '@/components/empty-state';
import { ErrorState } from '@/components/error-state';
import { PageBody } from '@/components/page-body';
import { Skeleton } from '@/components/skeleton';
import { Tabs } from '@/components/tabs';
import { paths } from '@/config/paths';
import { listOpened, selectList } from '@/features/feed/feed-slice';
import { FollowButton } from '@/features/performer/components/follow-button';
import { PricePanel, shortName } from '@/features/performer/components/price-panel';
import { ProfileAbout } from '@/features/performer/components/profile-about';
import { ProfileBuyBar } from '@/features/performer/components/profile-buy-bar';
import { ProfileHeader } from '@/features/performer/components/profile-header';
import {
  profileRequested,
  selectAddress,
  selectCardAt,
  selectProfile,
  type Performer,
} from '@/features/performer/performer-slice';
import type { ReportTarget } from '@/features/report/report-slice';
import { selectCurrentUser, selectIsLoggedIn } from '@/features/session/session-slice';
import { selectSiteName } from '@/features/settings/settings-slice';
import { cx } from '@/lib/cx';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { FeedSection } from './parts/feed-section';
import { ReportSheet } from './parts/lazy-parts';
import { profileFilters, profileListKey, profileNouns, readProfileQuery, type ProfileFilter } from './profile-query';
import styles from './profile-screen.module.css';

/** Only creators see it: nobody else loads it. */
const PriceFacts = dynamic(() =>
  import('@/features/performer/components/price-facts').then((module) => module.PriceFacts),
);

/** One creator: who they are, what it costs, what they made. */
export function ProfileScreen() {
  const { query } = useRouter();
  const dispatch = useAppDispatch();
  const { address } = readProfileQuery(query);
  const performer = useAppSelector(selectProfile(address));
  const place = useAppSelector(selectAddress(address));
  const signedIn = useAppSelector(selectIsLoggedIn);
  return (
    <PageBody signedIn={signedIn}>
      {performer && <Profile performer={performer} />}
      {!performer && place?.status === 'failed' && (
        <ErrorState
          heading="h1"
          title="The page did not load"
          onRetry={() => dispatch(profileRequested({ address }))}
        />
      )}
      {!performer && place?.status !== 'failed' && <ProfileSkeleton address={address} />}
    </PageBody>
  );
}

/** What is known already from the list one came from, in its place; the rest in outlines. */
function ProfileSkeleton({ address }: { address: string }) {
  const card = useAppSelector(selectCardAt(address));
  return (
    <>
      <div className={styles.cover}>
        {card?.cover && <img src={card.cover} alt="" width={1200} height={900} />}
        {!card && <Skeleton kind="media" ratio={2} />}
      </div>
      <div className={styles.profile}>
        <div>
          <div className={styles.outline}>
            {card ? (
              <>
                <Cameo name={card.name} src={card.avatar} size="xxl" rim eager />
                <h1>{card.name}</h1>
              </>
            ) : (
              <>
                <Skeleton kind="cameo" width="clamp(104px, 15vw, 148px)" />
                <Skeleton width="46%" />
              </>
            )}
            <Skeleton count={3} />
          </div>
          <Skeleton kind="post" />
        </div>
        <div className={styles.aside}>
          <Skeleton kind="media" ratio={4 / 5} />
        </div>
      </div>
    </>
  );
}

function Profile({ performer }: { performer: Performer }) {
  const { query } = useRouter();
  const siteName = useAppSelector(selectSiteName);
  const viewer = useAppSelector(selectCurrentUser);
  const [reported, setReported] = useState<ReportTarget | null>(null);
  const { tab } = readProfileQuery(query);
  const canBuy = !viewer?.isPerformer && !performer.isSubscribed;
  const path = paths.profile(performer.username || performer._id);
  const summary = performer.headline || performer.bio?.slice(0, 150) || `${performer.name} on ${siteName}`;
  return (
    <div className={cx(canBuy && styles.withBar)}>
      <Head>
        <title>{`${performer.name} (@${performer.username}) · ${siteName}`}</title>
        <meta name="description" content={summary} />
        <meta property="og:title" content={performer.name} />
        <meta property="og:description" content={summary} />
        {performer.avatar && <meta property="og:image" content={performer.avatar} />}
      </Head>
      <div className={styles.cover}>
        {performer.cover && <img src={performer.cover} alt="" width={1200} height={900} fetchPriority="high" />}
      </div>
      <div className={styles.profile}>
        <div>
          <ProfileHeader
            performer={performer}
            onReport={() =>
              setReported({
                target: 'performer',
                targetId: performer._id,
                performerId: performer._id,
                title: performer.name,
              })
            }
          />
          <Tabs
            className={styles.tabs}
            label={`${performer.name}: sections`}
            current={tab === 'about' ? `${path}?tab=about` : path}
            tabs={[
              { href: path, label: 'Posts', count: performer.stats.totalFeeds },
              { href: `${path}?tab=about`, label: 'About' },
            ]}
          />
          {tab === 'about' ? <ProfileAbout performer={performer} /> : <ProfilePosts performer={performer} />}
        </div>
        <aside className={styles.aside} aria-label="Subscription">
          {viewer?.isPerformer ? (
            <PriceFacts performer={performer} isOwn={viewer._id === performer._id} />
          ) : (
            <PricePanel performer={performer} />
          )}
        </aside>
      </div>
      {canBuy && <ProfileBuyBar performer={performer} />}
      {reported && <ReportSheet target={reported} onClose={() => setReported(null)} />}
    </div>
  );
}

function ProfilePosts({ performer }: { performer: Performer }) {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const { show } = readProfileQuery(router.query);
  const listKey = profileListKey(performer._id, show);
  const isOpened = useAppSelector(selectList(listKey)) !== undefined;
  // The server asks by itself; in the browser whose posts they are is known only once the profile is here.
  useEffect(() => {
    if (!isOpened) dispatch(listOpened({ key: listKey }));
  }, [dispatch, listKey, isOpened]);
  const path = paths.profile(performer.username || performer._id);
  const choose = (value: ProfileFilter) =>
    void router.push(value === 'all' ? path : `${path}?show=${value}`, undefined, { scroll: false });
  return (
    <>
      {performer.stats.totalFeeds > 0 && (
        <div className={styles.filters}>
          <Chips label="Which posts" options={profileFilters} value={show} onToggle={choose} />
        </div>
      )}
      <FeedSection listKey={listKey} emptyState={<NoPosts performer={performer} show={show} />} />
    </>
  );
}

function NoPosts({ performer, show }: { performer: Performer; show: ProfileFilter }) {
  const viewer = useAppSelector(selectCurrentUser);
  const name = shortName(performer.name);
  if (show !== 'all') {
    return (
      <EmptyState
        icon={ListFilter}
        title={`No ${profileNouns[show]} yet`}
        text={`${name} has other posts.`}
        action={<Button href={paths.profile(performer.username || performer._id)}>Show all posts</Button>}
      />
    );
  }
  if (viewer?._id === performer._id) {
    return (
      <EmptyState
        icon={Newspaper}
        title="Your page is ready for its first post"
        text="Begin with one that everyone can see."
        action={<Button href={paths.creator.createPost}>Write a post</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={Newspaper}
      title="No posts yet"
      text={
        performer.isFollowed
          ? 'The first one shows up in your home.'
          : `Follow ${name}, and the first one shows up in your home.`
      }
      action={!performer.isFollowed && <FollowButton performer={performer} />}
    />
  );
}
