import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, money, ref, updatedAt } from '../columns';
import { accounts } from './accounts';
import { files } from './files';

/**
 * Posts. `isSale` with a price is pay-per-view, `isFree` is open to platform subscribers, else for subscribers.
 *
 * Indexes of newest-first lists ascend and are read backwards: a `DESC NULLS LAST` index does not serve `ORDER BY … DESC`.
 */
export const feeds = pgTable(
  'feeds',
  {
    id: id(),
    performerId: ref('performer_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    type: text('type', { enum: ['text', 'photo', 'video', 'audio', 'scheduled-streaming'] }).notNull(),
    title: text('title').notNull().default(''),
    slug: text('slug').notNull(),
    text: text('text').notNull().default(''),
    /** One line that a locked post shows too. */
    tagline: text('tagline').notNull().default(''),
    isSale: boolean('is_sale').notNull().default(false),
    isFree: boolean('is_free').notNull().default(false),
    price: money('price')
      .notNull()
      .default(sql`0`),
    status: text('status', { enum: ['active', 'inactive', 'draft', 'file-error'] })
      .notNull()
      .default('active'),
    thumbnailId: ref('thumbnail_id'),
    teaserId: ref('teaser_id'),
    pollDescription: text('poll_description').notNull().default(''),
    pollExpiredAt: instant('poll_expired_at'),
    /** Whether any poll names it: lists filter by it. */
    hasPoll: boolean('has_poll').notNull().default(false),
    isPinned: boolean('is_pinned').notNull().default(false),
    pinnedAt: instant('pinned_at'),
    isSchedule: boolean('is_schedule').notNull().default(false),
    scheduleAt: instant('schedule_at'),
    streamingScheduled: instant('streaming_scheduled'),
    /** When fans first could see it; lists are sorted by it, newest first. */
    publishedAt: instant('published_at').notNull().defaultNow(),
    totalLike: integer('total_like').notNull().default(0),
    totalComment: integer('total_comment').notNull().default(0),
    totalVote: integer('total_vote').notNull().default(0),
    /** Taken away by its performer after somebody bought it: gone for all but its buyers. */
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('feeds_slug').on(t.slug),
    index('feeds_published')
      .on(t.publishedAt, t.id)
      .where(sql`status = 'active'`),
    index('feeds_type_published')
      .on(t.type, t.publishedAt, t.id)
      .where(sql`status = 'active'`),
    index('feeds_poll_published')
      .on(t.publishedAt, t.id)
      .where(sql`status = 'active' and has_poll`),
    index('feeds_performer_published')
      .on(t.performerId, t.publishedAt, t.id)
      .where(sql`status = 'active'`),
    index('feeds_performer_pinned')
      .on(t.performerId, t.isPinned, t.publishedAt, t.id)
      .where(sql`status = 'active'`),
    index('feeds_performer_open')
      .on(t.performerId, t.publishedAt, t.id)
      .where(sql`status = 'active' and ((is_sale and price = 0) or is_free)`),
    index('feeds_performer_updated').on(t.performerId, t.updatedAt),
    index('feeds_thumbnail')
      .on(t.thumbnailId)
      .where(sql`thumbnail_id is not null`),
    index('feeds_teaser')
      .on(t.teaserId)
      .where(sql`teaser_id is not null`),
    index('feeds_scheduled')
      .on(t.scheduleAt)
      .where(sql`is_schedule`),
  ],
);

export const feedFiles = pgTable(
  'feed_files',
  {
    feedId: ref('feed_id')
      .notNull()
      .references(() => feeds.id, { onDelete: 'cascade' }),
    fileId: ref('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.feedId, t.fileId] }), index('feed_files_file').on(t.fileId)],
);

/** Answer options; the question is the feed's `pollDescription`. Wire contract 3.4. */
export const polls = pgTable(
  'polls',
  {
    id: id(),
    performerId: ref('performer_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    feedId: ref('feed_id').references(() => feeds.id, { onDelete: 'cascade' }),
    description: text('description').notNull(),
    position: integer('position').notNull().default(0),
    totalVote: integer('total_vote').notNull().default(0),
    expiredAt: instant('expired_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('polls_feed').on(t.feedId), index('polls_performer').on(t.performerId)],
);

/** One vote a feed and person. */
export const votes = pgTable(
  'votes',
  {
    feedId: ref('feed_id')
      .notNull()
      .references(() => feeds.id, { onDelete: 'cascade' }),
    voterId: ref('voter_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    pollId: ref('poll_id')
      .notNull()
      .references(() => polls.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.feedId, t.voterId] }),
    index('votes_voter').on(t.voterId),
    index('votes_poll').on(t.pollId),
  ],
);
