import { useState, type ReactNode } from 'react';
import { FeedList } from '@/features/content/feed/components/feed-list';
import type { Feed } from '@/features/content/feed/feed-view';
import { accessOf, titleOf } from '@/features/content/feed/feed-view';
import type { ReportTarget } from '@/features/content/report/report-slice';
import { CommentSheet, ReportSheet } from '../site/lazy-parts';

/** Why somebody may not comment. */
export const commentRefusal = 'Comments are only for people who can open this post.';

export const reportOf = (feed: Feed): ReportTarget => ({
  target: 'feed',
  targetId: feed._id,
  performerId: feed.performer._id,
  title: `${titleOf(feed)}, by ${feed.performer.name}`,
});

interface FeedSectionProps {
  /** Home, one creator's, bookmarks: see the feed's list keys. */
  listKey: string;
  emptyState?: ReactNode;
  showAuthor?: boolean;
}

/** A list of posts together with the sheets that its posts open. The page brings `postFeatures`. */
export function FeedSection(props: FeedSectionProps) {
  const [commented, setCommented] = useState<Feed | null>(null);
  const [reported, setReported] = useState<ReportTarget | null>(null);
  return (
    <>
      <FeedList {...props} onComments={setCommented} onReport={(feed) => setReported(reportOf(feed))} />
      {commented && (
        <CommentSheet
          subject={{ objectType: 'feed', objectId: commented._id }}
          subtitle={`${titleOf(commented)}, by ${commented.performer.name}`}
          canComment={accessOf(commented) === 'open'}
          refusal={commentRefusal}
          performer={commented.performer}
          onReport={(comment) =>
            setReported({
              target: 'comment',
              targetId: comment._id,
              performerId: commented.performer._id,
              title: comment.content,
            })
          }
          onClose={() => setCommented(null)}
        />
      )}
      {reported && <ReportSheet target={reported} onClose={() => setReported(null)} />}
    </>
  );
}
