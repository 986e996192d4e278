import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, timestampUtc, ownedBy, foreignKey, texts, timestamps } from '../columns';
import { person } from './accounts';
import { takedowns } from './takedowns';

export const follows = pgTable(
  'follows',
  {
    id: id(),
    followerId: person('follower_id'),
    followingId: person('following_id'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('follows_pair').on(t.followerId, t.followingId),
    index('follows_following').on(t.followingId, t.createdAt),
  ],
);

export const reactions = pgTable(
  'reactions',
  {
    id: id(),
    createdBy: person('created_by'),
    action: text('action', { enum: ['like', 'favourite', 'bookmark'] }).notNull(),
    objectType: text('object_type').notNull(),
    objectId: foreignKey('object_id').notNull(),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('reactions_once').on(t.createdBy, t.objectType, t.objectId, t.action),
    index('reactions_object').on(t.objectId, t.action),
  ],
);

export const comments = pgTable(
  'comments',
  {
    id: id(),
    createdBy: person('created_by'),
    objectType: text('object_type').notNull(),
    objectId: foreignKey('object_id').notNull(),
    /** Owner of the content, who can also delete comments on it. */
    recipientId: foreignKey('recipient_id').notNull(),
    content: text('content').notNull(),
    totalReply: integer('total_reply').notNull().default(0),
    totalLike: integer('total_like').notNull().default(0),
    /** Removed by an operator: only its author and moderators see it. */
    takenDownAt: timestampUtc('taken_down_at'),
    ...timestamps(),
  },
  (t) => [index('comments_object').on(t.objectId, t.createdAt), index('comments_author').on(t.createdBy)],
);

export const reports = pgTable(
  'reports',
  {
    id: id(),
    createdBy: person('created_by'),
    target: text('target').notNull(),
    targetId: foreignKey('target_id').notNull(),
    performerId: foreignKey('performer_id').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    status: text('status', { enum: ['open', 'rejected', 'resolved'] })
      .notNull()
      .default('open'),
    /** Since when it has waited: a report that is sent again after its decision waits from then. */
    openedAt: timestampUtc('opened_at').notNull().defaultNow(),
    decidedAt: timestampUtc('decided_at'),
    /** The operator. */
    decidedBy: foreignKey('decided_by'),
    /** For the account that reported it. */
    answer: text('answer').notNull().default(''),
    /** If it led to the removal of the content. */
    takedownId: foreignKey('takedown_id').references(() => takedowns.id, { onDelete: 'set null' }),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('reports_once').on(t.createdBy, t.target, t.targetId),
    index('reports_target').on(t.targetId),
    index('reports_performer').on(t.performerId),
    index('reports_status').on(t.status, t.openedAt, t.id),
    index('reports_decider')
      .on(t.decidedBy)
      .where(sql`decided_by is not null`),
    index('reports_takedown')
      .on(t.takedownId)
      .where(sql`takedown_id is not null`),
  ],
);

export const userBlocks = pgTable(
  'user_blocks',
  {
    id: id(),
    performerId: person('performer_id'),
    userId: person('user_id'),
    reason: text('reason').notNull().default(''),
    ...timestamps(),
  },
  (t) => [uniqueIndex('user_blocks_pair').on(t.performerId, t.userId), index('user_blocks_user').on(t.userId)],
);

/** A creator's private notes about a fan, and which of the creator's lists the fan is in. */
export const fanNotes = pgTable(
  'fan_notes',
  {
    id: id(),
    performerId: person('performer_id'),
    userId: person('user_id'),
    note: text('note').notNull().default(''),
    lists: text('lists').array().notNull().default([]),
    ...timestamps(),
  },
  (t) => [uniqueIndex('fan_notes_pair').on(t.performerId, t.userId), index('fan_notes_user').on(t.userId)],
);

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: person('user_id'),
    type: text('type').notNull(),
    action: text('action').notNull(),
    title: text('title').notNull().default(''),
    message: text('message').notNull().default(''),
    refId: foreignKey('ref_id'),
    refSource: text('ref_source'),
    reference: jsonb('reference').$type<Record<string, unknown>>().notNull().default({}),
    createdBy: foreignKey('created_by'),
    /** Kept off the list by its recipient's choice; only mailed and pushed. */
    isHidden: boolean('is_hidden').notNull().default(false),
    read: boolean('read').notNull().default(false),
    readAt: timestampUtc('read_at'),
    /** When it was decided whether to send it by mail too. */
    mailedAt: timestampUtc('mailed_at'),
    ...timestamps(),
  },
  (t) => [
    index('notifications_unmailed')
      .on(t.createdAt)
      .where(sql`mailed_at is null`),
    index('notifications_user').on(t.userId, t.createdAt),
    index('notifications_unread')
      .on(t.userId)
      .where(sql`not read`),
    index('notifications_ref').on(t.userId, t.refId),
    index('notifications_cause').on(t.createdBy),
  ],
);

export const searchKeywords = pgTable(
  'search_keywords',
  {
    id: id(),
    keyword: text('keyword').notNull(),
    objectType: text('object_type').notNull().default(''),
    attempt: integer('attempt').notNull().default(1),
    /**
     * The keyword's words, in the form that search compares. Each must occur in public content before the keyword is suggested
     * to others.
     */
    words: texts('words'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('search_keywords_once').on(t.keyword, t.objectType),
    index('search_keywords_updated').on(t.updatedAt),
  ],
);

/**
 * Counts the established accounts that searched for a keyword. `searcher` is a keyed hash of account and keyword, so that an
 * account counts once, but nobody can list what an account searched for, nor who searched for a keyword, not even by time.
 * Deleted after 90 days, and with the account.
 */
export const keywordSearchers = pgTable(
  'keyword_searchers',
  {
    keywordId: ownedBy('keyword_id', () => searchKeywords.id),
    searcher: text('searcher').notNull(),
    /** `2026-11-22` */
    day: text('day').notNull(),
  },
  (t) => [primaryKey({ columns: [t.keywordId, t.searcher] }), index('keyword_searchers_day').on(t.day)],
);

/**
 * Words to correct mistyped searches with. `variants` are the word with one letter left out: words one edit apart share a
 * variant. See `search-words.ts`.
 */
export const searchWords = pgTable(
  'search_words',
  {
    word: text('word').primaryKey(),
    uses: integer('uses').notNull(),
    variants: text('variants').array().notNull(),
  },
  (t) => [
    index('search_words_begin').on(t.word.op('text_pattern_ops')),
    index('search_words_variants').using('gin', t.variants),
  ],
);

export const profileViews = pgTable(
  'profile_views',
  { performerId: person('performer_id'), viewer: text('viewer').notNull(), day: text('day').notNull() },
  (t) => [primaryKey({ columns: [t.performerId, t.viewer, t.day] }), index('profile_views_viewer').on(t.viewer)],
);
