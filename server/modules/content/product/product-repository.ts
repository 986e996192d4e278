import { inArray } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { products } from '../../../db/schema/assets';
import type { Executor, Tx } from '../../../db/transaction';

/** What only products have. */
export type ProductExtra = Omit<typeof products.$inferSelect, 'id'>;

export function createProductRepository(db: Db) {
  return {
    async listExtras(ids: readonly string[], tx: Executor = db): Promise<Map<string, ProductExtra>> {
      const rows = await tx
        .select()
        .from(products)
        .where(inArray(products.id, [...ids]));
      return new Map(rows.map(({ id, ...row }) => [id, row]));
    },

    async save(row: typeof products.$inferInsert, tx: Tx): Promise<void> {
      await tx.insert(products).values(row).onConflictDoUpdate({ target: products.id, set: row });
    },
  };
}
