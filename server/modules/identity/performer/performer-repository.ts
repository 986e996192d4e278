import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { performers } from '../../../db/schema/accounts';
import { categories } from '../../../db/schema/site';
import type { Executor, Tx } from '../../../db/transaction';
import { hasRows, listIds, lockRow } from '../../../db/query-helpers';

export type PerformerColumns = Partial<Omit<typeof performers.$inferInsert, 'id'>>;
export type PerformerRepository = ReturnType<typeof createPerformerRepository>;

export function createPerformerRepository(db: Db) {
  return {
    lock: (id: string, tx: Tx) => lockRow(tx, performers, eq(performers.id, id)),

    async update(id: string, columns: PerformerColumns, tx: Executor = db): Promise<void> {
      if (Object.values(columns).every((value) => value === undefined)) return;
      await tx.update(performers).set(columns).where(eq(performers.id, id));
    },

    /** Changes some fields of a JSON column and keeps the others; null removes a field. */
    async merge(
      id: string,
      column: 'body' | 'payoutSettings',
      members: Record<string, unknown>,
      tx: Executor = db,
    ): Promise<void> {
      if (Object.keys(members).length === 0) return;
      const merged = sql`jsonb_strip_nulls(${performers[column]} || ${JSON.stringify(members)}::jsonb)`;
      await tx
        .update(performers)
        .set({ [column]: merged })
        .where(eq(performers.id, id));
    },

    /** @returns false if it already has `max` files */
    addWelcomeFile: (id: string, fileId: string, max: number) =>
      hasRows(
        db
          .update(performers)
          .set({ welcomeMessageFileIds: sql`array_append(${performers.welcomeMessageFileIds}, ${fileId})` })
          .where(and(eq(performers.id, id), sql`cardinality(${performers.welcomeMessageFileIds}) < ${max}`))
          .returning({ id: performers.id }),
      ),

    removeWelcomeFile: (id: string, fileId: string) =>
      hasRows(
        db
          .update(performers)
          .set({ welcomeMessageFileIds: sql`array_remove(${performers.welcomeMessageFileIds}, ${fileId})` })
          .where(and(eq(performers.id, id), sql`${fileId} = any(${performers.welcomeMessageFileIds})`))
          .returning({ id: performers.id }),
      ),

    /** Omits ids that are not categories. */
    async listCategoryIds(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      return listIds(db.select({ id: categories.id }).from(categories).where(inArray(categories.id, ids)));
    },
  };
}
