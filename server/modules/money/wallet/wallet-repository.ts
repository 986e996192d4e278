import { and, eq } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { betweenDays, toOrder } from '../../../db/list-query';
import { purchases, walletCharges } from '../../../db/schema/money';
import type { Tx } from '../../../db/transaction';
import { hasRow, hasRows, lockRow, selectPage } from '../../../db/query-helpers';

export type ChargeRow = typeof walletCharges.$inferSelect;

const sortable = {
  createdAt: walletCharges.createdAt,
  updatedAt: walletCharges.updatedAt,
  totalPrice: walletCharges.totalPrice,
};

export function createWalletRepository(db: Db) {
  return {
    async insertCharge(row: ChargeRow, tx: Tx): Promise<void> {
      await tx.insert(walletCharges).values(row);
    },

    lockCharge: (id: string, tx: Tx) => lockRow(tx, walletCharges, eq(walletCharges.id, id)),

    /** Locks the charges that a card payment paid for and that were not refunded. */
    lockSoldByCard: (paymentId: string, tx: Tx): Promise<ChargeRow[]> =>
      tx
        .select()
        .from(walletCharges)
        .where(and(eq(walletCharges.paymentId, paymentId), eq(walletCharges.status, 'success')))
        .orderBy(walletCharges.id)
        .for('update'),

    async markRefunded(id: string, now: Date, tx: Tx): Promise<void> {
      await tx.update(walletCharges).set({ status: 'refunded', updatedAt: now }).where(eq(walletCharges.id, id));
    },

    isBought: (userId: string, target: string, targetId: string, tx: Tx): Promise<boolean> =>
      hasRow(
        tx,
        purchases,
        eq(purchases.userId, userId),
        eq(purchases.target, target),
        eq(purchases.targetId, targetId),
      ),

    /** @returns false if the fan has bought it before */
    insertPurchase: (row: typeof purchases.$inferInsert, tx: Tx) =>
      hasRows(tx.insert(purchases).values(row).onConflictDoNothing().returning({ chargeId: purchases.chargeId })),

    async removePurchase(chargeId: string, { userId, target, targetId }: ChargeRow, tx: Tx): Promise<void> {
      await tx
        .delete(purchases)
        .where(
          and(
            eq(purchases.userId, userId),
            eq(purchases.target, target),
            eq(purchases.targetId, targetId),
            eq(purchases.chargeId, chargeId),
          ),
        );
    },

    search(userId: string, query: EndpointPart<'listCharges', 'query'>) {
      const { type, status, performerId } = query;
      const validStatus = walletCharges.status.enumValues.find((value) => value === status);
      const where = and(
        eq(walletCharges.userId, userId),
        type && eq(walletCharges.type, type),
        validStatus && eq(walletCharges.status, validStatus),
        performerId === undefined ? undefined : eq(walletCharges.performerId, performerId),
        betweenDays(walletCharges.createdAt, query),
      );
      const order = toOrder(sortable, query, { fallback: 'createdAt', id: walletCharges.id });
      return selectPage(db, walletCharges, { where, order, limit: query.limit, offset: query.offset });
    },
  };
}
