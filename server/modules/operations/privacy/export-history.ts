import { and, asc, eq, gt, inArray, ne, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { fromCents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { readInBatches } from '../../../db/read-in-batches';
import { conversationMembers, conversations, messages } from '../../../db/schema/messages';
import { ledgerAccounts, ledgerEntries, ledgerTransfers, purchases } from '../../../db/schema/money';

const other = alias(conversationMembers, 'other');

/** Streams conversations with messages; those not paid for have no text. @returns `withId`: the other member */
export async function* readConversations(db: Db, accountId: string) {
  const batches = readInBatches(
    (after: string | undefined, limit) =>
      db
        .select({
          id: conversations.id,
          type: conversations.type,
          name: conversations.name,
          withId: other.accountId,
          mutedAt: conversationMembers.mutedAt,
          closedAt: conversationMembers.closedAt,
        })
        .from(conversationMembers)
        .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
        .leftJoin(other, and(eq(other.conversationId, conversations.id), ne(other.accountId, accountId)))
        .where(and(eq(conversationMembers.accountId, accountId), isAfter(conversations.id, after)))
        // Sorting by id sorts by time, because ids start with a timestamp.
        .orderBy(asc(conversations.id))
        .limit(limit),
    ({ id }) => id,
  );
  for await (const batch of batches) {
    yield batch.map(({ id, type, name, withId, mutedAt, closedAt }) => ({
      conversationId: id,
      type,
      ...(name !== '' && { name }),
      withId,
      ...(mutedAt && { mutedAt }),
      ...(closedAt && { closedAt }),
      messages: readMessages(db, id, accountId),
    }));
  }
}

async function* readMessages(db: Db, conversationId: string, accountId: string) {
  const isBought = sql<boolean>`exists (select 1 from ${purchases} where ${purchases.target} = 'message'
    and ${purchases.targetId} = ${messages.id} and ${purchases.userId} = ${accountId})`;
  const batches = readInBatches(
    (after: number | undefined, limit) =>
      db
        .select({ message: messages, isBought })
        .from(messages)
        .where(and(eq(messages.conversationId, conversationId), isAfter(messages.sequence, after)))
        .orderBy(asc(messages.sequence))
        .limit(limit),
    ({ message }) => message.sequence,
  );
  for await (const batch of batches) {
    yield* batch.map(({ message, isBought: bought }) => {
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
    });
  }
}

/** Omits other people's messages, because show chats have no members. @returns `hostId`: the creator of the show */
export async function* readShowMessages(db: Db, accountId: string) {
  const batches = readInBatches(
    (after: string | undefined, limit) =>
      db
        .select({
          id: messages.id,
          hostId: conversations.performerId,
          show: conversations.name,
          at: messages.createdAt,
          type: messages.type,
          text: messages.text,
          isDeleted: messages.isDeleted,
        })
        .from(messages)
        .innerJoin(conversations, eq(conversations.id, messages.conversationId))
        .where(and(eq(messages.senderId, accountId), ne(conversations.type, 'private'), isAfter(messages.id, after)))
        .orderBy(asc(messages.id))
        .limit(limit),
    ({ id }) => id,
  );
  for await (const batch of batches) {
    yield batch.map(({ id: _id, text, isDeleted, ...row }) => ({
      ...row,
      text: isDeleted ? null : text,
      ...(isDeleted && { isDeleted }),
    }));
  }
}

/** Streams the entries. */
export async function readWallet(db: Db, accountId: string) {
  const accounts = await db.select().from(ledgerAccounts).where(eq(ledgerAccounts.ownerId, accountId));
  return {
    balances: Object.fromEntries(accounts.map((row) => [row.kind, fromCents(row.balance)])),
    movements: readMovements(db, accounts),
  };
}

async function* readMovements(db: Db, accounts: readonly (typeof ledgerAccounts.$inferSelect)[]) {
  const kinds = new Map(accounts.map((row) => [row.id, row.kind]));
  const batches = readInBatches(
    (after: number | undefined, limit) =>
      db
        .select({
          id: ledgerEntries.id,
          ledgerAccountId: ledgerEntries.accountId,
          at: ledgerTransfers.createdAt,
          what: ledgerTransfers.code,
          amount: ledgerEntries.amount,
          balanceAfter: ledgerEntries.balanceAfter,
        })
        .from(ledgerEntries)
        .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
        .where(and(inArray(ledgerEntries.accountId, [...kinds.keys()]), isAfter(ledgerEntries.id, after)))
        .orderBy(asc(ledgerEntries.id))
        .limit(limit),
    ({ id }) => id,
  );
  for await (const batch of batches) {
    yield* batch.map(({ id: _id, ledgerAccountId, amount, balanceAfter, ...row }) => ({
      ...row,
      of: kinds.get(ledgerAccountId),
      amount: fromCents(amount),
      balanceAfter: fromCents(balanceAfter),
    }));
  }
}

const isAfter = (column: AnyColumn, key: unknown): SQL | undefined => (key === undefined ? undefined : gt(column, key));
