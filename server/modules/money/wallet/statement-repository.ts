import { and, count, eq, gt, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import { toCents, type Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { toDirection, readDays } from '../../../db/list-query';
import {
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
  paymentTransactions,
  walletCharges,
} from '../../../db/schema/money';

export type StatementLine = Awaited<ReturnType<ReturnType<typeof createStatementRepository>['list']>>['rows'][number];

/** Refunds have the time of their transfer. Other transfers may be posted late, so their charge's or payment's time counts. */
const happenedAt =
  sql<Date>`case when ${ledgerTransfers.code} in ('refund', 'part-refund') then ${ledgerTransfers.createdAt} else least(
  ${ledgerTransfers.createdAt}, coalesce(${walletCharges.createdAt}, ${paymentTransactions.updatedAt}, ${ledgerTransfers.createdAt})
) end`.mapWith(ledgerTransfers.createdAt);

export function createStatementRepository(db: Db) {
  const isWallet = (userId: string) => and(eq(ledgerAccounts.kind, 'wallet'), eq(ledgerAccounts.ownerId, userId));

  return {
    /** Newest first. Balances are stored while the account is locked, so each line continues exactly from the one before. */
    async list(userId: string, query: EndpointPart<'listWalletLines', 'query'>) {
      const { direction, amount } = query;
      const days = readDays(query);
      const where = and(
        isWallet(userId),
        direction && (direction === 'in' ? gt : lt)(ledgerEntries.amount, sql`0`),
        amount === undefined ? undefined : sql`abs(${ledgerEntries.amount}) = ${toCents(amount)}`,
        days ? and(gte(happenedAt, days.from), lt(happenedAt, days.to)) : undefined,
      );
      const lines = db
        .select({
          transferId: ledgerTransfers.id,
          code: ledgerTransfers.code,
          /** Set for a top-up. */
          paymentId: paymentTransactions.id,
          amount: ledgerEntries.amount,
          balanceAfter: ledgerEntries.balanceAfter,
          at: happenedAt,
          charge: walletCharges,
        })
        .from(ledgerAccounts)
        .innerJoin(ledgerEntries, eq(ledgerEntries.accountId, ledgerAccounts.id))
        .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
        .leftJoin(walletCharges, eq(walletCharges.id, ledgerTransfers.subject))
        .leftJoin(paymentTransactions, eq(paymentTransactions.id, ledgerTransfers.subject))
        .where(where);
      const all = db
        .select({ total: count() })
        .from(ledgerAccounts)
        .innerJoin(ledgerEntries, eq(ledgerEntries.accountId, ledgerAccounts.id));
      // The joins are only needed for a filter by days.
      const total = days
        ? all
            .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
            .leftJoin(walletCharges, eq(walletCharges.id, ledgerTransfers.subject))
            .leftJoin(paymentTransactions, eq(paymentTransactions.id, ledgerTransfers.subject))
            .where(where)
        : all.where(where);
      const [rows, [counted]] = await Promise.all([
        lines.orderBy(toDirection(query.sort)(ledgerEntries.id)).limit(query.limit).offset(query.offset),
        total,
      ]);
      return { rows, total: counted?.total ?? 0 };
    },

    /** The wallet's balance after each charge, by charge id. */
    async readBalancesAfter(userId: string, chargeIds: readonly string[]): Promise<Map<string, Cents>> {
      if (chargeIds.length === 0) return new Map();
      const rows = await db
        .select({ chargeId: ledgerTransfers.subject, balanceAfter: ledgerEntries.balanceAfter })
        .from(ledgerTransfers)
        .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
        .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
        .where(and(inArray(ledgerTransfers.subject, chargeIds), ne(ledgerTransfers.code, 'refund'), isWallet(userId)));
      return new Map(rows.map((row) => [row.chargeId, row.balanceAfter]));
    },
  };
}
