import { and, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client';
import { accounts, formerUsernames } from '../../../../db/schema/accounts';
import type { Executor } from '../../../../db/transaction';
import { hasRow } from '../../../../db/rows';

/** Names kept for one account: who changes often cannot keep ever more of them from others. */
const MOST_KEPT = 5;

/** Usernames that were given up and still lead to who had them. */
export function createFormerUsernameRepository(db: Db) {
  return {
    /** Whether somebody else gave the name up too short ago for it to be had. */
    isHeldByOther: (username: string, accountId: string | null, now: Date, tx: Executor = db) =>
      hasRow(
        tx,
        formerUsernames,
        eq(formerUsernames.username, username),
        gt(formerUsernames.heldUntil, now),
        accountId === null ? undefined : ne(formerUsernames.accountId, accountId),
      ),

    /** Keeps a name that its account gave up. */
    async keep(row: typeof formerUsernames.$inferInsert, tx: Executor = db): Promise<void> {
      const { accountId, heldUntil, createdAt } = row;
      await tx
        .insert(formerUsernames)
        .values(row)
        .onConflictDoUpdate({ target: formerUsernames.username, set: { accountId, heldUntil, createdAt } });
      const kept = tx
        .select({ username: formerUsernames.username })
        .from(formerUsernames)
        .where(eq(formerUsernames.accountId, accountId))
        .orderBy(desc(formerUsernames.createdAt), desc(formerUsernames.username))
        .offset(MOST_KEPT);
      await tx.delete(formerUsernames).where(inArray(formerUsernames.username, kept));
    },

    /** The name is in use again: it leads to nobody else any more. */
    async forget(username: string, tx: Executor = db): Promise<void> {
      await tx.delete(formerUsernames).where(eq(formerUsernames.username, username));
    },

    /** Names of deleted accounts lead nowhere: once anybody may take them there is nothing to keep. */
    async forgetOfDeleted(now: Date): Promise<void> {
      const deleted = db.select({ id: accounts.id }).from(accounts).where(eq(accounts.status, 'deleted'));
      await db
        .delete(formerUsernames)
        .where(and(lte(formerUsernames.heldUntil, now), inArray(formerUsernames.accountId, deleted)));
    },

    /** Whose name it was, however long ago; null when it was nobody's, or was taken since. */
    async findOwner(username: string, tx: Executor = db): Promise<string | null> {
      const [row] = await tx
        .select({ accountId: formerUsernames.accountId })
        .from(formerUsernames)
        .where(eq(formerUsernames.username, sql`lower(${username})`));
      return row?.accountId ?? null;
    },
  };
}
