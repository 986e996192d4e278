import type { z } from 'zod';
import type { Feed, Poll } from '@contract/feed-schemas';
import { fromCents } from '@contract/money';
import type { Actor } from '../../access';
import { contentAccess, type Access } from '../entitlement/entitlement-service';
import type { MediaService } from '../media/media-service';
import type { PerformerView } from '../people/people-service';
import { isInWork } from './feed-parts';
import type { LiveRow } from './feed-page-repository';
import type { FeedParts, FeedRow, PollRow } from './feed-repository';

export type FeedView = z.input<typeof Feed>;
export type PollView = z.input<typeof Poll>;

interface FeedInput {
  parts: FeedParts;
  live: LiveRow;
  viewer: Actor | null;
  performer: PerformerView;
}

const isOwnerOf = (viewer: Actor | null, { performerId }: Pick<FeedRow, 'performerId'>): boolean =>
  viewer !== null && (viewer.isAdmin || viewer.id === performerId);

/** Whether the viewer may open a post, or what stands between. */
export function feedAccess(row: FeedRow, live: LiveRow, viewer: Actor | null): Access {
  return contentAccess(row, { ...live, isOwner: isOwnerOf(viewer, row) });
}

/**
 * A post as one viewer may see it. A closed one keeps its text, files and poll to itself: it tells what kind they are,
 * how many and how long, and shows title, tagline, thumbnail and teaser. Promises A-6, decisions 3.
 */
export function presentFeed(
  { parts, live, viewer, performer }: FeedInput,
  media: Pick<MediaService, 'present'>,
): FeedView {
  const { row, files, thumbnail, teaser, polls } = parts;
  const access = feedAccess(row, live, viewer);
  const open = access === 'open';
  const owned = isOwnerOf(viewer, row);
  const shown = (file: FeedParts['thumbnail']) => file && media.present(file, { viewer, open: true });
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
    files: files.map((file) => media.present(file, { viewer, open })),
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
    isSubscribed: live.isSubscribed || owned,
    isBought: live.isBought || owned,
    isFollowed: live.isFollowed,
    performer,
    isPinned: row.isPinned,
    pinnedAt: row.pinnedAt?.toISOString() ?? null,
    isSchedule: row.isSchedule,
    scheduleAt: row.scheduleAt?.toISOString() ?? null,
    streamingScheduled: row.streamingScheduled?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

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
