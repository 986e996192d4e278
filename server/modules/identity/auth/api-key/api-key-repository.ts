import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { openStatuses } from '../../../../access';
import type { Db } from '../../../../db/client';
import { firstOrNull } from '../../../../db/query-helpers';
import { accounts } from '../../../../db/schema/accounts';
import { apiKeys } from '../../../../db/schema/api-keys';
import type { Executor, Tx } from '../../../../db/transaction';

export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type ApiKeyRepository = ReturnType<typeof createApiKeyRepository>;

export function createApiKeyRepository(db: Db) {
  const byHash = db
    .select({
      keyId: apiKeys.id,
      scopes: apiKeys.scopes,
      lastUsedAt: apiKeys.lastUsedAt,
      id: accounts.id,
      kind: accounts.kind,
      status: accounts.status,
      name: accounts.name,
      username: accounts.username,
    })
    .from(apiKeys)
    .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
    .where(
      and(
        eq(apiKeys.keyHash, sql.placeholder('hash')),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql.placeholder('now'))),
        inArray(accounts.status, openStatuses),
      ),
    )
    .prepare('find_api_key');

  return {
    findByHash: (hash: string, now: Date) => firstOrNull(byHash.execute({ hash, now })),

    listOfAccount: (accountId: string, now: Date, tx: Executor = db): Promise<ApiKeyRow[]> =>
      tx
        .select()
        .from(apiKeys)
        .where(and(eq(apiKeys.accountId, accountId), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now))))
        .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id)),

    async insert(row: ApiKeyRow, tx: Tx): Promise<void> {
      await tx.insert(apiKeys).values(row);
    },

    async touch(id: string, now: Date): Promise<void> {
      await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id));
    },

    removeOne: (accountId: string, id: string): Promise<{ id: string } | null> =>
      firstOrNull(
        db
          .delete(apiKeys)
          .where(and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, id)))
          .returning({ id: apiKeys.id }),
      ),

    removeOfAccount: (accountId: string, tx: Executor = db): Promise<{ id: string }[]> =>
      tx.delete(apiKeys).where(eq(apiKeys.accountId, accountId)).returning({ id: apiKeys.id }),

    async removeExpired(now: Date): Promise<void> {
      await db.delete(apiKeys).where(lte(apiKeys.expiresAt, now));
    },
  };
}
