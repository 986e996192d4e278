import { and, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { accounts, performers } from '../../../db/schema/accounts';
import { items } from '../../../db/schema/items';
import { subscriptions } from '../../../db/schema/money';
import { categories } from '../../../db/schema/site';
import { reactions, userBlocks } from '../../../db/schema/social';
import type { Executor, Tx } from '../../../db/transaction';
import { hasRows, listIds, lockRow } from '../../../db/query-helpers';
import { subscriberCount } from './performer-filter';
import { isListedFor, isOpenTo, type Viewer } from './performer-visibility';

export type PerformerColumns = Partial<Omit<typeof performers.$inferInsert, 'id'>>;
export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Creators: finding them, and what only they have. */
export function createPerformerRepository(db: Db) {
  // The kind says nothing that the join does not, but the indexes of creator lists are by it.
  const listed = (viewer: Viewer) => and(eq(accounts.kind, 'performer'), isOpenTo(viewer), isListedFor(viewer));

  // Every profile asks these; they are written once.
  const [viewerId, performerId] = [sql.placeholder('viewerId'), sql.placeholder('performerId')];
  const relation = {
    block: db
      .select({ id: userBlocks.id })
      .from(userBlocks)
      .where(and(eq(userBlocks.performerId, performerId), eq(userBlocks.userId, viewerId)))
      .prepare('performer_block'),
    bookmark: db
      .select({ id: reactions.id })
      .from(reactions)
      .where(
        and(
          eq(reactions.createdBy, viewerId),
          eq(reactions.objectType, 'performer'),
          eq(reactions.objectId, performerId),
          eq(reactions.action, 'bookmark'),
        ),
      )
      .prepare('performer_bookmark'),
    subscription: db
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, viewerId), eq(subscriptions.performerId, performerId)))
      .prepare('performer_subscription'),
  };
  const holdsMedia = or(
    inArray(items.kind, ['video', 'gallery']),
    and(eq(items.kind, 'feed'), inArray(items.type, ['photo', 'video'])),
  );
  const media = db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.performerId, performerId), eq(items.status, 'active'), isNull(items.deletedAt), holdsMedia))
    .limit(1)
    .prepare('performer_media');

  return {
    /**
     * Ids of one page of creators whose documents are approved.
     *
     * @param page.withTotal reads all matches to count them along the way: for filters that no index serves. The total
     * is then absent only behind the last page.
     */
    async listIds(
      viewer: Viewer,
      page: { where: SQL | undefined; order: SQL[]; limit: number; offset: number; withTotal?: boolean },
    ): Promise<{ ids: string[]; total: number | undefined }> {
      const rows = await db
        .select({ id: accounts.id, total: page.withTotal ? sql<number>`(count(*) over())::int` : sql<number>`0` })
        .from(accounts)
        .innerJoin(performers, eq(performers.id, accounts.id))
        .where(and(listed(viewer), page.where))
        .orderBy(...page.order)
        .limit(page.limit)
        .offset(page.offset);
      return { ids: rows.map((row) => row.id), total: page.withTotal ? rows[0]?.total : undefined };
    },

    /** How many there are on all pages. */
    async countListed(viewer: Viewer, where: SQL | undefined): Promise<number> {
      const [row] = await db
        .select({ total: sql<number>`count(*)::int` })
        .from(accounts)
        .innerJoin(performers, eq(performers.id, accounts.id))
        .where(and(listed(viewer), where));
      return row?.total ?? 0;
    },

    listRandomIds: (viewer: Viewer, where: SQL | undefined, limit: number) =>
      listIds(
        db
          .select({ id: accounts.id })
          .from(accounts)
          .innerJoin(performers, eq(performers.id, accounts.id))
          .where(and(listed(viewer), where))
          .orderBy(sql`random()`)
          .limit(limit),
      ),

    /** How a viewer stands to one creator. */
    async readRelation(viewerId: string, performerId: string) {
      const both = { viewerId, performerId };
      const [blocks, bookmarks, subscribed] = await Promise.all([
        relation.block.execute(both),
        relation.bookmark.execute(both),
        relation.subscription.execute(both),
      ]);
      return {
        isBlocked: blocks.length > 0,
        isBookmarked: bookmarks.length > 0,
        subscription: subscribed[0] ?? null,
      };
    },

    /** Whether anything that a creator has published holds photos or videos. */
    hasMedia: async (performerId: string) => (await media.execute({ performerId })).length > 0,

    lock: (id: string, tx: Tx) => lockRow(tx, performers, eq(performers.id, id)),

    async update(id: string, columns: PerformerColumns, tx: Executor = db): Promise<void> {
      if (Object.values(columns).every((value) => value === undefined)) return;
      await tx.update(performers).set(columns).where(eq(performers.id, id));
    },

    /** Changes some members of a JSON column and keeps the others; null takes a member away. */
    async merge(
      id: string,
      column: 'body' | 'payoutSettings',
      members: Record<string, unknown>,
      tx: Executor = db,
    ): Promise<void> {
      if (Object.keys(members).length === 0) return;
      const merged = sql`jsonb_strip_nulls(${performers[column]} || ${JSON.stringify(members)}::jsonb)`;
      await tx
        .update(performers)
        .set({ [column]: merged })
        .where(eq(performers.id, id));
    },

    /** Appends a file to the message for new subscribers. @returns false when there are `most` already. */
    addWelcomeFile: (id: string, fileId: string, most: number) =>
      hasRows(
        db
          .update(performers)
          .set({ welcomeMessageFileIds: sql`array_append(${performers.welcomeMessageFileIds}, ${fileId})` })
          .where(and(eq(performers.id, id), sql`cardinality(${performers.welcomeMessageFileIds}) < ${most}`))
          .returning({ id: performers.id }),
      ),

    removeWelcomeFile: (id: string, fileId: string) =>
      hasRows(
        db
          .update(performers)
          .set({ welcomeMessageFileIds: sql`array_remove(${performers.welcomeMessageFileIds}, ${fileId})` })
          .where(and(eq(performers.id, id), sql`${fileId} = any(${performers.welcomeMessageFileIds})`))
          .returning({ id: performers.id }),
      ),

    /** Those of the ids that are categories. */
    async listCategoryIds(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      return listIds(db.select({ id: categories.id }).from(categories).where(inArray(categories.id, ids)));
    },

    /**
     * Ranks creators anew: people who pay weigh most, then people who follow, then likes and views. Ours: the family
     * does not say how its score comes about.
     *
     * @param since from when on somebody who came counts for the trend.
     */
    async refreshScores({ now, since }: { now: Date; since: Date }): Promise<void> {
      const score = sql`(ranked.subscribers * 50 + ${performers.statFollowers} * 10
        + ${performers.statLikes} * 2 + ${performers.statViews} / 10)`;
      const trend = sql`((select count(*) from follows f where f.following_id = performers.id and f.created_at > ${since})
        + 3 * (select count(*) from subscriptions s where s.performer_id = performers.id and s.created_at > ${since}))`;
      await db.execute(sql`
        update performers set score = now.score, trend = now.trend, stat_subscribers = now.subscribers
        from (select id, ranked.subscribers, ${score} as score, ${trend} as trend
          from performers, lateral (select ${subscriberCount(now)} as subscribers) ranked) now
        where performers.id = now.id
          and (performers.score, performers.trend, performers.stat_subscribers) <> (now.score, now.trend, now.subscribers)`);
    },
  };
}
