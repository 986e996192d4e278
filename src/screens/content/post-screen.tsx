import { useRouter } from 'next/router';
import { useState } from 'react';
import { ErrorState } from '@/components/states/error-state';
import { PageBody } from '@/components/layout/page-body';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { FeedCard } from '@/features/content/feed/components/feed-card';
import { feedRequested, selectFeedAt, selectPlace } from '@/features/content/feed/feed-slice';
import { accessOf, type Feed } from '@/features/content/feed/feed-view';
import type { ReportTarget } from '@/features/content/report/report-slice';
import { selectCurrentUser, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { formatCount } from '@/lib/format-count';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { commentRefusal, reportOf } from './feed-section';
import { CommentThread, DeletePostSheet, ReportSheet } from '../site/lazy-parts';
import { readPostAddress } from './post-query';
import { BackLine } from './post/back-line';
import { MoreFrom } from './post/more-from';
import { OwnPostSales } from './post/own-post-sales-lazy';
import { PlatformOnly } from './post/platform-only';
import { headingOf, PostMeta } from './post/post-meta';
import styles from './post-screen.module.css';

/** One post with what people say about it. */
export function PostScreen() {
  const router = useRouter();
  // Outlives the post itself, so that its end can lead to its creator's page.
  const [deleting, setDeleting] = useState<Feed | null>(null);
  const dispatch = useAppDispatch();
  const address = readPostAddress(router.query);
  const feed = useAppSelector(selectFeedAt(address));
  const place = useAppSelector(selectPlace(address));
  const signedIn = useAppSelector(selectIsLoggedIn);
  return (
    <PageBody signedIn={signedIn} width="column">
      <div className={styles.column}>
        {feed && <PostPage feed={feed} onDelete={setDeleting} />}
        {!feed && place?.status === 'closed' && <PlatformOnly />}
        {!feed && place?.status === 'failed' && (
          <ErrorState heading="h1" title="The post did not load" onRetry={() => dispatch(feedRequested({ address }))} />
        )}
        {!feed && place?.status !== 'failed' && place?.status !== 'closed' && <Skeleton kind="post" />}
        {deleting && (
          <DeletePostSheet
            id={deleting._id}
            onClose={() => setDeleting(null)}
            onDeleted={() => void router.replace(paths.profile(deleting.performer.username || deleting.performer._id))}
          />
        )}
      </div>
    </PageBody>
  );
}

function PostPage({ feed, onDelete }: { feed: Feed; onDelete: (feed: Feed) => void }) {
  const [reported, setReported] = useState<ReportTarget | null>(null);
  const { _id: id, performer } = feed;
  const isOwn = useAppSelector(selectCurrentUser)?._id === performer._id;
  const toComments = () => document.getElementById('comments')?.scrollIntoView({ behavior: 'smooth' });
  return (
    <>
      <PostMeta feed={feed} />
      <BackLine feed={feed} />
      <h1 className="sr">{headingOf(feed)}</h1>
      <FeedCard
        id={id}
        isPage
        eager
        onComments={toComments}
        onReport={(post) => setReported(reportOf(post))}
        onDelete={onDelete}
      />
      {isOwn && <OwnPostSales id={id} />}
      <section id="comments" className={styles.comments} aria-labelledby="comments-title">
        <h2 id="comments-title">
          Comments {feed.totalComment > 0 && <span className={styles.count}>{formatCount(feed.totalComment)}</span>}
        </h2>
        <CommentThread
          subject={{ objectType: 'feed', objectId: id }}
          canComment={accessOf(feed) === 'open'}
          refusal={commentRefusal}
          performer={performer}
          onReport={(comment) =>
            setReported({
              target: 'comment',
              targetId: comment._id,
              performerId: performer._id,
              title: comment.content,
            })
          }
        />
      </section>
      <MoreFrom feed={feed} />
      {reported && <ReportSheet target={reported} onClose={() => setReported(null)} />}
    </>
  );
}
