import { and, asc, eq, exists, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { performers } from '../../../db/schema/accounts';
import { feedFiles, feeds, polls, votes } from '../../../db/schema/feeds';
import { files } from '../../../db/schema/files';
import { purchases } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';

export type FeedRow = typeof feeds.$inferSelect;
export type PollRow = typeof polls.$inferSelect;
type FileRow = typeof files.$inferSelect;
export type NewFeed = typeof feeds.$inferInsert;

/** A post with everything that belongs to it, the same for every viewer. */
export interface FeedParts {
  row: FeedRow;
  /** In the order its creator gave them. */
  files: FileRow[];
  thumbnail: FileRow | null;
  teaser: FileRow | null;
  polls: PollRow[];
}

/** What a post adds to its creator's counters. */
export interface FeedCounts {
  feeds: number;
  photos: number;
  videos: number;
}

export type FeedRepository = ReturnType<typeof createFeedRepository>;

export function createFeedRepository(db: Db) {
  async function listFiles(ids: readonly string[], tx: Executor) {
    const rows = await tx
      .select({ feedId: feedFiles.feedId, file: files })
      .from(feedFiles)
      .innerJoin(files, eq(files.id, feedFiles.fileId))
      .where(inArray(feedFiles.feedId, [...ids]))
      .orderBy(asc(feedFiles.position));
    return groupByFeed(rows);
  }

  async function listPolls(ids: readonly string[], tx: Executor) {
    const rows = await tx
      .select()
      .from(polls)
      .where(inArray(polls.feedId, [...ids]))
      .orderBy(asc(polls.position));
    return groupByFeed(rows);
  }

  async function listPreviews(rows: readonly FeedRow[], tx: Executor) {
    const ids = rows.flatMap((row) => [row.thumbnailId, row.teaserId]).filter((id) => id !== null);
    if (ids.length === 0) return new Map<string, FileRow>();
    const found = await tx.select().from(files).where(inArray(files.id, ids));
    return new Map(found.map((file) => [file.id, file]));
  }

  return {
    /** At most four queries for any number of posts; unknown ids are absent. */
    async listParts(ids: readonly string[], tx: Executor = db): Promise<FeedParts[]> {
      if (ids.length === 0) return [];
      const [rows, filesOf, pollsOf] = await Promise.all([
        tx
          .select()
          .from(feeds)
          .where(inArray(feeds.id, [...ids])),
        listFiles(ids, tx),
        listPolls(ids, tx),
      ]);
      const previews = await listPreviews(rows, tx);
      return rows.map((row) => ({
        row,
        files: (filesOf.get(row.id) ?? []).map(({ file }) => file),
        thumbnail: previews.get(row.thumbnailId ?? '') ?? null,
        teaser: previews.get(row.teaserId ?? '') ?? null,
        polls: pollsOf.get(row.id) ?? [],
      }));
    },

    /** By id or slug. */
    async findByKey(key: string, tx: Executor = db): Promise<FeedRow | null> {
      const [row] = await tx
        .select()
        .from(feeds)
        .where(or(eq(feeds.id, key), eq(feeds.slug, key)));
      return row ?? null;
    },

    /** The post, kept from changing until the transaction ends. */
    async lock(id: string, tx: Tx): Promise<FeedRow | null> {
      const [row] = await tx.select().from(feeds).where(eq(feeds.id, id)).for('update');
      return row ?? null;
    },

    /** The post by id, kept as it is until the transaction ends; any number of buyers may hold it at once. */
    async hold(id: string, tx: Tx): Promise<FeedRow | null> {
      const [row] = await tx.select().from(feeds).where(eq(feeds.id, id)).for('share');
      return row ?? null;
    },

    /** @returns null when the slug is taken. */
    async insert(row: NewFeed, tx: Tx): Promise<FeedRow | null> {
      const [stored] = await tx.insert(feeds).values(row).onConflictDoNothing({ target: feeds.slug }).returning();
      return stored ?? null;
    },

    async update(id: string, change: Partial<NewFeed>, tx: Tx): Promise<void> {
      await tx.update(feeds).set(change).where(eq(feeds.id, id));
    },

    async remove(id: string, tx: Tx): Promise<void> {
      await tx.delete(feeds).where(eq(feeds.id, id));
    },

    async replaceFiles(feedId: string, fileIds: readonly string[], tx: Tx): Promise<void> {
      await tx.delete(feedFiles).where(eq(feedFiles.feedId, feedId));
      if (fileIds.length === 0) return;
      await tx.insert(feedFiles).values(fileIds.map((fileId, position) => ({ feedId, fileId, position })));
    },

    /** Which of these files a post other than `feedId` holds already. */
    async listTakenFiles(fileIds: readonly string[], feedId: string, tx: Tx): Promise<string[]> {
      if (fileIds.length === 0) return [];
      const rows = await tx
        .select({ id: feedFiles.fileId })
        .from(feedFiles)
        .where(and(inArray(feedFiles.fileId, [...fileIds]), ne(feedFiles.feedId, feedId)));
      return rows.map((row) => row.id);
    },

    /** Posts that hold or show a file. */
    async listOfFile(fileId: string, tx: Tx): Promise<FeedRow[]> {
      const holding = tx.select({ id: feedFiles.feedId }).from(feedFiles).where(eq(feedFiles.fileId, fileId));
      return tx
        .select()
        .from(feeds)
        .where(or(inArray(feeds.id, holding), eq(feeds.thumbnailId, fileId), eq(feeds.teaserId, fileId)))
        .for('update');
    },

    async isSold(id: string, tx: Executor = db): Promise<boolean> {
      const [row] = await tx
        .select({ userId: purchases.userId })
        .from(purchases)
        .where(and(eq(purchases.target, 'feed'), eq(purchases.targetId, id)))
        .limit(1);
      return row !== undefined;
    },

    /** Posts whose time has come, each to one process only. */
    listDue: (now: Date, tx: Tx): Promise<FeedRow[]> => {
      const isApproved = exists(
        tx
          .select({ one: sql`1` })
          .from(performers)
          .where(and(eq(performers.id, feeds.performerId), performers.verifiedDocument)),
      );
      return tx
        .select()
        .from(feeds)
        .where(and(eq(feeds.isSchedule, true), eq(feeds.status, 'inactive'), lte(feeds.scheduleAt, now), isApproved))
        .orderBy(asc(feeds.scheduleAt))
        .limit(500)
        .for('update', { skipLocked: true });
    },

    async addToCounters(performerId: string, { feeds: posts, photos, videos }: FeedCounts, tx: Tx): Promise<void> {
      if (posts === 0 && photos === 0 && videos === 0) return;
      await tx
        .update(performers)
        .set({
          statFeeds: sql`greatest(0, ${performers.statFeeds} + ${posts})`,
          statPhotos: sql`greatest(0, ${performers.statPhotos} + ${photos})`,
          statVideos: sql`greatest(0, ${performers.statVideos} + ${videos})`,
        })
        .where(eq(performers.id, performerId));
    },

    async insertPoll(row: typeof polls.$inferInsert, tx: Executor = db): Promise<PollRow> {
      const [stored] = await tx.insert(polls).values(row).returning();
      return stored as PollRow;
    },

    async findPoll(id: string, tx: Executor = db): Promise<PollRow | null> {
      const [row] = await tx.select().from(polls).where(eq(polls.id, id));
      return row ?? null;
    },

    /**
     * Makes these the answers of a post, in this order; answers no longer named go, with their votes.
     *
     * @returns false when one of them is not the creator's, or belongs to another post.
     */
    async attachPolls(feedId: string, performerId: string, pollIds: readonly string[], tx: Tx): Promise<boolean> {
      const named = [...pollIds];
      const mine = and(eq(polls.performerId, performerId), or(isNull(polls.feedId), eq(polls.feedId, feedId)));
      for (const [position, id] of named.entries()) {
        const rows = await tx
          .update(polls)
          .set({ feedId, position })
          .where(and(eq(polls.id, id), mine))
          .returning({ id: polls.id });
        if (rows.length === 0) return false;
      }
      await tx
        .delete(polls)
        .where(
          and(eq(polls.feedId, feedId), named.length > 0 ? sql`${polls.id} <> all(${sql.param(named)})` : undefined),
        );
      return true;
    },

    /** @returns false when this person has voted on the post before. */
    async insertVote(row: typeof votes.$inferInsert, tx: Tx): Promise<boolean> {
      const rows = await tx.insert(votes).values(row).onConflictDoNothing().returning({ pollId: votes.pollId });
      if (rows.length === 0) return false;
      await tx
        .update(polls)
        .set({ totalVote: sql`${polls.totalVote} + 1` })
        .where(eq(polls.id, row.pollId));
      // A vote is not a change of the post: its place among the creator's last changed stays.
      await tx
        .update(feeds)
        .set({ totalVote: sql`${feeds.totalVote} + 1`, updatedAt: sql`${feeds.updatedAt}` })
        .where(eq(feeds.id, row.feedId));
      return true;
    },
  };
}

function groupByFeed<T extends { feedId: string | null }>(rows: readonly T[]): Map<string | null, T[]> {
  const groups = new Map<string | null, T[]>();
  for (const row of rows) {
    const group = groups.get(row.feedId);
    if (group) group.push(row);
    else groups.set(row.feedId, [row]);
  }
  return groups;
}
