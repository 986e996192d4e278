import { asc, eq, lte } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { listIds, lockRow, findRow } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import type { Tx } from '../../../db/transaction';

export type AccountRow = typeof accounts.$inferSelect;
export type DeletionRepository = ReturnType<typeof createDeletionRepository>;

export function createDeletionRepository(db: Db) {
  return {
    find: (id: string): Promise<AccountRow | null> => findRow(db, accounts, eq(accounts.id, id)),

    lock: (id: string, tx: Tx): Promise<AccountRow | null> => lockRow(tx, accounts, eq(accounts.id, id)),

    async update(id: string, change: Pick<AccountRow, 'status' | 'deletionAt'>, tx: Tx): Promise<void> {
      await tx.update(accounts).set(change).where(eq(accounts.id, id));
    },

    listDue: (now: Date): Promise<string[]> =>
      listIds(
        db
          .select({ id: accounts.id })
          .from(accounts)
          .where(lte(accounts.deletionAt, now))
          .orderBy(asc(accounts.deletionAt)),
      ),
  };
}
