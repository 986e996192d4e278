import dynamic from 'next/dynamic';
import { LazyPart } from '@/components/states/part-failed';
import { useRouter } from 'next/router';
import { useState, type ComponentType } from 'react';
import { ErrorState } from '@/components/states/error-state';
import { PageBody } from '@/components/layout/page-body';
import { Skeleton } from '@/components/basic/skeleton';
import { nounOf } from '@/config/item-names';
import { publicEnv } from '@/config/env';
import { paths } from '@/config/paths';
import { ItemCard } from '@/features/content/item/components/item-card';
import { keyOf } from '@/features/content/item/item-kind';
import { itemRequested, selectItemAt, selectPlace } from '@/features/content/item/item-slice';
import type { Item } from '@/features/content/item/item-view';
import type { ReportTarget } from '@/features/content/report/report-feature';
import { selectCurrentUser, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { formatCount } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { commentsOn, reportOf } from './item-section';
import { StructuredData } from '../site/structured-data';
import { CommentThread, DeleteItemSheet, ReportSheet } from '../site/lazy-parts';
import { readItemAddress } from './item-page';
import { BackLine } from './item/back-line';
import { headingOf, ItemMeta } from './item/item-meta';
import { itemThing } from './item/item-thing';
import { MoreFrom } from './item/more-from';
import { PlatformOnly } from './item/platform-only';
import styles from './item-screen.module.css';

/** What only its owner sees of an item, by its kind; nobody else fetches it. */
const ownParts: Partial<Record<Item['kind'], ComponentType<{ id: string }>>> = {
  feed: dynamic(() => import('./item/own-post-sales').then((module) => module.OwnPostSales), {
    ssr: false,
    loading: LazyPart,
  }),
};

/** One item with what people say about it. */
export function ItemScreen({ kind }: { kind: Item['kind'] }) {
  const router = useRouter();
  // Outlives the item itself, so that its end can lead to its creator's page.
  const [deleting, setDeleting] = useState<Item | null>(null);
  const dispatch = useAppDispatch();
  const address = readItemAddress(router.query);
  const item = useAppSelector(selectItemAt(kind, address));
  const place = useAppSelector(selectPlace(kind, address));
  const signedIn = useAppSelector(selectIsLoggedIn);
  return (
    <PageBody signedIn={signedIn} width="column">
      <div className={styles.column}>
        {item && <ItemPage item={item} onDelete={setDeleting} />}
        {!item && place?.status === 'closed' && <PlatformOnly />}
        {!item && place?.status === 'failed' && (
          <ErrorState
            heading="h1"
            title={`The ${nounOf(kind)} did not load`}
            onRetry={() => dispatch(itemRequested({ kind, address }))}
          />
        )}
        {!item && place?.status !== 'failed' && place?.status !== 'closed' && <Skeleton kind="post" />}
        {deleting && (
          <DeleteItemSheet
            itemKey={keyOf(deleting)}
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
  const isOwn = useAppSelector(selectCurrentUser)?._id === item.performer._id;
  const toComments = () => document.getElementById('comments')?.scrollIntoView({ behavior: 'smooth' });
  const OwnPart = ownParts[item.kind];
  return (
    <>
      <ItemMeta item={item} />
      <StructuredData
        describe={typeof window === 'undefined' ? () => itemThing(item, publicEnv().siteUrl) : undefined}
      />
      <BackLine {...item} />
      <h1 className="sr">{headingOf(item)}</h1>
      <ItemCard
        itemKey={keyOf(item)}
        isPage
        eager
        onComments={toComments}
        onReport={(one) => setReported(reportOf(one))}
        onDelete={onDelete}
      />
      {isOwn && OwnPart && <OwnPart id={item._id} />}
      <section id="comments" className={styles.comments} aria-labelledby="comments-title">
        <h2 id="comments-title">
          Comments {item.totalComment > 0 && <span className={styles.count}>{formatCount(item.totalComment)}</span>}
        </h2>
        <CommentThread {...commentsOn(item, setReported)} />
      </section>
      <MoreFrom item={item} />
      {reported && <ReportSheet target={reported} onClose={() => setReported(null)} />}
    </>
  );
}
