import { and, desc, eq, inArray, lt, or, sql, sum } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { cents, type Cents } from '@contract/base/money';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { betweenDays, toOrder } from '../../../db/list-query';
import { paymentTransactions } from '../../../db/schema/money';
import { cardRefunds } from '../../../db/schema/orders';
import type { Executor, Tx } from '../../../db/transaction';
import { firstOrNull, hasRow, lockRow, getSingle, findRow, selectPage } from '../../../db/query-helpers';

export type TransactionRow = typeof paymentTransactions.$inferSelect;
export type PaymentRepository = ReturnType<typeof createPaymentRepository>;
export type NewTransaction = typeof paymentTransactions.$inferInsert;

/** The target that a payment is for. Only one payment per reference is open at a time. */
export interface PaymentReference {
  userId: string;
  target: TransactionRow['target'];
  targetId: string | null;
}

/** `amount` includes tax; `at` is the time of the last refund. */
export interface Refunded {
  amount: Cents;
  at: Date;
}

type SearchQuery = EndpointPart<'searchTransactions', 'query'>;

const sortable = {
  createdAt: paymentTransactions.createdAt,
  updatedAt: paymentTransactions.updatedAt,
  totalPrice: paymentTransactions.totalPrice,
};

/** Adds up the refunds of a payment to its card. @param status by default any */
export async function sumRefunds(
  tx: Tx,
  paymentId: string,
  status?: (typeof cardRefunds.$inferSelect)['status'],
): Promise<Cents> {
  const refunds = tx
    .select({ total: sum(cardRefunds.amount).mapWith(Number) })
    .from(cardRefunds)
    .where(and(eq(cardRefunds.paymentId, paymentId), status && eq(cardRefunds.status, status)));
  return cents((await firstOrNull(refunds))?.total ?? 0);
}

export function createPaymentRepository(db: Db) {
  return {
    async lockReference({ userId, target, targetId }: PaymentReference, tx: Tx): Promise<void> {
      const name = ['payment', userId, target, targetId ?? ''].join(':');
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    },

    findOpen: ({ userId, target, targetId }: PaymentReference, tx: Tx) =>
      findRow(
        tx,
        paymentTransactions,
        eq(paymentTransactions.userId, userId),
        eq(paymentTransactions.target, target),
        sql`coalesce(${paymentTransactions.targetId}, '') = ${targetId ?? ''}`,
        inArray(paymentTransactions.status, ['processing', 'require_authentication']),
      ),

    /** @returns null if the payer already has a payment with this key */
    insert: (row: NewTransaction, tx: Tx): Promise<TransactionRow | null> =>
      firstOrNull(
        tx
          .insert(paymentTransactions)
          .values(row)
          .onConflictDoNothing({ target: [paymentTransactions.userId, paymentTransactions.key] })
          .returning(),
      ),

    hasKey: (userId: string, key: string, tx: Tx): Promise<boolean> =>
      hasRow(tx, paymentTransactions, eq(paymentTransactions.userId, userId), eq(paymentTransactions.key, key)),

    find: (id: string, tx: Executor = db) => findRow(tx, paymentTransactions, eq(paymentTransactions.id, id)),

    lock: (id: string, tx: Tx) => lockRow(tx, paymentTransactions, eq(paymentTransactions.id, id)),

    update: (id: string, values: PgUpdateSetSource<typeof paymentTransactions>, tx: Tx): Promise<TransactionRow> =>
      getSingle(tx.update(paymentTransactions).set(values).where(eq(paymentTransactions.id, id)).returning()),

    /** Finds a payment by id, or by the last eight digits of the id, as in return addresses. Wire contract 2.22. */
    async findOwn(userId: string, idOrReference: string): Promise<TransactionRow | null> {
      const key = idOrReference.toLowerCase();
      const named = or(eq(paymentTransactions.id, key), sql`right(${paymentTransactions.id}, 8) = ${key}`);
      return firstOrNull(
        db
          .select()
          .from(paymentTransactions)
          .where(and(eq(paymentTransactions.userId, userId), named))
          .orderBy(desc(paymentTransactions.createdAt))
          .limit(1),
      );
    },

    listStuck(before: { processing: Date; unanswered: Date }): Promise<TransactionRow[]> {
      const { status, updatedAt } = paymentTransactions;
      return db
        .select()
        .from(paymentTransactions)
        .where(
          or(
            and(eq(status, 'processing'), lt(updatedAt, before.processing)),
            and(eq(status, 'require_authentication'), lt(updatedAt, before.unanswered)),
          ),
        )
        .orderBy(updatedAt)
        .limit(200);
    },

    /** Finds a refund in any state. @param saleId id of a charge, or of a payment that was sold directly */
    findRefund: (saleId: string, tx: Executor = db) => findRow(tx, cardRefunds, eq(cardRefunds.id, saleId)),

    /** Adds up the refunds of each payment. Leaves out payments without refunds. */
    async readRefunded(paymentIds: readonly string[]): Promise<ReadonlyMap<string, Refunded>> {
      const { paymentId, amount, createdAt } = cardRefunds;
      const rows = await db
        .select({
          paymentId,
          amount: sql<Cents>`sum(${amount})`.mapWith((value) => cents(Number(value))),
          at: sql<Date>`max(${createdAt})`.mapWith(createdAt),
        })
        .from(cardRefunds)
        .where(inArray(paymentId, [...paymentIds]))
        .groupBy(paymentId);
      return new Map(rows.map(({ paymentId: id, ...refunded }) => [id, refunded]));
    },

    search: (userId: string, query: SearchQuery) => search(db, userId, query),
  };
}

function search(db: Db, userId: string, query: SearchQuery) {
  const { status, type, target, paymentGateway, performerId } = query;
  const where = and(
    eq(paymentTransactions.userId, userId),
    status && eq(paymentTransactions.status, status),
    type && eq(paymentTransactions.type, type),
    target && eq(paymentTransactions.target, target),
    paymentGateway && eq(paymentTransactions.paymentGateway, paymentGateway),
    performerId === undefined ? undefined : eq(paymentTransactions.performerId, performerId),
    betweenDays(paymentTransactions.createdAt, query),
  );
  const order = toOrder(sortable, query, { fallback: 'createdAt', id: paymentTransactions.id });
  return selectPage(db, paymentTransactions, { where, order, limit: query.limit, offset: query.offset });
}
