import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { isBlockedBy } from '../../../db/conditions';
import { findRow, getSingle, hasRows } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { conversationMembers } from '../../../db/schema/messages';
import { pushSubscriptions } from '../../../db/schema/push';
import { notifications } from '../../../db/schema/social';
import { inTransaction, type Tx } from '../../../db/transaction';
import type { PushNews } from '../../../jobs/job-data';

export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;

export function createPushRepository(db: Db) {
  return {
    list: (accountId: string): Promise<PushSubscriptionRow[]> =>
      db
        .select()
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.accountId, accountId))
        .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id)),

    find: (id: string) => findRow(db, pushSubscriptions, eq(pushSubscriptions.id, id)),

    /** A browser has one subscription, and gets messages only for the account that uses it now. */
    replace: (row: typeof pushSubscriptions.$inferInsert): Promise<PushSubscriptionRow> =>
      inTransaction(db, async (tx) => {
        const { endpoint, sessionId } = row;
        await tx
          .delete(pushSubscriptions)
          .where(or(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.sessionId, sessionId)));
        return getSingle(
          tx
            .insert(pushSubscriptions)
            .values(row)
            .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: { ...row, id: sql`excluded.id` } })
            .returning(),
        );
      }),

    remove: (accountId: string, id: string): Promise<boolean> =>
      hasRows(
        db
          .delete(pushSubscriptions)
          .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.accountId, accountId)))
          .returning({ id: pushSubscriptions.id }),
      ),

    async removeById(id: string): Promise<void> {
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
    },

    async recordSuccess(id: string, now: Date): Promise<void> {
      await db.update(pushSubscriptions).set({ lastSuccessAt: now }).where(eq(pushSubscriptions.id, id));
    },

    /** Devices of those of the accounts that are open, and to whom this news is still new. */
    listDue: (accountIds: readonly string[], { createdBy, message, notificationId }: PushNews) =>
      db
        .select({
          id: pushSubscriptions.id,
          preferences: accounts.pushPreferences,
          quietHours: accounts.quietHours,
        })
        .from(pushSubscriptions)
        .innerJoin(accounts, eq(accounts.id, pushSubscriptions.accountId))
        .where(
          and(
            inArray(accounts.id, accountIds),
            eq(accounts.status, 'active'),
            createdBy === null ? undefined : sql`not ${isBlockedBy(createdBy, accounts.id)}`,
            message && isUnreadMessage(message),
            notificationId === undefined
              ? undefined
              : sql`exists (select 1 from ${notifications} where ${notifications.id} = ${notificationId} and not ${notifications.read})`,
          ),
        ),
  };
}

export type PushRepository = ReturnType<typeof createPushRepository>;

/** A muted conversation is not pushed either. */
const isUnreadMessage = ({ conversationId, sequence }: NonNullable<PushNews['message']>) =>
  sql`exists (select 1 from ${conversationMembers} where ${conversationMembers.conversationId} = ${conversationId}
    and ${conversationMembers.accountId} = ${accounts.id} and ${conversationMembers.lastReadSequence} < ${sequence}::int
    and ${conversationMembers.mutedAt} is null)`;

/** In the order of their ids, so that parallel transactions send equal jobs. */
export const listSubscribed = async (accountIds: readonly string[], tx: Tx): Promise<string[]> => {
  const rows = await tx
    .selectDistinct({ id: pushSubscriptions.accountId })
    .from(pushSubscriptions)
    .where(sql`${pushSubscriptions.accountId} = any(${sql.param([...accountIds])}::text[])`);
  return rows.map(({ id }) => id).toSorted();
};
