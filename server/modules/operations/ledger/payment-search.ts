import { and, asc, count, desc, eq, inArray, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { isNamed } from '../../../db/account-search';
import { betweenDays, isAfter, type Keyset } from '../../../db/list-query';
import { accounts } from '../../../db/schema/accounts';
import { disputes } from '../../../db/schema/disputes';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
  paymentTransactions as payments,
  walletCharges,
} from '../../../db/schema/money';

const seller = alias(accounts, 'seller');

export type PaymentLine = Awaited<ReturnType<ReturnType<typeof createPaymentSearch>['search']>>['rows'][number];
export type EntryLine = Awaited<ReturnType<ReturnType<typeof createPaymentSearch>['listEntries']>>[number];

/** Card payments and their entries in the ledger; reads only. */
export function createPaymentSearch(db: Db) {
  const select = () =>
    db
      .select({
        payment: payments,
        userName: accounts.name,
        userUsername: accounts.username,
        performerName: seller.name,
        performerUsername: seller.username,
      })
      .from(payments)
      .leftJoin(accounts, eq(accounts.id, payments.userId))
      .leftJoin(seller, eq(seller.id, payments.performerId));

  return {
    async search(query: EndpointPart<'searchPayments', 'query'> & { after?: Keyset }) {
      const { q, status, limit, offset } = query;
      const where = and(
        status && eq(payments.status, status),
        q ? or(eq(payments.id, q), eq(payments.gatewayId, q), eq(payments.userId, q), isNamed(q)) : undefined,
        betweenDays(payments.bookedAt, query),
      );
      const counted = db
        .select({ total: count() })
        .from(payments)
        .leftJoin(accounts, eq(accounts.id, payments.userId))
        .where(where);
      const listed = select()
        .where(and(where, isAfter(query.after, { at: payments.bookedAt, id: payments.id })))
        .orderBy(desc(payments.bookedAt), desc(payments.id))
        .limit(limit)
        .offset(offset);
      const [rows, [all]] = await Promise.all([listed, counted]);
      return { rows, total: all?.total ?? 0 };
    },

    find: async (id: string) => (await select().where(eq(payments.id, id)))[0] ?? null,

    /** Entries for the payment, its charges and its disputes, oldest first. */
    listEntries(paymentId: string) {
      const charges = db
        .select({ id: walletCharges.id })
        .from(walletCharges)
        .where(eq(walletCharges.paymentId, paymentId));
      const disputed = db.select({ id: disputes.id }).from(disputes).where(eq(disputes.paymentId, paymentId));
      return db
        .select({
          transfer: ledgerTransfers,
          entry: ledgerEntries,
          kind: ledgerAccounts.kind,
          ownerId: ledgerAccounts.ownerId,
          ownerName: accounts.name,
        })
        .from(ledgerTransfers)
        .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
        .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
        .leftJoin(accounts, eq(accounts.id, ledgerAccounts.ownerId))
        .where(
          or(
            eq(ledgerTransfers.subject, paymentId),
            inArray(ledgerTransfers.subject, charges),
            inArray(ledgerTransfers.subject, disputed),
          ),
        )
        .orderBy(asc(ledgerTransfers.createdAt), asc(ledgerEntries.id));
    },
  };
}
