import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { fromCents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { conversationMembers, conversations, messages } from '../../../db/schema/messages';
import { ledgerAccounts, ledgerEntries, ledgerTransfers, purchases } from '../../../db/schema/money';

const other = alias(conversationMembers, 'other');

/**
 * Conversations as their member may read them: both sides' words, but for what they did not pay for.
 *
 * @returns the other party's id in `withId`.
 */
export async function readConversations(db: Db, accountId: string) {
  const list = await db
    .select({
      ...{ id: conversations.id, type: conversations.type, name: conversations.name, withId: other.accountId },
      ...{ mutedAt: conversationMembers.mutedAt, closedAt: conversationMembers.closedAt },
    })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .leftJoin(other, and(eq(other.conversationId, conversations.id), ne(other.accountId, accountId)))
    .where(eq(conversationMembers.accountId, accountId))
    .orderBy(asc(conversations.createdAt));
  const isBought = sql<boolean>`exists (select 1 from ${purchases} where ${purchases.target} = 'message'
    and ${purchases.targetId} = ${messages.id} and ${purchases.userId} = ${accountId})`;
  const told = [];
  for (const { id, type, name, withId, mutedAt, closedAt } of list) {
    const rows = await db
      .select({ message: messages, isBought })
      .from(messages)
      .where(eq(messages.conversationId, id))
      .orderBy(asc(messages.sequence));
    told.push({
      ...{ conversationId: id, type, ...(name !== '' && { name }), withId },
      ...(mutedAt && { mutedAt }),
      ...(closedAt && { closedAt }),
      messages: rows.map(({ message, isBought: bought }) => {
        const isOwn = message.senderId === accountId;
        const isClosed = message.isDeleted || (message.isSale && !isOwn && !bought);
        return {
          at: message.createdAt,
          from: isOwn ? 'you' : 'them',
          type: message.type,
          text: isClosed ? null : message.text,
          ...(message.isDeleted && { isDeleted: true }),
          ...(message.isSale && { price: fromCents(message.price) }),
        };
      }),
    });
  }
  return told;
}

/** Every movement of the person's money, oldest first. */
export async function readWallet(db: Db, accountId: string) {
  const kinds = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.ownerId, accountId));
  if (kinds.length === 0) return { balances: {}, movements: [] };
  const rows = await db
    .select({
      ledgerAccountId: ledgerEntries.accountId,
      at: ledgerTransfers.createdAt,
      what: ledgerTransfers.code,
      amount: ledgerEntries.amount,
      balanceAfter: ledgerEntries.balanceAfter,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(
      inArray(
        ledgerEntries.accountId,
        kinds.map((row) => row.id),
      ),
    ) // prettier-ignore
    .orderBy(asc(ledgerEntries.id));
  const nameOf = new Map(kinds.map((row) => [row.id, row.kind]));
  return {
    balances: Object.fromEntries(kinds.map((row) => [row.kind, fromCents(row.balance)])),
    movements: rows.map(({ ledgerAccountId, amount, balanceAfter, ...row }) => ({
      ...row,
      of: nameOf.get(ledgerAccountId),
      amount: fromCents(amount),
      balanceAfter: fromCents(balanceAfter),
    })),
  };
}
