import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { fromCents } from '@contract/base/money';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { getSingle } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { items } from '../../../db/schema/items';
import {
  earnings,
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
  paymentTransactions,
  walletCharges,
} from '../../../db/schema/money';
import { payoutRequests } from '../../../db/schema/payouts';
import { CODE_BY_TYPE } from '../../money/payment/payment-service';

type EntryView = EndpointReply<'listPersonEntries'>['data'][number];
type TransferRow = Awaited<ReturnType<typeof readTransfers>>[number];

/** Accounts of people; the others are the site's. */
const personKinds: EntryView['moves'][number]['account'][] = ['wallet', 'pending', 'reserved', 'debt'];

/** More than a line of a table shows. */
const MAX_TEXT = 100;

const payer = alias(accounts, 'payer');
const seller = alias(accounts, 'seller');

/** A release or its return is for an earning, which is for a charge or a payment, as the other transfers are. */
const saleId = sql`coalesce(${earnings.transactionId}, ${ledgerTransfers.subject})`;

/** Transfers that moved a person's money, newest first, with what they were for and who was on the other side. */
export async function listEntries(
  db: Db,
  ownerId: string,
  { limit, offset }: EndpointPart<'listPersonEntries', 'query'>,
): Promise<EndpointReply<'listPersonEntries'>> {
  const isTheirs = and(eq(ledgerAccounts.ownerId, ownerId), inArray(ledgerAccounts.kind, personKinds));
  const moved = db
    .selectDistinct({ id: ledgerEntries.transferId })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(isTheirs);
  const [page, { total }] = await Promise.all([
    db
      .select({ id: ledgerTransfers.id })
      .from(ledgerTransfers)
      .where(inArray(ledgerTransfers.id, moved))
      .orderBy(desc(ledgerTransfers.createdAt), desc(ledgerTransfers.id))
      .limit(limit)
      .offset(offset),
    getSingle(db.select({ total: count() }).from(moved.as('moved'))),
  ]);
  const ids = page.map(({ id }) => id);
  if (ids.length === 0) return { data: [], total };
  const [transfers, moves] = await Promise.all([
    readTransfers(db, ids),
    db
      .select({ transferId: ledgerEntries.transferId, account: ledgerAccounts.kind, amount: ledgerEntries.amount })
      .from(ledgerEntries)
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
      .where(and(isTheirs, inArray(ledgerEntries.transferId, ids)))
      .orderBy(ledgerEntries.id),
  ]);
  const data = transfers.map((row) => ({
    ...present(row, ownerId),
    moves: moves
      .filter(({ transferId }) => transferId === row.id)
      .map(({ account, amount }) => ({
        account: account as (typeof personKinds)[number],
        amount: fromCents(amount),
      })),
  }));
  return { data, total };
}

const readTransfers = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: ledgerTransfers.id,
      code: ledgerTransfers.code,
      createdAt: ledgerTransfers.createdAt,
      charge: walletCharges,
      payment: paymentTransactions,
      payoutId: payoutRequests.id,
      item: { kind: items.kind, title: items.title, text: sql<string>`left(${items.text}, ${MAX_TEXT})` },
      payer: { _id: payer.id, name: payer.name, username: payer.username },
      seller: { _id: seller.id, name: seller.name, username: seller.username },
    })
    .from(ledgerTransfers)
    .leftJoin(earnings, eq(earnings.id, ledgerTransfers.subject))
    .leftJoin(walletCharges, eq(walletCharges.id, saleId))
    .leftJoin(paymentTransactions, eq(paymentTransactions.id, saleId))
    .leftJoin(payoutRequests, eq(payoutRequests.id, ledgerTransfers.subject))
    .leftJoin(items, eq(items.id, walletCharges.targetId))
    .leftJoin(payer, sql`${payer.id} = coalesce(${walletCharges.userId}, ${paymentTransactions.userId})`)
    .leftJoin(seller, sql`${seller.id} = coalesce(${walletCharges.performerId}, ${paymentTransactions.performerId})`)
    .where(inArray(ledgerTransfers.id, [...ids]))
    .orderBy(desc(ledgerTransfers.createdAt), desc(ledgerTransfers.id));

function present(row: TransferRow, ownerId: string): Omit<EntryView, 'moves'> {
  const { id, code, createdAt, charge, payment, payoutId } = row;
  return {
    _id: id,
    code,
    sale: charge?.type ?? (payment && CODE_BY_TYPE[payment.type]),
    item: charge && readItem(charge, row.item),
    other: row.payer?._id === ownerId ? row.seller : row.payer,
    paymentId: charge?.paymentId ?? payment?.id ?? null,
    payoutId,
    createdAt: createdAt.toISOString(),
  };
}

/** Named as on the receipt, if the item is no content or gone. A tip is for the creator, not for an item. */
function readItem(
  { type, targetId, products }: NonNullable<TransferRow['charge']>,
  sold: TransferRow['item'],
): EntryView['item'] {
  if (type === 'tip' || type === 'stream_tip') return null;
  const name = products[0]?.['name'];
  const title = sold ? sold.title || sold.text : typeof name === 'string' ? name : '';
  return { title, page: sold && { kind: sold.kind, _id: targetId } };
}
