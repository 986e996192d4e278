import { and, count, eq, exists, isNotNull, isNull, max, ne, or, sql, sum, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { cents, fromCents } from '@contract/base/money';
import type { EndpointPart } from '@contract/schemas';
import { isNamed } from '../../../db/account-search';
import type { Db } from '../../../db/client';
import { betweenDays, isAfter, toDirection, type Keyset } from '../../../db/list-query';
import { accounts, performers } from '../../../db/schema/accounts';
import { ledgerAccounts } from '../../../db/schema/money';
import { payoutRequests } from '../../../db/schema/payouts';

type Query = EndpointPart<'searchPayouts', 'query'> & { after?: Keyset };
export type ConsolePayoutRow = Awaited<ReturnType<PayoutConsoleRepository['search']>>['rows'][number];
export type PayoutConsoleRepository = ReturnType<typeof createPayoutConsoleRepository>;

const earlier = alias(payoutRequests, 'earlier');

export function createPayoutConsoleRepository(db: Db) {
  return {
    async search(query: Query) {
      const { q, status, accountType, limit, offset } = query;
      const where = and(
        status && eq(payoutRequests.status, status),
        accountType && eq(payoutRequests.accountType, accountType),
        q ? or(isNamed(q), eq(payoutRequests.id, q)) : undefined,
        betweenDays(payoutRequests.createdAt, query),
      );
      const isPaid = and(
        eq(earlier.performerId, payoutRequests.performerId),
        eq(earlier.status, 'done'),
        ne(earlier.id, payoutRequests.id),
      );
      const sort = status === 'pending' || status === 'approved' ? 'asc' : 'desc';
      const direction = toDirection(sort);
      const joined = db
        .select({
          payout: payoutRequests,
          name: accounts.name,
          username: accounts.username,
          firstName: accounts.firstName,
          lastName: accounts.lastName,
          isVerified: performers.verifiedDocument,
          payoutAccountChangedAt: performers.payoutAccountChangedAt,
          isFirstPayoutAccount: performers.isFirstPayoutAccount,
          wasPaid: exists(
            db
              .select({ one: sql`1` })
              .from(earlier)
              .where(isPaid),
          ).mapWith(Boolean),
        })
        .from(payoutRequests)
        .leftJoin(accounts, eq(accounts.id, payoutRequests.performerId))
        .leftJoin(performers, eq(performers.id, payoutRequests.performerId))
        .where(and(where, isAfter(query.after, { at: payoutRequests.createdAt, id: payoutRequests.id }, sort)))
        .orderBy(direction(payoutRequests.createdAt), direction(payoutRequests.id))
        .limit(limit)
        .offset(offset);
      const counted = db
        .select({ total: count() })
        .from(payoutRequests)
        .leftJoin(accounts, eq(accounts.id, payoutRequests.performerId))
        .where(where);
      const [rows, [all]] = await Promise.all([joined, counted]);
      return { rows, total: all?.total ?? 0 };
    },

    sum: (status: 'pending' | 'approved') => sumWhere(db, eq(payoutRequests.status, status)),

    /** Approved payouts to banks, by whether a bank file contains them. */
    async sumForBank() {
      const isDue = and(eq(payoutRequests.status, 'approved'), eq(payoutRequests.accountType, 'banking'));
      const [fresh, repeated, [last]] = await Promise.all([
        sumWhere(db, and(isDue, isNull(payoutRequests.bankFileAt))),
        sumWhere(db, and(isDue, isNotNull(payoutRequests.bankFileAt))),
        db
          .select({ at: max(payoutRequests.bankFileAt) })
          .from(payoutRequests)
          .where(isDue),
      ]);
      return { fresh, repeated, lastAt: last?.at ?? null };
    },

    /** Balance of all ledger accounts of a kind. */
    async readBalance(kind: 'reserved' | 'payout') {
      const [row] = await db
        .select({ balance: sum(ledgerAccounts.balance).mapWith(Number) })
        .from(ledgerAccounts)
        .where(eq(ledgerAccounts.kind, kind));
      return cents(row?.balance ?? 0);
    },
  };
}

async function sumWhere(db: Db, where: SQL | undefined) {
  const [row] = await db
    .select({
      count: count(),
      amount: sum(payoutRequests.amount).mapWith(Number),
      fees: sum(payoutRequests.fee).mapWith(Number),
    })
    .from(payoutRequests)
    .where(where);
  const amount = row?.amount ?? 0;
  return { count: row?.count ?? 0, amount: fromCents(cents(amount)), net: fromCents(cents(amount - (row?.fees ?? 0))) };
}
