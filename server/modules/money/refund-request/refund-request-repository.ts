import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { betweenDays, toOrder } from '../../../db/list-query';
import { findRow, hasRows, listIds, lockRow, selectPage } from '../../../db/query-helpers';
import { refundRequests } from '../../../db/schema/refunds';
import type { Executor, Tx } from '../../../db/transaction';

export type RefundRequestRow = typeof refundRequests.$inferSelect;
export type RefundRequestRepository = ReturnType<typeof createRefundRequestRepository>;

const sortable = { createdAt: refundRequests.createdAt, updatedAt: refundRequests.updatedAt };

const OPEN_STATES = ['asked', 'with_operator'] as const;

export const isOpen = ({ state }: Pick<RefundRequestRow, 'state'>): boolean => OPEN_STATES.some((one) => one === state);

export function createRefundRequestRepository(db: Db) {
  return {
    find: (id: string, tx: Executor = db) => findRow(tx, refundRequests, eq(refundRequests.id, id)),
    lock: (id: string, tx: Tx) => lockRow(tx, refundRequests, eq(refundRequests.id, id)),

    /** Newest first. */
    listOfSale: (saleId: string, tx: Executor = db): Promise<RefundRequestRow[]> =>
      tx
        .select()
        .from(refundRequests)
        .where(eq(refundRequests.saleId, saleId))
        .orderBy(desc(refundRequests.createdAt), desc(refundRequests.id)),

    /** @returns false while another request for the sale is open */
    insert: (row: RefundRequestRow, tx: Tx): Promise<boolean> =>
      hasRows(tx.insert(refundRequests).values(row).onConflictDoNothing().returning({ id: refundRequests.id })),

    async update(id: string, values: Partial<RefundRequestRow>, tx: Tx): Promise<void> {
      await tx.update(refundRequests).set(values).where(eq(refundRequests.id, id));
    },

    /** Closes the open request of a sale that was refunded. */
    async closeOfSale(saleId: string, now: Date, tx: Tx): Promise<void> {
      await tx
        .update(refundRequests)
        .set({ state: 'granted', decidedAt: now, updatedAt: now })
        .where(and(eq(refundRequests.saleId, saleId), inArray(refundRequests.state, [...OPEN_STATES])));
    },

    search(side: { userId: string } | { performerId: string }, query: EndpointPart<'listRefundRequests', 'query'>) {
      const where = and(
        'userId' in side ? eq(refundRequests.userId, side.userId) : eq(refundRequests.performerId, side.performerId),
        query.state && eq(refundRequests.state, query.state),
        betweenDays(refundRequests.createdAt, query),
      );
      const order = toOrder(sortable, query, { fallback: 'createdAt', id: refundRequests.id });
      return selectPage(db, refundRequests, { where, order, limit: query.limit, offset: query.offset });
    },

    /** For operators, newest first. */
    listByState: (state: RefundRequestRow['state']): Promise<RefundRequestRow[]> =>
      db
        .select()
        .from(refundRequests)
        .where(eq(refundRequests.state, state))
        .orderBy(desc(refundRequests.createdAt))
        .limit(500),

    listUnanswered: (since: Date): Promise<string[]> =>
      listIds(
        db
          .select({ id: refundRequests.id })
          .from(refundRequests)
          .where(and(eq(refundRequests.state, 'asked'), lt(refundRequests.createdAt, since)))
          .orderBy(refundRequests.createdAt)
          .limit(200),
      ),
  };
}
