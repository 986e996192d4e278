import { and, eq, gt, inArray, lt, ne, sum } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { findRow } from '../../../db/query-helpers';
import { checkouts, stockReservations, type CheckoutLine } from '../../../db/schema/orders';
import type { Executor, Tx } from '../../../db/transaction';

export type ReservationRepository = ReturnType<typeof createReservationRepository>;

/** Stock that is reserved for carts and card payments, and the carts of open card payments. */
export function createReservationRepository(db: Db) {
  return {
    /** Units of each product that are reserved, except by this holder. A holder is a buyer or a card payment. */
    async countReserved(
      productIds: readonly string[],
      { holderId, now }: { holderId: string; now: Date },
      tx: Tx,
    ): Promise<Map<string, number>> {
      const rows = await tx
        .select({ productId: stockReservations.productId, quantity: sum(stockReservations.quantity).mapWith(Number) })
        .from(stockReservations)
        .where(
          and(
            inArray(stockReservations.productId, [...productIds]),
            ne(stockReservations.holderId, holderId),
            gt(stockReservations.expiresAt, now),
          ),
        )
        .groupBy(stockReservations.productId);
      return new Map(rows.map((row) => [row.productId, row.quantity ?? 0]));
    },

    /** Replaces the holder's earlier reservation. */
    async reserve(holderId: string, lines: readonly CheckoutLine[], expiresAt: Date, tx: Tx): Promise<void> {
      await tx.delete(stockReservations).where(eq(stockReservations.holderId, holderId));
      const rows = lines
        .filter(({ type }) => type === 'physical')
        .map(({ productId, quantity }) => ({ holderId, productId, quantity, expiresAt }));
      if (rows.length > 0) await tx.insert(stockReservations).values(rows);
    },

    async release(holderId: string, executor: Executor = db): Promise<void> {
      await executor.delete(stockReservations).where(eq(stockReservations.holderId, holderId));
    },

    async insertCheckout(row: typeof checkouts.$inferInsert, tx: Tx): Promise<void> {
      await tx.insert(checkouts).values(row);
    },

    findCheckout: (id: string, tx: Tx) => findRow(tx, checkouts, eq(checkouts.id, id)),

    async sweep(now: Date): Promise<void> {
      await db.delete(stockReservations).where(lt(stockReservations.expiresAt, now));
    },
  };
}
