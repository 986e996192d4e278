import { and, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client';
import { hasRow, findRow } from '../../../../db/query-helpers';
import { accounts, formerUsernames } from '../../../../db/schema/accounts';
import type { Executor, Tx } from '../../../../db/transaction';

/** How many names an account can block by changing its username often. */
const MAX_RESERVED = 5;

export function createFormerUsernameRepository(db: Db) {
  return {
    isReservedForOther: (username: string, accountId: string | null, now: Date, tx: Executor = db) =>
      hasRow(
        tx,
        formerUsernames,
        eq(formerUsernames.username, username),
        gt(formerUsernames.heldUntil, now),
        accountId === null ? undefined : ne(formerUsernames.accountId, accountId),
      ),

    async reserve(row: typeof formerUsernames.$inferInsert, tx: Tx): Promise<void> {
      const { accountId, heldUntil, createdAt } = row;
      await tx
        .insert(formerUsernames)
        .values(row)
        .onConflictDoUpdate({ target: formerUsernames.username, set: { accountId, heldUntil, createdAt } });
      const surplus = tx
        .select({ username: formerUsernames.username })
        .from(formerUsernames)
        .where(eq(formerUsernames.accountId, accountId))
        .orderBy(desc(formerUsernames.createdAt), desc(formerUsernames.username))
        .offset(MAX_RESERVED);
      await tx.delete(formerUsernames).where(inArray(formerUsernames.username, surplus));
    },

    async remove(username: string, tx: Tx): Promise<void> {
      await tx.delete(formerUsernames).where(eq(formerUsernames.username, username));
    },

    /** Deletes reservations by deleted accounts. Their names no longer redirect, so these rows only reserve them. */
    async removeOfDeleted(now: Date): Promise<void> {
      const deleted = db.select({ id: accounts.id }).from(accounts).where(eq(accounts.status, 'deleted'));
      await db
        .delete(formerUsernames)
        .where(and(lte(formerUsernames.heldUntil, now), inArray(formerUsernames.accountId, deleted)));
    },

    findOwner: async (username: string): Promise<string | null> =>
      (await findRow(db, formerUsernames, eq(formerUsernames.username, sql`lower(${username})`)))?.accountId ?? null,
  };
}
