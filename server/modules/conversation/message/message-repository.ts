import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { existsIn } from '../../../db/conditions';
import { toDirection } from '../../../db/list-query';
import { files } from '../../../db/schema/files';
import { messageFiles, messages } from '../../../db/schema/messages';
import { purchases } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { findRow, firstOrNull, getSingle, hasRow, lockRow } from '../../../db/query-helpers';
import { groupBy } from '../../../lib/group-by';

/** Specification 3. */
export const DELETED_TEXT = 'Message deleted';

export type MessageRow = typeof messages.$inferSelect;
export type FileRow = typeof files.$inferSelect;

export interface FullMessage {
  row: MessageRow;
  files: FileRow[];
  /** Null until the other member buys it. */
  boughtAt: Date | null;
}

export type MessageRepository = ReturnType<typeof createMessageRepository>;

const isBoughtBy = (buyerId: string) =>
  existsIn(
    purchases,
    eq(purchases.target, 'message'),
    eq(purchases.targetId, messages.id),
    eq(purchases.userId, buyerId),
  );

async function complete(tx: Executor, rows: MessageRow[]): Promise<FullMessage[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const attached = await tx
    .select({ messageId: messageFiles.messageId, file: files })
    .from(messageFiles)
    .innerJoin(files, eq(files.id, messageFiles.fileId))
    .where(inArray(messageFiles.messageId, ids))
    .orderBy(asc(messageFiles.position));
  // Only the other member can buy a message, so each message has at most one purchase.
  const bought = await tx
    .select({ id: purchases.targetId, at: purchases.createdAt })
    .from(purchases)
    .where(and(eq(purchases.target, 'message'), inArray(purchases.targetId, ids)));
  const attachedByMessage = groupBy(attached, ({ messageId }) => messageId);
  const soldAt = new Map(bought.map((row) => [row.id, row.at]));
  return rows.map((row) => ({
    row,
    files: (attachedByMessage.get(row.id) ?? []).map(({ file }) => file),
    boughtAt: soldAt.get(row.id) ?? null,
  }));
}

export function createMessageRepository(db: Db) {
  return {
    complete: (rows: MessageRow[], tx: Executor = db) => complete(tx, rows),

    /** @param options.buyerId limits the list to messages this account bought */
    async list(
      conversationId: string,
      { afterSequence: after, beforeSequence: before, sort, limit, offset }: EndpointPart<'listMessages', 'query'>,
      { buyerId }: { buyerId?: string } = {},
    ) {
      const where = and(
        eq(messages.conversationId, conversationId),
        buyerId === undefined ? undefined : isBoughtBy(buyerId),
        after === undefined ? undefined : gt(messages.sequence, after),
        before === undefined ? undefined : lt(messages.sequence, before),
      );
      const order = toDirection(sort)(messages.sequence);
      return complete(db, await db.select().from(messages).where(where).orderBy(order).limit(limit).offset(offset));
    },

    countBought: (conversationId: string, buyerId: string): Promise<number> =>
      db.$count(messages, and(eq(messages.conversationId, conversationId), isBoughtBy(buyerId))),

    find: (id: string): Promise<MessageRow | null> => findRow(db, messages, eq(messages.id, id)),

    /** Omits unknown and deleted messages. */
    async findMany(ids: readonly string[]): Promise<FullMessage[]> {
      if (ids.length === 0) return [];
      const isThere = and(inArray(messages.id, ids), eq(messages.isDeleted, false));
      return complete(db, await db.select().from(messages).where(isThere));
    },

    /** Prevents deletion of the message until the transaction ends. */
    lockShared: (id: string, tx: Tx): Promise<MessageRow | null> =>
      firstOrNull(tx.select().from(messages).where(eq(messages.id, id)).for('share')),

    lock: (id: string, tx: Tx): Promise<MessageRow | null> => lockRow(tx, messages, eq(messages.id, id)),

    /** The message that the sender sent with this `clientId` before. */
    async findRepeated(
      {
        conversationId,
        senderId,
        clientId,
      }: { conversationId: string; senderId: string; clientId: string | undefined },
      tx: Executor = db,
    ): Promise<FullMessage | null> {
      if (clientId === undefined) return null;
      const row = await findRow(
        tx,
        messages,
        eq(messages.conversationId, conversationId),
        eq(messages.senderId, senderId),
        eq(messages.clientId, clientId),
      );
      return row && ((await complete(tx, [row]))[0] ?? null);
    },

    async insert(row: typeof messages.$inferInsert, fileIds: readonly string[], tx: Tx): Promise<MessageRow> {
      const [stored] = (await tx.insert(messages).values(row).returning()) as [MessageRow];
      if (fileIds.length > 0) {
        const attached = fileIds.map((fileId, position) => ({ messageId: stored.id, fileId, position }));
        await tx.insert(messageFiles).values(attached);
      }
      return stored;
    },

    markDeleted: (id: string, now: Date, tx: Tx): Promise<MessageRow> =>
      getSingle(tx.update(messages).set({ isDeleted: true, updatedAt: now }).where(eq(messages.id, id)).returning()),

    hasBuyer: (id: string, tx: Tx) =>
      hasRow(tx, purchases, eq(purchases.target, 'message'), eq(purchases.targetId, id)),
  };
}
