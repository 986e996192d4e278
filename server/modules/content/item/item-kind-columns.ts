import { inArray } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import type { Executor, Tx } from '../../../db/transaction';

export function createKindColumns<T extends PgTable & { id: PgColumn }>(db: Db, table: T) {
  type Extra = Omit<T['$inferSelect'], 'id'>;
  return {
    async listExtras(ids: readonly string[], tx: Executor = db): Promise<Map<string, Extra>> {
      const from: PgTable = table;
      const rows = (await tx.select().from(from).where(inArray(table.id, ids))) as (Extra & { id: string })[];
      return new Map(rows.map(({ id, ...extra }) => [id, extra]));
    },

    async saveExtra({ id }: { id: string }, extra: Omit<T['$inferInsert'], 'id'>, tx: Tx): Promise<void> {
      const row = { ...extra, id } as T['$inferInsert'];
      await tx.insert(table).values(row).onConflictDoUpdate({ target: table.id, set: row });
    },
  };
}
