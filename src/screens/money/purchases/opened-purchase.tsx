import Link from 'next/link';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { ErrorState } from '@/components/states/error-state';
import { Sheet } from '@/components/layout/sheet';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { FeedCard } from '@/features/content/feed/components/feed-card';
import { feedRequested, selectFeedAt, selectPlace } from '@/features/content/feed/feed-slice';
import { titleOf } from '@/features/content/feed/feed-view';
import type { ReportTarget } from '@/features/content/report/report-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { reportOf } from '../../content/feed-section';
import { ReportSheet } from '../../site/lazy-parts';

interface OpenedPurchaseProps {
  /** Of the post. */
  id: string;
  onClose: () => void;
}

/** A bought post, opened where it stands on the shelf. */
export function OpenedPurchase({ id, onClose }: OpenedPurchaseProps) {
  const dispatch = useAppDispatch();
  const router = useRouter();
  const feed = useAppSelector(selectFeedAt(id));
  const place = useAppSelector(selectPlace(id));
  const [reported, setReported] = useState<ReportTarget | null>(null);
  useEffect(() => void dispatch(feedRequested({ address: id })), [dispatch, id]);
  const path = paths.post(feed?.slug || id);
  return (
    <Sheet
      open
      size="wide"
      onClose={onClose}
      title={feed ? titleOf(feed) : 'Your purchase'}
      subtitle={
        <Link className="link" href={path}>
          Open its page
        </Link>
      }
    >
      {feed && (
        <FeedCard
          id={feed._id}
          isPage
          eager
          onComments={() => void router.push(`${path}#comments`)}
          onReport={(post) => setReported(reportOf(post))}
        />
      )}
      {!feed && (place?.status === 'failed' || place?.status === 'missing') && (
        <ErrorState title="It did not open" onRetry={() => dispatch(feedRequested({ address: id }))} />
      )}
      {!feed && place?.status !== 'failed' && place?.status !== 'missing' && <Skeleton kind="post" />}
      {reported && <ReportSheet target={reported} onClose={() => setReported(null)} />}
    </Sheet>
  );
}
