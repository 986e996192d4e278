import type { z } from 'zod';
import type { Feed, Poll } from '@contract/content/feed-schemas';
import { fromCents } from '@contract/base/money';
import type { Actor } from '../../../access';
import { contentAccess, type Access } from '../entitlement/entitlement-service';
import type { FileRow, FileView } from '../../site/media/media-service';
import type { PerformerView } from '../../identity/people/people-service';
import { isInWork } from './feed-parts';
import type { LiveRow } from './feed-page-repository';
import type { FeedPost } from './feed-posts';
import type { FeedParts, FeedRow, PollRow } from './feed-repository';

export type FeedView = z.input<typeof Feed>;
export type PollView = z.input<typeof Poll>;

/** Shows a file of a post. `open` tells whether the viewer may have the file itself. */
export type PresentFile = (file: FileRow, access: { open: boolean }) => FileView;

/** Their own post; administrators count as its owners. */
export const isOwnerOf = (viewer: Actor | null, { performerId }: Pick<FeedRow, 'performerId'>): boolean =>
  viewer !== null && (viewer.isAdmin || viewer.id === performerId);

/** Whether a viewer may open a post, or what stands between. */
export function feedAccess(row: FeedRow, live: LiveRow, isOwner: boolean): Access {
  return contentAccess(row, { ...live, isOwner });
}

/**
 * A post as one viewer may see it. A closed one keeps its text, files and poll to itself: it tells what kind they are,
 * how many and how long, and shows title, tagline, thumbnail and teaser. Promises A-6, decisions 3.
 *
 * @param viewer all that shows of who looks, beside what `live` says and the links to files.
 */
export function presentFeed(
  { parts, live, creator }: FeedPost,
  { isOwner }: { isOwner: boolean },
  presentFile: PresentFile,
): FeedView {
  const { row, files, thumbnail, teaser, polls } = parts;
  const access = feedAccess(row, live, isOwner);
  const open = access === 'open';
  const shown = (file: FeedParts['thumbnail']) => file && presentFile(file, { open: true });
  return {
    _id: row.id,
    type: row.type,
    fromSource: 'performer',
    fromSourceId: row.performerId,
    title: row.title,
    slug: row.slug,
    text: open ? row.text : '',
    tagline: row.tagline,
    fileIds: files.map((file) => file.id),
    files: files.map((file) => presentFile(file, { open })),
    fileCount: files.length,
    totalDuration: files.reduce((sum, file) => sum + (file.duration ?? 0), 0),
    thumbnailId: row.thumbnailId,
    thumbnail: shown(thumbnail),
    teaserId: row.teaserId,
    teaser: shown(teaser),
    pollIds: polls.map((poll) => poll.id),
    polls: open ? polls.map((poll) => presentPoll(poll, live.votedPollId)) : [],
    pollDescription: open ? row.pollDescription : '',
    pollExpiredAt: row.pollExpiredAt?.toISOString() ?? null,
    isSale: row.isSale,
    isFree: row.isFree,
    price: fromCents(row.price),
    access,
    status: row.status,
    processing: isInWork(parts),
    totalLike: live.totalLike,
    totalComment: live.totalComment,
    isLiked: live.isLiked,
    isBookMarked: live.isBookmarked,
    isBookmarked: live.isBookmarked,
    // The owner counts as both. Wire contract 3.3.
    isSubscribed: live.isSubscribed || isOwner,
    isBought: live.isBought || isOwner,
    isFollowed: live.isFollowed,
    performer: seenBy(creator, live),
    isPinned: row.isPinned,
    pinnedAt: row.pinnedAt?.toISOString() ?? null,
    isSchedule: row.isSchedule,
    scheduleAt: row.scheduleAt?.toISOString() ?? null,
    streamingScheduled: row.streamingScheduled?.toISOString() ?? null,
    publishedAt: row.publishedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The creator as the viewer of a post sees them: as `people.views` would say it. */
const seenBy = (
  view: PerformerView,
  { isFollowed, isSubscribed, usedTrial }: Pick<LiveRow, 'isFollowed' | 'isSubscribed' | 'usedTrial'>,
): PerformerView => ({
  ...view,
  isFollowed,
  isSubscribed,
  isFreeSubscription: view.isFreeSubscription && !usedTrial,
});

/** One answer of a poll. Wire contract 3.4. */
export function presentPoll(poll: PollRow, votedPollId: string | null = null): PollView {
  return {
    _id: poll.id,
    description: poll.description,
    totalVote: poll.totalVote,
    expiredAt: poll.expiredAt?.toISOString() ?? null,
    createdBy: poll.performerId,
    refId: poll.feedId,
    fromRef: 'feed',
    isVoted: poll.id === votedPollId,
    createdAt: poll.createdAt.toISOString(),
    updatedAt: poll.updatedAt.toISOString(),
  };
}
