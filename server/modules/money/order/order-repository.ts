import { and, asc, desc, eq, ilike, inArray, ne, or } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import { openRefundStates } from '@contract/money/refund-state';
import { isNamed } from '../../../db/account-search';
import type { Db } from '../../../db/client';
import { betweenDays, toOrder, isAfter, type Keyset } from '../../../db/list-query';
import { findRow, hasRow, lockRow, selectPage } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { orderEvents, orders } from '../../../db/schema/orders';
import { refundRequests } from '../../../db/schema/refunds';
import { anywhere } from '../../../db/search-words';
import type { Executor, Tx } from '../../../db/transaction';

export type OrderRow = typeof orders.$inferSelect;
export type OrderEventRow = typeof orderEvents.$inferSelect;
export type OrderRepository = ReturnType<typeof createOrderRepository>;

type SearchQuery = EndpointPart<'searchOrders', 'query'>;

const sortable = { createdAt: orders.createdAt, updatedAt: orders.updatedAt, totalPrice: orders.totalPrice };

export function createOrderRepository(db: Db) {
  return {
    find: (id: string) => findRow(db, orders, eq(orders.id, id)),

    lock: (id: string, tx: Tx) => lockRow(tx, orders, eq(orders.id, id)),

    lockOfCharge: (chargeId: string, tx: Tx) => lockRow(tx, orders, eq(orders.transactionId, chargeId)),

    /** In a fixed order, so that transactions do not deadlock. */
    lockUnrefunded: (groupId: string, tx: Tx): Promise<OrderRow[]> =>
      tx
        .select()
        .from(orders)
        .where(and(eq(orders.groupId, groupId), ne(orders.deliveryStatus, 'refunded')))
        .orderBy(orders.id)
        .for('update'),

    /** In a fixed order, so that transactions do not deadlock. */
    lockParcel: ({ groupId, performerId }: Pick<OrderRow, 'groupId' | 'performerId'>, tx: Tx): Promise<OrderRow[]> =>
      tx.select().from(orders).where(isParcel(groupId, performerId)).orderBy(asc(orders.id)).for('no key update'),

    listParcel: ({ groupId, performerId }: Pick<OrderRow, 'groupId' | 'performerId'>): Promise<OrderRow[]> =>
      db.select().from(orders).where(isParcel(groupId, performerId)).orderBy(asc(orders.id)),

    listGroup: (groupId: string, tx: Executor = db): Promise<OrderRow[]> =>
      tx.select().from(orders).where(eq(orders.groupId, groupId)).orderBy(asc(orders.id)),

    async insert(rows: OrderRow[], tx: Tx): Promise<void> {
      await tx.insert(orders).values(rows);
    },

    async update(id: string, values: Partial<OrderRow>, tx: Tx): Promise<void> {
      await tx.update(orders).set(values).where(eq(orders.id, id));
    },

    async addEvent(event: Omit<OrderEventRow, 'id'>, tx: Tx): Promise<void> {
      await tx.insert(orderEvents).values(event);
    },

    /** Finds the orders among these that their buyers cancelled. */
    async findCancelled(orderIds: readonly string[]): Promise<Set<string>> {
      if (orderIds.length === 0) return new Set();
      const rows = await db
        .select({ id: orderEvents.orderId })
        .from(orderEvents)
        .where(and(inArray(orderEvents.orderId, [...orderIds]), eq(orderEvents.kind, 'cancelled')));
      return new Set(rows.map(({ id }) => id));
    },

    /** Oldest first. */
    listEvents: (orderIds: readonly string[]): Promise<OrderEventRow[]> =>
      db
        .select()
        .from(orderEvents)
        .where(inArray(orderEvents.orderId, [...orderIds]))
        .orderBy(asc(orderEvents.id)),

    /** Locks the order by which a fan owns a digital product: the newest that was not refunded. */
    async lockDigital(userId: string, productId: string, tx: Tx): Promise<OrderRow | null> {
      const [row] = await tx
        .select()
        .from(orders)
        .where(
          and(
            eq(orders.userId, userId),
            eq(orders.productId, productId),
            eq(orders.type, 'digital'),
            ne(orders.deliveryStatus, 'refunded'),
          ),
        )
        .orderBy(desc(orders.createdAt))
        .limit(1)
        .for('no key update');
      return row ?? null;
    },

    /** Whether the account has sold or bought goods that are not sent yet. */
    hasUnsent: (id: string, executor: Executor = db): Promise<boolean> =>
      hasRow(
        executor,
        orders,
        or(eq(orders.performerId, id), eq(orders.userId, id)),
        eq(orders.deliveryStatus, 'processing'),
      ),

    /** For operators, newest first. */
    searchAll(query: EndpointPart<'searchAllOrders', 'query'> & { after?: Keyset }) {
      const { q, deliveryStatus, limit, offset } = query;
      const where = and(
        deliveryStatus && eq(orders.deliveryStatus, deliveryStatus),
        q ? matches(db, q) : undefined,
        betweenDays(orders.createdAt, query),
      );
      const order = [desc(orders.createdAt), desc(orders.id)];
      const after = isAfter(query.after, { at: orders.createdAt, id: orders.id });
      return selectPage(db, orders, { where, after, order, limit, offset });
    },

    search(side: { performerId?: string; userId?: string }, query: SearchQuery) {
      const { q, deliveryStatus, phoneNumber, refundRequested } = query;
      const where = and(
        side.performerId === undefined ? undefined : eq(orders.performerId, side.performerId),
        side.userId === undefined ? undefined : eq(orders.userId, side.userId),
        deliveryStatus && eq(orders.deliveryStatus, deliveryStatus),
        refundRequested === true ? inArray(orders.transactionId, openRefunds(db)) : undefined,
        phoneNumber === undefined ? undefined : eq(orders.phoneNumber, phoneNumber),
        q ? or(ilike(orders.name, `%${q}%`), ilike(orders.transactionId, `%${q}`)) : undefined,
        betweenDays(orders.createdAt, query),
      );
      const order = toOrder(sortable, query, { fallback: 'createdAt', id: orders.id });
      return selectPage(db, orders, { where, order, limit: query.limit, offset: query.offset });
    },
  };
}

const isParcel = (groupId: string, performerId: string) =>
  and(eq(orders.groupId, groupId), eq(orders.performerId, performerId));

/** The sales that buyers ask to be refunded. */
const openRefunds = (db: Db) =>
  db.select({ id: refundRequests.saleId }).from(refundRequests).where(inArray(refundRequests.state, openRefundStates));

/** An order number is the end of the charge's id. */
function matches(db: Db, text: string) {
  const named = db.select({ id: accounts.id }).from(accounts).where(isNamed(text));
  const id = text.toLowerCase();
  return or(
    eq(orders.id, id),
    /^[0-9a-f]{8,24}$/.test(id) ? ilike(orders.transactionId, `%${id}`) : undefined,
    ilike(orders.name, anywhere(text)),
    inArray(orders.userId, named),
    inArray(orders.performerId, named),
  );
}
