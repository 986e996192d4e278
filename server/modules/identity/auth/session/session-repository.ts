import { and, desc, eq, gt, inArray, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { openStatuses } from '../../../../access';
import type { Db } from '../../../../db/client';
import { accounts, oneTimeTokens, sessions } from '../../../../db/schema/accounts';
import type { Executor } from '../../../../db/transaction';
import { firstOrNull, findRow } from '../../../../db/query-helpers';

export type SessionRow = typeof sessions.$inferSelect;

/** Log-ins and who they belong to. */
export function createSessionRepository(db: Db) {
  const find = (where: SQL | undefined) =>
    db
      .select({
        sessionId: sessions.id,
        lastUsedAt: sessions.lastUsedAt,
        provedAt: sessions.provedAt,
        id: accounts.id,
        kind: accounts.kind,
        status: accounts.status,
        roles: accounts.roles,
        name: accounts.name,
        username: accounts.username,
      })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.id, sessions.accountId))
      .where(and(where, gt(sessions.expiresAt, sql.placeholder('now')), inArray(accounts.status, openStatuses)));
  const isHash = sql.placeholder('hash');
  // Asked on every call: prepared once, one look-up by the unique hash.
  const byHash = find(eq(sessions.tokenHash, isHash)).prepare('find_session');
  const byFormerHash = find(
    and(eq(sessions.previousHash, isHash), gt(sessions.previousUntil, sql.placeholder('now'))),
  ).prepare('find_former_session');

  return {
    findByHash: (hash: string, now: Date) => firstOrNull(byHash.execute({ hash, now })),

    /** By the token before the last proof, for the moment that it still works. */
    findByFormerHash: (hash: string, now: Date) => firstOrNull(byFormerHash.execute({ hash, now })),

    /** When the session's owner last proved who they are; null for one that ended. */
    findProof: async (id: string, tx: Executor = db): Promise<Date | null> =>
      (await findRow(tx, sessions, eq(sessions.id, id)))?.provedAt ?? null,

    /** Goes on under another token. @returns the session; null when it ended meanwhile. */
    renew: (
      id: string,
      { tokenHash, now, previousUntil }: { tokenHash: string; now: Date; previousUntil: Date },
    ): Promise<SessionRow | null> =>
      firstOrNull(
        db
          .update(sessions)
          .set({ tokenHash, previousHash: sql`${sessions.tokenHash}`, previousUntil, provedAt: now })
          .where(eq(sessions.id, id))
          .returning(),
      ),

    /** The last used first. */
    listOfAccount: (accountId: string, now: Date, tx: Executor = db): Promise<SessionRow[]> =>
      tx
        .select()
        .from(sessions)
        .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now)))
        .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt)),

    listOpen: (ids: readonly string[], now: Date) =>
      db
        .select({ id: sessions.id })
        .from(sessions)
        .innerJoin(accounts, eq(accounts.id, sessions.accountId))
        .where(and(inArray(sessions.id, ids), gt(sessions.expiresAt, now), inArray(accounts.status, openStatuses))),

    async insert(row: typeof sessions.$inferInsert, tx: Executor = db): Promise<void> {
      await tx.insert(sessions).values(row);
    },

    async touch(id: string, now: Date): Promise<void> {
      await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, id));
    },

    /** @returns ids of the sessions that ended. */
    removeByHash: (hash: string, tx: Executor = db) =>
      tx
        .delete(sessions)
        .where(or(eq(sessions.tokenHash, hash), eq(sessions.previousHash, hash)))
        .returning({ id: sessions.id }),

    /** @returns ids of the sessions that ended. */
    removeOne: (accountId: string, id: string, tx: Executor = db) =>
      tx
        .delete(sessions)
        .where(and(eq(sessions.accountId, accountId), eq(sessions.id, id)))
        .returning({ id: sessions.id }),

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
