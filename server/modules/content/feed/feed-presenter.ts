import type { z } from 'zod';
import type { Feed, Poll } from '@contract/content/feed-schemas';
import {
  creatorSeenBy,
  isProcessing,
  presentOffer,
  presentReadOnly,
  presentRevision,
  presentTakedown,
  type PresentFile,
  type ViewerItem,
} from '../item/item-service';
import type { FeedExtra, PollRow } from './feed-repository';
import type { FeedType } from './feed-draft';

export type FeedView = z.input<typeof Feed>;
export type PollView = z.input<typeof Poll>;

/**
 * A locked post hides its text, files and poll, but shows the number, kind and duration of its files, and its title, tagline,
 * thumbnail and teaser. Promises A-6, decisions 3.
 */
export function presentFeed(item: ViewerItem<FeedExtra>, presentFile: PresentFile): FeedView {
  const { parts, state, creator, access } = item;
  const { row, files, thumbnail, teaser, extra } = parts;
  const { polls } = extra;
  const open = access === 'open';
  return {
    _id: row.id,
    type: row.type as FeedType,
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
    thumbnailId: thumbnail?.id ?? null,
    thumbnail: thumbnail && presentFile(thumbnail, { open: true }),
    teaserId: teaser?.id ?? null,
    teaser: teaser && presentFile(teaser, { open: true }),
    pollIds: polls.map((poll) => poll.id),
    polls: open ? polls.map((poll) => presentPoll(poll, state.votedPollId)) : [],
    pollDescription: open ? extra.pollDescription : '',
    pollExpiredAt: extra.pollExpiredAt?.toISOString() ?? null,
    ...presentOffer(item),
    ...presentReadOnly(state),
    status: row.status,
    processing: isProcessing(parts),
    totalLike: state.totalLike,
    totalComment: state.totalComment,
    isLiked: state.isLiked,
    isBookMarked: state.isBookmarked,
    isBookmarked: state.isBookmarked,
    isFollowed: state.isFollowed,
    performer: creatorSeenBy(creator, state),
    isPinned: row.isPinned,
    pinnedAt: row.pinnedAt?.toISOString() ?? null,
    isSchedule: row.isScheduled,
    scheduleAt: row.publishAt?.toISOString() ?? null,
    streamingScheduled: extra.streamingScheduled?.toISOString() ?? null,
    ...(row.type === 'scheduled-streaming' && { isReminded: state.isReminded, reminders: state.reminders }),
    publishedAt: row.publishedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...presentRevision(row, item.isOwner),
    ...presentTakedown(row),
  };
}

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
