import { and, desc, eq, gt, inArray, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import { openStatuses } from '../../../../access';
import type { Db } from '../../../../db/client';
import { accounts, oneTimeTokens, sessions } from '../../../../db/schema/accounts';
import type { Executor } from '../../../../db/transaction';
import { firstOrNull, findRow } from '../../../../db/query-helpers';

export type SessionRow = typeof sessions.$inferSelect;
export type SessionActorRow = Awaited<ReturnType<ReturnType<typeof selectActor>['execute']>>[number];

const byHash = eq(sessions.tokenHash, sql.placeholder('hash'));
const byFormerHash = and(
  eq(sessions.previousHash, sql.placeholder('hash')),
  gt(sessions.previousUntil, sql.placeholder('now')),
);

const selectActor = (db: Db, where: SQL | undefined) =>
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

export function createSessionRepository(db: Db) {
  // Prepared, because every request runs these. Both look up a unique hash.
  const current = selectActor(db, byHash).prepare('find_session');
  const former = selectActor(db, byFormerHash).prepare('find_former_session');

  return {
    findByHash: (hash: string, now: Date) => firstOrNull(current.execute({ hash, now })),

    /** Finds the session by its token from before the last confirmation, while that is still valid. */
    findByFormerHash: (hash: string, now: Date) => firstOrNull(former.execute({ hash, now })),

    findProof: async (id: string, tx: Executor = db): Promise<Date | null> =>
      (await findRow(tx, sessions, eq(sessions.id, id)))?.provedAt ?? null,

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

    removeByHash: (hash: string, tx: Executor = db) =>
      remove(tx, or(eq(sessions.tokenHash, hash), eq(sessions.previousHash, hash))),

    removeOne: (accountId: string, id: string, tx: Executor = db) =>
      remove(tx, and(eq(sessions.accountId, accountId), eq(sessions.id, id))),

    removeOfAccount: (accountId: string, keepId: string | null, tx: Executor = db) =>
      remove(tx, and(eq(sessions.accountId, accountId), keepId === null ? undefined : ne(sessions.id, keepId))),

    async removeExpired(now: Date): Promise<void> {
      await db.delete(sessions).where(lt(sessions.expiresAt, now));
      await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, now));
    },
  };
}

const remove = (tx: Executor, where: SQL | undefined): Promise<{ id: string }[]> =>
  tx.delete(sessions).where(where).returning({ id: sessions.id });
