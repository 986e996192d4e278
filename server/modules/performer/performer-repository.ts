import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { accounts, performers } from '../../db/schema/accounts';
import { subscriptions } from '../../db/schema/money';
import { categories } from '../../db/schema/site';
import { profileViews, reactions } from '../../db/schema/social';
import type { Executor } from '../../db/transaction';
import { isVisibleTo, type Viewer } from './performer-visibility';

export type PerformerColumns = Partial<Omit<typeof performers.$inferInsert, 'id'>>;
export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** Creators: finding them, and what only they have. */
export function createPerformerRepository(db: Db) {
  const listed = (viewer: Viewer) => and(eq(performers.verifiedDocument, true), isVisibleTo(viewer, db));

  return {
    /** Ids of one page of creators whose documents are approved, and how many there are on all pages. */
    async listIds(
      viewer: Viewer,
      { where, order, limit, offset }: { where: SQL | undefined; order: SQL[]; limit: number; offset: number },
    ): Promise<{ ids: string[]; total: number }> {
      const condition = and(listed(viewer), where);
      const rows = await db
        .select({ id: accounts.id, total: sql<number>`(count(*) over())::int` })
        .from(accounts)
        .innerJoin(performers, eq(performers.id, accounts.id))
        .where(condition)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      const ids = rows.map((row) => row.id);
      if (rows[0] || offset === 0) return { ids, total: rows[0]?.total ?? 0 };
      // Behind the last page no row carries the total.
      const [count] = await db
        .select({ total: sql<number>`count(*)::int` })
        .from(accounts)
        .innerJoin(performers, eq(performers.id, accounts.id))
        .where(condition);
      return { ids, total: count?.total ?? 0 };
    },

    async listRandomIds(viewer: Viewer, where: SQL | undefined, limit: number): Promise<string[]> {
      const rows = await db
        .select({ id: accounts.id })
        .from(accounts)
        .innerJoin(performers, eq(performers.id, accounts.id))
        .where(and(listed(viewer), where))
        .orderBy(sql`random()`)
        .limit(limit);
      return rows.map((row) => row.id);
    },

    /** The id behind an id or username, if that creator exists for the viewer. */
    async findVisible(key: string, viewer: Viewer): Promise<string | null> {
      const [row] = await db
        .select({ id: accounts.id })
        .from(accounts)
        .innerJoin(performers, eq(performers.id, accounts.id))
        .where(and(or(eq(accounts.id, key), eq(accounts.username, key.toLowerCase())), isVisibleTo(viewer, db)))
        // A username may look like an id; the account with that id comes first.
        .orderBy(sql`${accounts.id} = ${key} desc`)
        .limit(1);
      return row?.id ?? null;
    },

    async hasBookmark(viewerId: string, performerId: string): Promise<boolean> {
      const rows = await db
        .select({ id: reactions.id })
        .from(reactions)
        .where(
          and(
            eq(reactions.createdBy, viewerId),
            eq(reactions.objectType, 'performer'),
            eq(reactions.objectId, performerId),
            eq(reactions.action, 'bookmark'),
          ),
        );
      return rows.length > 0;
    },

    async findSubscription(userId: string, performerId: string): Promise<SubscriptionRow | null> {
      const [row] = await db
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId)));
      return row ?? null;
    },

    /** Counts a view, once a viewer and day. */
    async countView(performerId: string, viewer: string, day: string): Promise<void> {
      await db.execute(sql`
        with added as (
          insert into ${profileViews} (performer_id, viewer, day) values (${performerId}, ${viewer}, ${day})
          on conflict do nothing returning 1
        )
        update ${performers} set stat_views = stat_views + 1
        where id = ${performerId} and exists (select 1 from added)`);
    },

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
    async addWelcomeFile(id: string, fileId: string, most: number): Promise<boolean> {
      const rows = await db
        .update(performers)
        .set({ welcomeMessageFileIds: sql`array_append(${performers.welcomeMessageFileIds}, ${fileId})` })
        .where(and(eq(performers.id, id), sql`cardinality(${performers.welcomeMessageFileIds}) < ${most}`))
        .returning({ id: performers.id });
      return rows.length > 0;
    },

    async removeWelcomeFile(id: string, fileId: string): Promise<boolean> {
      const rows = await db
        .update(performers)
        .set({ welcomeMessageFileIds: sql`array_remove(${performers.welcomeMessageFileIds}, ${fileId})` })
        .where(and(eq(performers.id, id), sql`${fileId} = any(${performers.welcomeMessageFileIds})`))
        .returning({ id: performers.id });
      return rows.length > 0;
    },

    /** Those of the ids that are categories. */
    async listCategoryIds(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const rows = await db
        .select({ id: categories.id })
        .from(categories)
        .where(inArray(categories.id, [...ids]));
      return rows.map((row) => row.id);
    },

    /**
     * Ranks creators anew: people who pay weigh most, then people who follow, then likes and views. Ours: the family
     * does not say how its score comes about.
     */
    async refreshScores(): Promise<void> {
      const score = sql`(${performers.statSubscribers} * 50 + ${performers.statFollowers} * 10
        + ${performers.statLikes} * 2 + ${performers.statViews} / 10)`;
      await db
        .update(performers)
        .set({ score })
        .where(sql`${performers.score} <> ${score}`);
    },
  };
}

export type PerformerRepository = ReturnType<typeof createPerformerRepository>;
