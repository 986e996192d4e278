import { ArrowLeft, Sparkles } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useRouter } from 'next/router';
import { useEffect, useState, type MouseEvent } from 'react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { LazyPart } from '@/components/states/part-failed';
import { PageBody } from '@/components/layout/page-body';
import { Skeleton } from '@/components/basic/skeleton';
import { getNoun, getNouns } from '@/config/item-names';
import { publicEnv } from '@/config/env';
import { Problem } from '@/components/basic/note';
import { paths } from '@/config/paths';
import { ItemCard } from '@/features/content/item/components/item-card';
import { getKey } from '@/features/content/item/item-kinds';
import { itemLists } from '@/features/content/item/item-lists';
import { itemRefreshed, itemRequested } from '@/features/content/item/item-slice';
import { selectItemAt, selectItems, selectPlace } from '@/features/content/item/item-state';
import type { Item } from '@/features/content/item/item-view';
import type { ReportTarget } from '@/features/content/report/report-feature';
import { selectCurrentUser, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { cx } from '@/lib/cx';
import { formatCount } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { selectHasExtension } from '@/store/backend';
import { platformSubscriptionRequested } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getCommentProps, getReport } from './item-section';
import { StructuredData } from '../site/structured-data';
import { CommentThread, DeleteItemSheet, ReportSheet } from '../site/lazy-parts';
import { readItemAddress } from './item-page';
import { getHeading, ItemMeta } from './item/item-meta';
import { ItemTile } from './item-grid';
import { profileKindPath } from './profile-query';
import { itemThing } from './structured-data';
import styles from './item-screen.module.css';

const OwnPostSales = dynamic(() => import('./item/own-post-sales').then((module) => module.OwnPostSales), {
  ssr: false,
  loading: LazyPart,
});

export function ItemScreen({ kind }: { kind: Item['kind'] }) {
  const router = useRouter();
  // Kept after the item's deletion, so that its creator's page can be opened.
  const [deleting, setDeleting] = useState<Item | null>(null);
  const dispatch = useAppDispatch();
  const address = readItemAddress(router.query);
  const item = useAppSelector(selectItemAt(kind, address));
  const place = useAppSelector(selectPlace(kind, address));
  const signedIn = useAppSelector(selectIsLoggedIn);
  return (
    <PageBody signedIn={signedIn} width="column">
      <div className={styles.column}>
        {/* The key drops what was typed and opened under another item. */}
        {item && <ItemPage key={getKey(item)} item={item} onDelete={setDeleting} />}
        {!item && place?.status === 'closed' && <PlatformOnly />}
        {!item && place?.status === 'failed' && (
          <ErrorState
            heading="h1"
            title={`The ${getNoun(kind)} did not load`}
            onRetry={() => dispatch(itemRequested({ kind, address }))}
          />
        )}
        {!item && place?.status !== 'failed' && place?.status !== 'closed' && <Skeleton kind="post" />}
        {deleting && (
          <DeleteItemSheet
            itemKey={getKey(deleting)}
            onClose={() => setDeleting(null)}
            onDeleted={() => void router.replace(paths.profile(deleting.performer.username || deleting.performer._id))}
          />
        )}
      </div>
    </PageBody>
  );
}

function ItemPage({ item, onDelete }: { item: Item; onDelete: (item: Item) => void }) {
  const [reported, setReported] = useState<ReportTarget | null>(null);
  const dispatch = useAppDispatch();
  const isOwn = useAppSelector(selectCurrentUser)?._id === item.performer._id;
  const key = getKey(item);
  const { isOutdated } = item;
  useEffect(() => void (isOutdated && dispatch(itemRefreshed({ key }))), [dispatch, isOutdated, key]);
  const scrollToComments = () => document.getElementById('comments')?.scrollIntoView({ behavior: 'smooth' });
  return (
    <>
      <ItemMeta item={item} />
      <StructuredData
        describe={typeof window === 'undefined' ? () => itemThing(item, publicEnv().siteUrl) : undefined}
      />
      <BackLine {...item} />
      <h1 className="sr">{getHeading(item)}</h1>
      {item.isTakenDown && (
        <Problem place={isOwn ? { label: 'See why, and appeal', href: paths.removed } : undefined}>
          Removed by the site. Only its creator and moderators see it.
        </Problem>
      )}
      <ItemCard
        itemKey={getKey(item)}
        isPage
        eager
        onComments={scrollToComments}
        onReport={(one) => setReported(getReport(one))}
        onDelete={onDelete}
      />
      {isOwn && item.kind === 'feed' && <OwnPostSales id={item._id} />}
      {!item.isReadOnly && (
        <>
          <section id="comments" className={styles.comments} aria-labelledby="comments-title">
            <h2 id="comments-title">
              Comments {item.totalComment > 0 && <span className="tally">{formatCount(item.totalComment)}</span>}
            </h2>
            <CommentThread {...getCommentProps(item, setReported)} />
          </section>
          <MoreFrom item={item} />
        </>
      )}
      {reported && <ReportSheet target={reported} onClose={() => setReported(null)} />}
    </>
  );
}

/**
 * Goes back to the previous page in its former state, or else to the creator's page, or to the purchases if the viewer cannot
 * open that page. Always a link, so that it works before hydration and can be opened in a new tab.
 */
function BackLine({ performer, kind, isReadOnly }: Pick<Item, 'performer' | 'kind' | 'isReadOnly'>) {
  const router = useRouter();
  const [canGoBack, setCanGoBack] = useState(false);
  useEffect(() => setCanGoBack(isWithinSite()), []);
  const place = isReadOnly
    ? { href: paths.user.purchased, label: 'Purchases' }
    : { href: profileKindPath(performer, kind), label: `All ${getNouns(kind)} by ${performer.name}` };
  const goBack = (event: MouseEvent) => {
    if (!canGoBack || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    router.back();
  };
  return (
    <Link className={cx('sm strong ink-2', styles.back)} href={place.href} onClick={goBack}>
      <Icon of={ArrowLeft} />
      {canGoBack ? 'Back' : place.label}
    </Link>
  );
}

/** True if the previous history entry is on this site. In browsers without the Navigation API, the link is followed instead. */
function isWithinSite(): boolean {
  const { navigation } = window as { navigation?: { canGoBack?: boolean } };
  return navigation?.canGoBack === true;
}

/** Shown instead of a post that only site members can see. Texts of specification 3. */
function PlatformOnly() {
  const { asPath } = useRouter();
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const { siteName, monthlySubscriptionPrice } = useAppSelector(selectSettings);
  const isOffered = useAppSelector(selectHasExtension('siteMembers'));
  if (!isOffered) {
    return (
      <EmptyState
        icon={Sparkles}
        title="For site members"
        text="Site membership isn’t available at the moment."
        action={<Button href={paths.creators}>Find creators</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={Sparkles}
      title="For subscribers of this site"
      text="Please subscribe to the platform to see the content for free!"
      action={
        signedIn ? (
          <Button variant="primary" onClick={() => dispatch(platformSubscriptionRequested())}>
            Subscribe to {siteName} for {formatMoney(monthlySubscriptionPrice)} a month
          </Button>
        ) : (
          <Button variant="primary" href={paths.auth.registerFor(asPath)}>
            Sign up
          </Button>
        )
      }
    />
  );
}

const MAX_RELATED = 4;

function MoreFrom({ item }: { item: Item }) {
  const dispatch = useAppDispatch();
  const { kind, performer } = item;
  const { _id: performerId } = performer;
  const list = useAppSelector(itemLists.select({ kind, from: 'performer', performerId }));
  const items = useAppSelector(selectItems);
  useEffect(
    () => void dispatch(itemLists.requestedIfMissing({ kind, from: 'performer', performerId })),
    [dispatch, kind, performerId],
  );
  const others = (list?.rows ?? []).filter((key) => key !== getKey(item)).slice(0, MAX_RELATED);
  if (others.length === 0) return null;
  return (
    <section className={styles.more} aria-labelledby="more-from">
      <header className={cx('row row--between', styles.head)}>
        <h2 id="more-from">More from {performer.name}</h2>
        <Link className="link sm" href={profileKindPath(performer, kind)}>
          See all {getNouns(kind)}
        </Link>
      </header>
      <ul className={styles.tiles}>
        {others.map((key) => {
          const other = items[key];
          return other && <ItemTile key={key} item={other} />;
        })}
      </ul>
    </section>
  );
}
