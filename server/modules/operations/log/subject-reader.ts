import { eq, inArray, sql } from 'drizzle-orm';
import { alias, type AnyPgColumn, type AnyPgTable } from 'drizzle-orm/pg-core';
import { fromCents, type Cents } from '@contract/base/money';
import type { ActSubject } from '@contract/operations/operator-acts';
import type { Db } from '../../../db/client';
import { accounts } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { items } from '../../../db/schema/items';
import { paymentTransactions, walletCharges } from '../../../db/schema/money';
import { orders } from '../../../db/schema/orders';
import { payoutRequests } from '../../../db/schema/payouts';
import { refundRequests } from '../../../db/schema/refunds';
import { reports } from '../../../db/schema/social';
import { streams } from '../../../db/schema/streams';

interface Subject {
  /** A person's name, or the title of a thing; empty if it has none. */
  name: string;
  /** Money that the act concerns; null if it concerns none. */
  amount: number | null;
}

interface SubjectKey {
  subjectKind: ActSubject;
  subjectId: string;
}

type Found = { id: string; name: string; amount?: Cents | null }[];

const buyer = alias(accounts, 'buyer');

/** Names what acts of operators concern, at the time of reading. */
export function createSubjectReader(db: Db) {
  const listTitles =
    (table: AnyPgTable, id: AnyPgColumn<{ data: string }>, title: AnyPgColumn<{ data: string }>) =>
    async (ids: string[]): Promise<Found> =>
      db
        .select({ id: sql<string>`${id}`, name: sql<string>`coalesce(${title}, '')` })
        .from(table)
        .where(inArray(id, ids));

  const listAccounts = listTitles(accounts, accounts.id, accounts.name);
  const readers: Partial<Record<ActSubject, (ids: string[]) => Promise<Found>>> = {
    account: listAccounts,
    creator: listAccounts,
    report: listTitles(reports, reports.id, reports.title),
    content: listTitles(items, items.id, items.title),
    show: listTitles(streams, streams.id, streams.title),
    file: listTitles(files, files.id, files.name),
    payout: (ids) =>
      db
        .select({ id: payoutRequests.id, name: accounts.name, amount: payoutRequests.amount })
        .from(payoutRequests)
        .innerJoin(accounts, eq(accounts.id, payoutRequests.performerId))
        .where(inArray(payoutRequests.id, ids)),
    refund: (ids) =>
      db
        .select({
          id: refundRequests.id,
          name: buyer.name,
          amount: sql<Cents | null>`coalesce(${walletCharges.totalPrice} + ${walletCharges.taxAmount},
            ${paymentTransactions.totalPrice})`.mapWith(walletCharges.totalPrice),
        })
        .from(refundRequests)
        .innerJoin(buyer, eq(buyer.id, refundRequests.userId))
        .leftJoin(walletCharges, eq(walletCharges.id, refundRequests.saleId))
        .leftJoin(paymentTransactions, eq(paymentTransactions.id, refundRequests.saleId))
        .where(inArray(refundRequests.id, ids)),
    order: (ids) =>
      db
        .select({ id: orders.id, name: buyer.name, amount: orders.totalPrice })
        .from(orders)
        .innerJoin(buyer, eq(buyer.id, orders.userId))
        .where(inArray(orders.id, ids)),
  };

  return {
    /** Reads the kinds that have names. @returns by kind and id, such as `payout:…` */
    async read(keys: readonly SubjectKey[]): Promise<ReadonlyMap<string, Subject>> {
      const kinds = [...new Set(keys.map(({ subjectKind }) => subjectKind))];
      const found = await Promise.all(
        kinds.map(async (kind) => {
          const ids = keys.filter(({ subjectKind }) => subjectKind === kind).map(({ subjectId }) => subjectId);
          const rows = (await readers[kind]?.([...new Set(ids)])) ?? [];
          return rows.map(({ id, name, amount = null }): [string, Subject] => [
            `${kind}:${id}`,
            { name, amount: amount === null ? null : fromCents(amount) },
          ]);
        }),
      );
      return new Map(found.flat());
    },
  };
}

/** True for acts on the account, and on what it owns or has bought. */
export const isAbout = (kind: AnyPgColumn, subjectId: AnyPgColumn, personId: string) => sql`(${subjectId} = ${personId}
  or ${kind} = 'refund' and ${subjectId} in (
    select id from refund_requests where user_id = ${personId} or performer_id = ${personId})
  or ${kind} = 'payout' and ${subjectId} in (select id from payout_requests where performer_id = ${personId})
  or ${kind} = 'order' and ${subjectId} in (select id from orders where user_id = ${personId} or performer_id = ${personId})
  or ${kind} = 'show' and ${subjectId} in (select id from streams where performer_id = ${personId})
  or ${kind} = 'content' and ${subjectId} in (
    select id from items where performer_id = ${personId} union all select id from comments where created_by = ${personId}))`;
