import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { id, timestampUtc, ownedBy, foreignKey, revision, moneyOrZero, timestamps } from '../columns';
import { person } from './accounts';
import { files } from './files';

/** Also used on the wire, in reactions, comments, reports and purchases. */
export const itemKinds = ['feed', 'gallery', 'photo', 'video', 'product'] as const;

/** `members` are subscribers of the platform. Decisions 3. */
export const audiences = ['public', 'subscribers', 'members', 'sale'] as const;

/**
 * Columns of a single kind are in separate tables, keyed by the item's id (`feed_posts`, and those of `assets.ts`). Indexes for
 * newest-first lists ascend and are scanned backwards, because a `DESC NULLS LAST` index does not serve `ORDER BY … DESC`.
 */
export const items = pgTable(
  'items',
  {
    id: id(),
    kind: text('kind', { enum: itemKinds }).notNull(),
    performerId: person('performer_id'),
    /** Its values depend on the kind: a post is `text`, `photo`, `video`, `audio` or `scheduled-streaming`. */
    type: text('type').notNull().default(''),
    title: text('title').notNull().default(''),
    slug: text('slug').notNull(),
    /** Visible only with access. */
    text: text('text').notNull().default(''),
    /** Visible without access. */
    tagline: text('tagline').notNull().default(''),
    tags: text('tags').array().notNull().default([]),
    audience: text('audience', { enum: audiences }).notNull().default('subscribers'),
    price: moneyOrZero('price'),
    status: text('status', { enum: ['active', 'inactive', 'draft', 'file-error'] })
      .notNull()
      .default('active'),
    /** Stored here so that lists can filter by it. */
    hasPoll: boolean('has_poll').notNull().default(false),
    isPinned: boolean('is_pinned').notNull().default(false),
    pinnedAt: timestampUtc('pinned_at'),
    /** True if it is, or was, published automatically at `publishAt`, which stays set afterwards. */
    isScheduled: boolean('is_scheduled').notNull().default(false),
    publishAt: timestampUtc('publish_at'),
    /** When fans could first see it; newest-first lists sort by this. */
    publishedAt: timestampUtc('published_at').notNull().defaultNow(),
    totalLike: integer('total_like').notNull().default(0),
    totalComment: integer('total_comment').notNull().default(0),
    totalBookmark: integer('total_bookmark').notNull().default(0),
    totalView: integer('total_view').notNull().default(0),
    totalVote: integer('total_vote').notNull().default(0),
    /** The parent item, such as a photo's gallery, decides who has access. */
    parentId: foreignKey('parent_id').references((): AnyPgColumn => items.id, { onDelete: 'cascade' }),
    position: integer('position').notNull().default(0),
    /** Deleted by its creator after a sale: from then on only buyers can see it. */
    deletedAt: timestampUtc('deleted_at'),
    /** Removed by an operator: only its creator and moderators see it. Never `active`, so that no list can show it. */
    takenDownAt: timestampUtc('taken_down_at'),
    revision: revision(),
    ...timestamps(),
  },
  (t) => [
    check('items_price', sql`(audience = 'sale') = (price > 0)`),
    check('items_taken_down', sql`taken_down_at is null or status <> 'active'`),
    uniqueIndex('items_slug').on(t.kind, t.slug),
    index('items_published')
      .on(t.kind, t.publishedAt, t.id)
      .where(sql`status = 'active'`),
    index('items_type_published')
      .on(t.kind, t.type, t.publishedAt, t.id)
      .where(sql`status = 'active'`),
    index('items_poll_published')
      .on(t.kind, t.publishedAt, t.id)
      .where(sql`status = 'active' and has_poll`),
    index('items_performer_published')
      .on(t.performerId, t.kind, t.publishedAt, t.id)
      .where(sql`status = 'active'`),
    index('items_performer_pinned')
      .on(t.performerId, t.kind, t.isPinned, t.publishedAt, t.id)
      .where(sql`status = 'active'`),
    index('items_performer_open')
      .on(t.performerId, t.kind, t.publishedAt, t.id)
      .where(sql`status = 'active' and audience in ('public', 'members')`),
    index('items_performer_updated').on(t.performerId, t.kind, t.updatedAt),
    index('items_parent')
      .on(t.parentId, t.position, t.id)
      .where(sql`parent_id is not null`),
    index('items_scheduled')
      .on(t.publishAt)
      .where(sql`is_scheduled`),
  ],
);

export const itemViews = pgTable(
  'item_views',
  {
    itemId: ownedBy('item_id', () => items.id),
    viewer: text('viewer').notNull(),
    day: text('day').notNull(),
  },
  (t) => [primaryKey({ columns: [t.itemId, t.viewer, t.day] }), index('item_views_viewer').on(t.viewer)],
);

/** Files in the role `content` are ordered and require access; every other role is visible to everyone and has one file. */
export const itemFiles = pgTable(
  'item_files',
  {
    itemId: ownedBy('item_id', () => items.id),
    fileId: ownedBy('file_id', () => files.id),
    role: text('role', { enum: ['content', 'cover', 'thumbnail', 'teaser'] })
      .notNull()
      .default('content'),
    position: integer('position').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.itemId, t.fileId, t.role] }),
    index('item_files_file').on(t.fileId),
    uniqueIndex('item_files_one')
      .on(t.itemId, t.role)
      .where(sql`role <> 'content'`),
  ],
);
