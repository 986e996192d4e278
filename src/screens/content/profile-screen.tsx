import dynamic from 'next/dynamic';
import { Picture } from '@/components/media/picture';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { Skeleton } from '@/components/basic/skeleton';
import { ErrorState } from '@/components/states/error-state';
import { LazyPart } from '@/components/states/part-failed';
import { PageBody } from '@/components/layout/page-body';
import { Tabs } from '@/components/layout/tabs';
import { Avatar } from '@/components/people/avatar';
import { itemNames } from '@/config/item-names';
import { publicEnv } from '@/config/env';
import { paths } from '@/config/paths';
import { SubscribePanel } from '@/features/identity/performer/components/subscribe-panel';
import { ProfileBuyBar } from '@/features/identity/performer/components/profile-buy-bar';
import { ProfileHeader } from '@/features/identity/performer/components/profile-header';
import {
  profileRequested,
  selectAddress,
  selectCardAt,
  selectProfile,
  type Performer,
} from '@/features/identity/performer/performer-slice';
import { selectIsHidden } from '@/features/content/item/item-state';
import type { ReportTarget } from '@/features/content/report/report-feature';
import { selectCurrentUser, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { cx } from '@/lib/cx';
import { firstCharacters } from '@contract/base/shorten';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { ReportSheet } from '../site/lazy-parts';
import { ShareMeta } from '../site/share-meta';
import { StructuredData } from '../site/structured-data';
import { readProfileQuery, type AssetTab } from './profile-query';
import { ProfilePosts } from './profile/profile-posts';
import { useSubscribeOnReturn } from './profile/use-subscribe-on-return';
import { profileThing } from './structured-data';
import styles from './profile-screen.module.css';

const ProfileAbout = dynamic(
  () => import('@/features/identity/performer/components/profile-about').then((module) => module.ProfileAbout),
  { loading: LazyPart },
);
const ProfileAssets = dynamic(() => import('./profile/profile-assets').then((module) => module.ProfileAssets), {
  loading: LazyPart,
});
const ProfileMedia = dynamic(() => import('./profile/profile-media').then((module) => module.ProfileMedia), {
  loading: LazyPart,
});
const OnlyYou = dynamic(() => import('./profile/profile-notes').then((module) => module.OnlyYou));
const WelcomeVideo = dynamic(() =>
  import('@/features/identity/performer/components/welcome-video').then((module) => module.WelcomeVideo),
);
const MutedNote = dynamic(() => import('./profile/profile-notes').then((module) => module.MutedNote));
const PriceFacts = dynamic(() =>
  import('@/features/identity/performer/components/price-facts').then((module) => module.PriceFacts),
);

export function ProfileScreen() {
  const { query } = useRouter();
  const dispatch = useAppDispatch();
  const { address } = readProfileQuery(query);
  const performer = useAppSelector(selectProfile(address));
  const place = useAppSelector(selectAddress(address));
  const signedIn = useAppSelector(selectIsLoggedIn);
  return (
    <PageBody signedIn={signedIn}>
      {/* A page of its own for each creator: another one's sheets, plan and video must not stay. */}
      {performer && <Profile key={performer._id} performer={performer} />}
      {!performer && place?.status === 'failed' && (
        <ErrorState
          heading="h1"
          title="The page could not be loaded"
          onRetry={() => dispatch(profileRequested({ address }))}
        />
      )}
      {!performer && place?.status !== 'failed' && <ProfileSkeleton address={address} />}
    </PageBody>
  );
}

function Profile({ performer }: { performer: Performer }) {
  const { query } = useRouter();
  const siteName = useAppSelector(selectSiteName);
  const viewer = useAppSelector(selectCurrentUser);
  const [reported, setReported] = useState<ReportTarget | null>(null);
  const { tab } = readProfileQuery(query);
  const isMuted = useAppSelector(selectIsHidden(performer._id));
  const hasBar = !viewer?.isPerformer;
  const path = paths.profile(performer.username || performer._id);
  useSubscribeOnReturn(performer);
  const summary = performer.headline || firstCharacters(performer.bio ?? '', 150) || `${performer.name} on ${siteName}`;
  return (
    <div className={cx(hasBar && styles.withBar)}>
      <ShareMeta
        type="profile"
        title={`${performer.name} (@${performer.username})`}
        description={[summary, getPriceText(performer)].filter(Boolean).join(' · ')}
        path={path}
        image={performer.cover || performer.avatar ? { src: performer.cover || performer.avatar } : null}
        price={performer.monthlyPrice}
      />
      <StructuredData
        describe={typeof window === 'undefined' ? () => profileThing(performer, publicEnv().siteUrl) : undefined}
      />
      <div className={styles.cover}>
        {performer.cover && (
          <Picture src={performer.cover} alt="" width={1200} height={900} fetchPriority="high" fallback={null} />
        )}
      </div>
      <div className={cx('stack', styles.profile)}>
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
          {viewer?._id === performer._id && <OnlyYou />}
          {isMuted && <MutedNote performer={performer} />}
          {performer.activateWelcomeVideo && performer.welcomeVideoPath && <WelcomeVideo performer={performer} />}
        </div>
        {/* Before the posts in document order, so that keyboard users reach Subscribe first. */}
        <aside className={styles.aside} aria-label="Subscription">
          {viewer?.isPerformer ? (
            <PriceFacts performer={performer} isOwn={viewer._id === performer._id} />
          ) : (
            <SubscribePanel performer={performer} />
          )}
        </aside>
        {hasBar && <ProfileBuyBar performer={performer} />}
        <div>
          <Tabs
            className={styles.tabs}
            label={`${performer.name}: sections`}
            current={tab === 'posts' ? path : `${path}?tab=${tab}`}
            tabs={[
              { href: path, label: 'Posts', count: performer.stats.totalFeeds },
              ...(hasMedia(performer) || tab === 'media' ? [{ href: `${path}?tab=media`, label: 'Media' }] : []),
              ...assetTabs
                .map((kind) => ({ kind, count: getCount(performer, kind) }))
                .filter(({ kind, count }) => count > 0 || tab === kind)
                .map(({ kind, count }) => ({ href: `${path}?tab=${kind}`, label: itemNames[kind].plural, count })),
              { href: `${path}?tab=about`, label: 'About' },
            ]}
          />
          {tab === 'about' && <ProfileAbout performer={performer} />}
          {tab === 'posts' && <ProfilePosts performer={performer} />}
          {tab === 'media' && <ProfileMedia performer={performer} />}
          {tab !== 'about' && tab !== 'posts' && tab !== 'media' && <ProfileAssets performer={performer} kind={tab} />}
        </div>
      </div>
      {reported && <ReportSheet target={reported} onClose={() => setReported(null)} />}
    </div>
  );
}

const assetTabs: AssetTab[] = ['video', 'gallery', 'product'];
const counters = { video: 'totalVideos', gallery: 'totalGalleries', product: 'totalProducts' } as const;

const getCount = ({ stats }: Performer, kind: AssetTab): number => stats[counters[kind]] ?? 0;

/** If the backend sends no `hasMedia`, any item may contain photos or videos. */
const hasMedia = ({ stats, hasMedia: isTold }: Performer): boolean =>
  isTold ?? (stats.totalFeeds ?? 0) + (stats.totalVideos ?? 0) + (stats.totalGalleries ?? 0) > 0;

const getPriceText = ({ monthlyPrice }: Performer) =>
  monthlyPrice ? `${formatMoney(monthlyPrice)} a month` : 'Free to follow';

/** While loading, shows the data that a list of creators has already loaded. */
function ProfileSkeleton({ address }: { address: string }) {
  const card = useAppSelector(selectCardAt(address));
  return (
    <>
      <div className={styles.cover}>
        {card?.cover && <Picture src={card.cover} alt="" width={1200} height={900} fallback={null} />}
        {!card && <Skeleton kind="media" ratio={2} />}
      </div>
      <div className={cx('stack', styles.profile)}>
        <div>
          <div className={cx('stack', styles.outline)}>
            {card ? (
              <>
                <Avatar name={card.name} src={card.avatar} size="xxl" rim eager />
                <h1>{card.name}</h1>
              </>
            ) : (
              <>
                <Skeleton kind="avatar" width="clamp(104px, 15vw, 148px)" />
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
