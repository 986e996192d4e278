import { and, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { accounts, oneTimeTokens, sessions } from '../../db/schema/accounts';
import type { Executor } from '../../db/transaction';

export type SessionRow = typeof sessions.$inferSelect;

/** Log-ins and who they belong to. */
export function createSessionRepository(db: Db) {
  // Asked on every call: prepared once, one look-up by the unique hash.
  const byHash = db
    .select({
      sessionId: sessions.id,
      lastUsedAt: sessions.lastUsedAt,
      id: accounts.id,
      kind: accounts.kind,
      roles: accounts.roles,
      name: accounts.name,
      username: accounts.username,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('hash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        eq(accounts.status, 'active'),
      ),
    )
    .prepare('find_session');

  return {
    async findByHash(hash: string, now: Date) {
      const [row] = await byHash.execute({ hash, now });
      return row;
    },

    listOpen: (ids: readonly string[], now: Date) =>
      db
        .select({ id: sessions.id })
        .from(sessions)
        .innerJoin(accounts, eq(accounts.id, sessions.accountId))
        .where(and(inArray(sessions.id, [...ids]), gt(sessions.expiresAt, now), eq(accounts.status, 'active'))),

    async insert(row: typeof sessions.$inferInsert, tx: Executor = db): Promise<SessionRow> {
      const [inserted] = await tx.insert(sessions).values(row).returning();
      return inserted as SessionRow;
    },

    async touch(id: string, now: Date): Promise<void> {
      await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, id));
    },

    /** @returns ids of the sessions that ended. */
    removeByHash: (hash: string, tx: Executor = db) =>
      tx.delete(sessions).where(eq(sessions.tokenHash, hash)).returning({ id: sessions.id }),

    /** Ends an account's sessions, but for `keepId`. @returns ids of the sessions that ended. */
    removeOfAccount: (accountId: string, keepId: string | null, tx: Executor = db) =>
      tx
        .delete(sessions)
        .where(and(eq(sessions.accountId, accountId), keepId === null ? undefined : ne(sessions.id, keepId)))
        .returning({ id: sessions.id }),

    /** Clears away log-ins and mailed links that have expired. */
    async removeExpired(now: Date): Promise<void> {
      await db.delete(sessions).where(lt(sessions.expiresAt, now));
      await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, now));
    },
  };
}
