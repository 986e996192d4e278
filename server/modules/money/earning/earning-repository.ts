import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { findRow, listIds, lockRow } from '../../../db/query-helpers';
import { earnings } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';

export type EarningRow = typeof earnings.$inferSelect;

export const earningRepository = {
  async insert(row: typeof earnings.$inferInsert, tx: Tx): Promise<void> {
    await tx.insert(earnings).values(row);
  },

  findByTransaction: (transactionId: string, db: Executor) =>
    findRow(db, earnings, eq(earnings.transactionId, transactionId)),

  lockByTransaction: (transactionId: string, tx: Tx) =>
    lockRow(tx, earnings, eq(earnings.transactionId, transactionId)),

  async remove(id: string, tx: Tx): Promise<void> {
    await tx.delete(earnings).where(eq(earnings.id, id));
  },

  /** Skips earnings that another process has locked. */
  lockDue: (performerId: string, now: Date, limit: number, tx: Tx): Promise<EarningRow[]> =>
    tx
      .select()
      .from(earnings)
      .where(and(eq(earnings.performerId, performerId), isDue(now)))
      .orderBy(asc(earnings.releaseAt))
      .limit(limit)
      .for('update', { skipLocked: true }),

  async update(id: string, values: Partial<EarningRow>, tx: Tx): Promise<void> {
    await tx.update(earnings).set(values).where(eq(earnings.id, id));
  },

  async markReleased(ids: readonly string[], now: Date, tx: Tx): Promise<void> {
    await tx.update(earnings).set({ releasedAt: now, updatedAt: now }).where(inArray(earnings.id, ids));
  },
};

export const listPerformersDue = (db: Db, now: Date): Promise<string[]> =>
  listIds(db.selectDistinct({ id: earnings.performerId }).from(earnings).where(isDue(now)));

const isDue = (now: Date) => and(isNull(earnings.releasedAt), isNull(earnings.heldAt), lte(earnings.releaseAt, now));
