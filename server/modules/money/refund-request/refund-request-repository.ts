import { and, desc, eq, inArray, lt, or } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import { isRefundOpen, openRefundStates } from '@contract/money/refund-state';
import type { Db } from '../../../db/client';
import { betweenDays, toOrder } from '../../../db/list-query';
import { isNamed } from '../../../db/account-search';
import { findRow, hasRows, listIds, lockRow, selectPage } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { refundRequests } from '../../../db/schema/refunds';
import type { Executor, Tx } from '../../../db/transaction';

export type RefundRequestRow = typeof refundRequests.$inferSelect;
export type RefundRequestRepository = ReturnType<typeof createRefundRequestRepository>;

const sortable = { createdAt: refundRequests.createdAt, updatedAt: refundRequests.updatedAt };

export const isOpen = ({ state }: Pick<RefundRequestRow, 'state'>): boolean => isRefundOpen(state);

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

    /** The newest request of each sale; sales without one are left out. */
    listNewestOfSales: (saleIds: readonly string[]): Promise<RefundRequestRow[]> =>
      db
        .selectDistinctOn([refundRequests.saleId])
        .from(refundRequests)
        .where(inArray(refundRequests.saleId, [...new Set(saleIds)]))
        .orderBy(refundRequests.saleId, desc(refundRequests.createdAt), desc(refundRequests.id)),

    countAsked: (performerId: string): Promise<number> =>
      db.$count(refundRequests, and(eq(refundRequests.performerId, performerId), eq(refundRequests.state, 'asked'))),

    /** @returns false while another request for the sale is open */
    insert: (row: RefundRequestRow, tx: Tx): Promise<boolean> =>
      hasRows(tx.insert(refundRequests).values(row).onConflictDoNothing().returning({ id: refundRequests.id })),

    async update(id: string, values: Partial<RefundRequestRow>, tx: Tx): Promise<void> {
      await tx.update(refundRequests).set(values).where(eq(refundRequests.id, id));
    },

    /** Closes the open request of a sale, if it has one. */
    async closeOfSale(
      saleId: string,
      { at, ...decision }: Pick<RefundRequestRow, 'state'> & Partial<RefundRequestRow> & { at: Date },
      tx: Tx,
    ): Promise<void> {
      await tx
        .update(refundRequests)
        .set({ ...decision, decidedAt: at, updatedAt: at })
        .where(and(eq(refundRequests.saleId, saleId), inArray(refundRequests.state, openRefundStates)));
    },

    search(side: { userId: string } | { performerId: string }, query: EndpointPart<'searchReceivedRefunds', 'query'>) {
      const where = and(
        'userId' in side ? eq(refundRequests.userId, side.userId) : eq(refundRequests.performerId, side.performerId),
        query.state && eq(refundRequests.state, query.state),
        query.saleId === undefined ? undefined : eq(refundRequests.saleId, query.saleId),
        betweenDays(refundRequests.createdAt, query),
      );
      const order = toOrder(sortable, query, { fallback: 'createdAt', id: refundRequests.id });
      return selectPage(db, refundRequests, { where, order, limit: query.limit, offset: query.offset });
    },

    /** For operators: those that wait oldest first, the others newest first. */
    searchAll(query: EndpointPart<'searchRefunds', 'query'>) {
      const { q, state, limit, offset } = query;
      const where = and(
        state && eq(refundRequests.state, state),
        q ? or(eq(refundRequests.id, q), eq(refundRequests.saleId, q), isBetweenNamed(db, q)) : undefined,
        betweenDays(refundRequests.createdAt, query),
      );
      const isWaiting = state !== undefined && isRefundOpen(state);
      const order = toOrder(
        sortable,
        { sort: isWaiting ? 'asc' : 'desc' },
        { fallback: 'createdAt', id: refundRequests.id },
      );
      return selectPage(db, refundRequests, { where, order, limit, offset });
    },

    async countOfFan(userId: string): Promise<{ asked: number; granted: number }> {
      const isTheirs = eq(refundRequests.userId, userId);
      const [asked, granted] = await Promise.all([
        db.$count(refundRequests, isTheirs),
        db.$count(refundRequests, and(isTheirs, eq(refundRequests.state, 'granted'))),
      ]);
      return { asked, granted };
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

/** Whether the fan or the creator of a request has a name like this. */
function isBetweenNamed(db: Db, name: string) {
  const named = db.select({ id: accounts.id }).from(accounts).where(isNamed(name));
  return or(inArray(refundRequests.userId, named), inArray(refundRequests.performerId, named));
}
