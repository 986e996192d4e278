import { and, asc, eq, lte } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { accounts } from '../../../db/schema/accounts';
import type { Executor, Tx } from '../../../db/transaction';

export type AccountRow = typeof accounts.$inferSelect;

/** Accounts on their way out. */
export function createDeletionRepository(db: Db) {
  return {
    async find(id: string, tx: Executor = db): Promise<AccountRow | null> {
      const [row] = await tx.select().from(accounts).where(eq(accounts.id, id));
      return row ?? null;
    },

    async lock(id: string, tx: Tx): Promise<AccountRow | null> {
      const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('update');
      return row ?? null;
    },

    async update(id: string, change: Pick<AccountRow, 'status' | 'deletionAt'>, tx: Tx): Promise<void> {
      await tx.update(accounts).set(change).where(eq(accounts.id, id));
    },

    /** Whose time of grace is over. */
    async listDue(now: Date): Promise<string[]> {
      const rows = await db
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(lte(accounts.deletionAt, now)))
        .orderBy(asc(accounts.deletionAt));
      return rows.map((row) => row.id);
    },
  };
}
