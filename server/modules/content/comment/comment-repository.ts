import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { isSubscribedTo, isFollowing } from '../../../db/conditions';
import { toDirection } from '../../../db/list-query';
import { firstOrNull, hasRows, listIds, lockRow, getSingle, selectPage, findRow } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { comments, reactions } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';

export type CommentRow = typeof comments.$inferSelect;

export interface CommentAccess {
  commentsFrom: (typeof accounts.$inferSelect)['commentsFrom'];
  follows: boolean;
  subscribes: boolean;
}

type CommentPage = EndpointPart<'listComments', 'query'>;

export type CommentRepository = ReturnType<typeof createCommentRepository>;

export function createCommentRepository(db: Db) {
  return {
    insert: (row: typeof comments.$inferInsert, tx: Tx): Promise<CommentRow> =>
      getSingle(tx.insert(comments).values(row).returning()),

    find: (id: string): Promise<CommentRow | null> => findRow(db, comments, eq(comments.id, id)),

    /** @param authorId sees their own removed comments, too; null sees those of everyone */
    list({ objectType, objectId, sort, ...page }: CommentPage, authorId: string | null) {
      const isShown =
        authorId === null ? undefined : or(isNull(comments.takenDownAt), eq(comments.createdBy, authorId));
      const where = and(eq(comments.objectId, objectId), eq(comments.objectType, objectType), isShown);
      const direction = toDirection(sort);
      return selectPage(db, comments, {
        ...page,
        where,
        order: [direction(comments.createdAt), direction(comments.id)],
      });
    },

    /** @returns null if there is no such account @param viewerId null for a guest */
    findAccess(performerId: string, viewerId: string | null, now: Date): Promise<CommentAccess | null> {
      const viewer = viewerId ?? '';
      const follows = isFollowing(viewer, accounts.id);
      const subscribes = isSubscribedTo(accounts.id, viewer, now);
      const access = { commentsFrom: accounts.commentsFrom, follows, subscribes };
      return firstOrNull(db.select(access).from(accounts).where(eq(accounts.id, performerId)));
    },

    async listLiked(ids: readonly string[], accountId: string): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const isLikeOfThese = and(
        eq(reactions.createdBy, accountId),
        eq(reactions.objectType, 'comment'),
        eq(reactions.action, 'like'),
        inArray(reactions.objectId, ids),
      );
      return new Set(await listIds(db.select({ id: reactions.objectId }).from(reactions).where(isLikeOfThese)));
    },

    async setContent(id: string, content: string, now: Date): Promise<void> {
      await db.update(comments).set({ content, updatedAt: now }).where(eq(comments.id, id));
    },

    lock: (id: string, tx: Tx): Promise<CommentRow | null> => lockRow(tx, comments, eq(comments.id, id)),

    async setTakenDown(id: string, takenDownAt: Date | null, tx: Tx): Promise<void> {
      await tx
        .update(comments)
        .set({ takenDownAt, updatedAt: sql`${comments.updatedAt}` })
        .where(eq(comments.id, id));
    },

    /** @returns false if it had already been deleted */
    async remove(id: string, tx: Tx): Promise<boolean> {
      // A new reply also locks its comment. Lock in a separate statement: one that locks and deletes would not see a reply that
      // was committed while it waited.
      if (!(await lockRow(tx, comments, eq(comments.id, id)))) return false;
      const isIn = or(eq(comments.id, id), and(eq(comments.objectType, 'comment'), eq(comments.objectId, id)));
      const ids = await listIds(tx.delete(comments).where(isIn).returning({ id: comments.id }));
      await tx.delete(reactions).where(and(eq(reactions.objectType, 'comment'), inArray(reactions.objectId, ids)));
      return true;
    },

    /** Does not change `updatedAt`, because a like or reply is not an edit. @returns false if the comment was deleted */
    count(id: string, counter: 'totalLike' | 'totalReply', step: 1 | -1, tx: Tx): Promise<boolean> {
      const change = {
        [counter]: sql`greatest(0, ${comments[counter]} + ${step})`,
        updatedAt: sql`${comments.updatedAt}`,
      };
      return hasRows(tx.update(comments).set(change).where(eq(comments.id, id)).returning({ id: comments.id }));
    },
  };
}
