import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { accounts, performers } from '../../../db/schema/accounts';
import { comments, follows, notifications, reactions } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';

/** Rows per transaction. More would exceed the time and parameter limits of a statement. */
export const BATCH_SIZE = 500;

type FollowRow = typeof follows.$inferSelect;

/** Removes an account's rows from tables in which it can have any number, one batch per call. Each call can be repeated. */
export const batchedRemoval = {
  async removeReactions(accountId: string, tx: Tx) {
    const batch = tx
      .select({ id: reactions.id })
      .from(reactions)
      .where(eq(reactions.createdBy, accountId))
      .limit(BATCH_SIZE)
      .for('update');
    return tx.delete(reactions).where(inArray(reactions.id, batch)).returning();
  },

  /** Also removes replies and reactions to the comments. @returns those comments that another target's counter includes */
  async removeComments(accountId: string, tx: Tx) {
    const batch = await tx
      .select()
      .from(comments)
      .where(eq(comments.createdBy, accountId))
      .limit(BATCH_SIZE)
      .for('update');
    if (batch.length === 0) return [];
    const ids = batch.map((row) => row.id);
    const isReply = and(eq(comments.objectType, 'comment'), inArray(comments.objectId, ids));
    const removed = await tx
      .delete(comments)
      .where(or(inArray(comments.id, ids), isReply))
      .returning({ id: comments.id });
    const removedIds = removed.map((row) => row.id);
    await tx.delete(reactions).where(and(eq(reactions.objectType, 'comment'), inArray(reactions.objectId, removedIds)));
    // Only its parent comment counts a reply. If that is removed too, no counter has to be updated.
    return batch.filter((row) => row.objectType !== 'comment' || !ids.includes(row.objectId));
  },

  /** @returns the number of removed rows */
  async removeFollows(accountId: string, tx: Tx): Promise<number> {
    const rows = await removeFollowBatch(follows.followerId, accountId, tx);
    const followedIds = rows.map((row) => row.followingId);
    if (rows.length > 0)
      await tx
        .update(performers)
        .set({ statFollowers: sql`greatest(0, ${performers.statFollowers} - 1)` })
        .where(inArray(performers.id, followedIds));
    return rows.length;
  },

  /** @returns the number of removed rows */
  async removeFollowers(accountId: string, tx: Tx): Promise<number> {
    const rows = await removeFollowBatch(follows.followingId, accountId, tx);
    if (rows.length === 0) return 0;
    const followerIds = rows.map((row) => row.followerId);
    await tx
      .update(performers)
      .set({ statFollowers: sql`greatest(0, ${performers.statFollowers} - ${rows.length})` })
      .where(eq(performers.id, accountId));
    await tx
      .update(accounts)
      .set({ statFollowing: sql`greatest(0, ${accounts.statFollowing} - 1)`, updatedAt: sql`${accounts.updatedAt}` })
      .where(inArray(accounts.id, followerIds));
    return rows.length;
  },

  /** Also removes notifications that the account caused. @returns the number of removed rows */
  async removeNotifications(accountId: string, tx: Tx): Promise<number> {
    const batch = tx
      .select({ id: notifications.id })
      .from(notifications)
      .where(or(eq(notifications.userId, accountId), eq(notifications.createdBy, accountId)))
      .limit(BATCH_SIZE)
      .for('update');
    const removed = await tx
      .delete(notifications)
      .where(inArray(notifications.id, batch))
      .returning({ id: notifications.id });
    return removed.length;
  },
};

async function removeFollowBatch(
  side: typeof follows.followerId | typeof follows.followingId,
  accountId: string,
  tx: Tx,
): Promise<FollowRow[]> {
  const batch = tx.select({ id: follows.id }).from(follows).where(eq(side, accountId)).limit(BATCH_SIZE).for('update');
  return tx.delete(follows).where(inArray(follows.id, batch)).returning();
}
