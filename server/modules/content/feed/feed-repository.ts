import { and, asc, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { getSingle, findRow } from '../../../db/query-helpers';
import { feedPosts, polls, votes } from '../../../db/schema/feeds';
import { items } from '../../../db/schema/items';
import type { Executor, Tx } from '../../../db/transaction';
import { groupBy } from '../../../lib/group-by';

export type PollRow = typeof polls.$inferSelect;

export interface FeedExtra extends Omit<typeof feedPosts.$inferSelect, 'id'> {
  polls: PollRow[];
}

export type FeedRepository = ReturnType<typeof createFeedRepository>;

export function createFeedRepository(db: Db) {
  return {
    async listExtras(ids: readonly string[], tx: Executor = db): Promise<Map<string, FeedExtra>> {
      const rows = await tx.select().from(feedPosts).where(inArray(feedPosts.id, ids));
      const answers = await tx.select().from(polls).where(inArray(polls.feedId, ids)).orderBy(asc(polls.position));
      const pollsByFeed = groupBy(answers, ({ feedId }) => feedId);
      return new Map(rows.map(({ id, ...row }) => [id, { ...row, polls: pollsByFeed.get(id) ?? [] }]));
    },

    insertPoll: (row: typeof polls.$inferInsert): Promise<PollRow> =>
      getSingle(db.insert(polls).values(row).returning()),

    findPoll: (id: string, tx: Executor = db): Promise<PollRow | null> => findRow(tx, polls, eq(polls.id, id)),

    async findPollEnd(feedId: string, tx: Tx): Promise<Date | null> {
      const [row] = await tx.select({ at: feedPosts.pollExpiredAt }).from(feedPosts).where(eq(feedPosts.id, feedId));
      return row?.at ?? null;
    },

    /**
     * Attaches polls to a post, in this order. Its polls that are no longer listed are deleted with their votes.
     *
     * @returns false if one belongs to another creator or another post
     */
    async attachPolls(feedId: string, performerId: string, pollIds: readonly string[], tx: Tx): Promise<boolean> {
      const mine = and(eq(polls.performerId, performerId), or(isNull(polls.feedId), eq(polls.feedId, feedId)));
      for (const [position, id] of pollIds.entries()) {
        const rows = await tx
          .update(polls)
          .set({ feedId, position })
          .where(and(eq(polls.id, id), mine))
          .returning({ id: polls.id });
        if (rows.length === 0) return false;
      }
      await tx.delete(polls).where(and(eq(polls.feedId, feedId), notInArray(polls.id, [...pollIds])));
      return true;
    },

    /** @returns false if the account has already voted on this post */
    async insertVote(row: typeof votes.$inferInsert, tx: Tx): Promise<boolean> {
      const rows = await tx.insert(votes).values(row).onConflictDoNothing().returning({ pollId: votes.pollId });
      if (rows.length === 0) return false;
      await tx
        .update(polls)
        .set({ totalVote: sql`${polls.totalVote} + 1` })
        .where(eq(polls.id, row.pollId));
      // Does not change `updatedAt`, because a vote is not an edit.
      await tx
        .update(items)
        .set({ totalVote: sql`${items.totalVote} + 1`, updatedAt: sql`${items.updatedAt}` })
        .where(eq(items.id, row.feedId));
      return true;
    },
  };
}
