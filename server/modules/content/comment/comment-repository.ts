import { and, eq, exists, gt, inArray, or, sql } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { directionOf } from '../../../db/list-query';
import { accounts } from '../../../db/schema/accounts';
import { subscriptions } from '../../../db/schema/money';
import { comments, follows, reactions } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';
import type { CommentAccess } from './comment-policy';

export type CommentRow = typeof comments.$inferSelect;

type CommentPage = EndpointPart<'listComments', 'query'>;

export function createCommentRepository(db: Db) {
  return {
    async insert(row: typeof comments.$inferInsert, tx: Tx): Promise<CommentRow> {
      const [stored] = await tx.insert(comments).values(row).returning();
      return stored as CommentRow;
    },

    async find(id: string): Promise<CommentRow | null> {
      const [row] = await db.select().from(comments).where(eq(comments.id, id));
      return row ?? null;
    },

    async list({ objectType, objectId, sort, limit, offset }: CommentPage) {
      const where = and(eq(comments.objectId, objectId), eq(comments.objectType, objectType));
      const direction = directionOf(sort);
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(comments)
          .where(where)
          .orderBy(direction(comments.createdAt), direction(comments.id))
          .limit(limit)
          .offset(offset),
        db.$count(comments, where),
      ]);
      return { rows, total };
    },

    /** Whom a creator takes comments from, and how a viewer (null: a guest) stands to them; null without such an account. */
    async findAccess(performerId: string, viewerId: string | null, now: Date): Promise<CommentAccess | null> {
      const isFollowing = and(eq(follows.followerId, viewerId ?? ''), eq(follows.followingId, accounts.id));
      const isRunning = and(
        eq(subscriptions.userId, viewerId ?? ''),
        eq(subscriptions.performerId, accounts.id),
        gt(subscriptions.expiredAt, now),
      );
      const one = { one: sql`1` };
      const [row] = await db
        .select({
          commentsFrom: accounts.commentsFrom,
          follows: sql<boolean>`${exists(db.select(one).from(follows).where(isFollowing))}`,
          subscribes: sql<boolean>`${exists(db.select(one).from(subscriptions).where(isRunning))}`,
        })
        .from(accounts)
        .where(eq(accounts.id, performerId));
      return row ?? null;
    },

    /** Which of these comments somebody likes. */
    async listLiked(ids: readonly string[], accountId: string): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db
        .select({ id: reactions.objectId })
        .from(reactions)
        .where(
          and(
            eq(reactions.createdBy, accountId),
            eq(reactions.objectType, 'comment'),
            eq(reactions.action, 'like'),
            inArray(reactions.objectId, ids),
          ),
        );
      return new Set(rows.map((row) => row.id));
    },

    async setContent(id: string, content: string, now: Date): Promise<void> {
      await db.update(comments).set({ content, updatedAt: now }).where(eq(comments.id, id));
    },

    /** Deletes a comment with all answers to it and what people thought of them. @returns false when it was gone. */
    async remove(id: string, tx: Tx): Promise<boolean> {
      const rows = await tx
        .delete(comments)
        .where(or(eq(comments.id, id), and(eq(comments.objectType, 'comment'), eq(comments.objectId, id))))
        .returning({ id: comments.id });
      const ids = rows.map((row) => row.id);
      if (ids.length === 0) return false;
      await tx.delete(reactions).where(and(eq(reactions.objectType, 'comment'), inArray(reactions.objectId, ids)));
      return true;
    },

    /** Counts a like or an answer more or less, which is no change of the comment. @returns false when it is gone. */
    async count(id: string, counter: 'totalLike' | 'totalReply', step: 1 | -1, tx: Tx): Promise<boolean> {
      const rows = await tx
        .update(comments)
        .set({ [counter]: sql`greatest(0, ${comments[counter]} + ${step})`, updatedAt: sql`${comments.updatedAt}` })
        .where(eq(comments.id, id))
        .returning({ id: comments.id });
      return rows.length > 0;
    },
  };
}
