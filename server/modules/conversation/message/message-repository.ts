import { and, asc, eq, gt, inArray, like, lt, lte, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { existsIn } from '../../../db/conditions';
import { directionOf } from '../../../db/list-query';
import { files } from '../../../db/schema/files';
import { conversationMembers, conversations, messageFiles, messages } from '../../../db/schema/messages';
import { purchases } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { firstOrNull, hasRow, listIds, lockRow, getSingle, findRow } from '../../../db/query-helpers';
import { groupBy } from '../../../lib/group-by';

/** What stands in place of a message that was taken back. Specification 3. */
export const DELETED_TEXT = 'Message deleted';

export type MessageRow = typeof messages.$inferSelect;
export type FileRow = typeof files.$inferSelect;

/** A message with what every view of it needs. */
export interface FullMessage {
  row: MessageRow;
  files: FileRow[];
  /** When the other party bought it; null while nobody did. */
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

/** Messages, their files and who bought them. */
export function createMessageRepository(db: Db) {
  async function complete(rows: MessageRow[], tx: Executor = db): Promise<FullMessage[]> {
    if (rows.length === 0) return [];
    const ids = rows.map((row) => row.id);
    const attached = await tx
      .select({ messageId: messageFiles.messageId, file: files })
      .from(messageFiles)
      .innerJoin(files, eq(files.id, messageFiles.fileId))
      .where(inArray(messageFiles.messageId, ids))
      .orderBy(asc(messageFiles.position));
    // Only the other party can have bought it.
    const bought = await tx
      .select({ id: purchases.targetId, at: purchases.createdAt })
      .from(purchases)
      .where(and(eq(purchases.target, 'message'), inArray(purchases.targetId, ids)));
    const filesOf = groupBy(attached, ({ messageId }) => messageId);
    const soldAt = new Map(bought.map((row) => [row.id, row.at]));
    return rows.map((row) => ({
      row,
      files: (filesOf.get(row.id) ?? []).map(({ file }) => file),
      boughtAt: soldAt.get(row.id) ?? null,
    }));
  }

  return {
    complete,

    /** Newest first, unless asked for the other way round: three queries for any number. @param options.buyerId only what they bought. */
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
      const order = directionOf(sort)(messages.sequence);
      return complete(await db.select().from(messages).where(where).orderBy(order).limit(limit).offset(offset));
    },

    countBought: (conversationId: string, buyerId: string): Promise<number> =>
      db.$count(messages, and(eq(messages.conversationId, conversationId), isBoughtBy(buyerId))),

    find: (id: string): Promise<MessageRow | null> => findRow(db, messages, eq(messages.id, id)),

    /** Messages by id with all that belongs to them; unknown and deleted ones are absent. */
    async findMany(ids: readonly string[]): Promise<FullMessage[]> {
      if (ids.length === 0) return [];
      const isThere = and(inArray(messages.id, ids), eq(messages.isDeleted, false));
      return complete(await db.select().from(messages).where(isThere));
    },

    /** As `find`; taking it back waits until the transaction ends. */
    hold: (id: string, tx: Tx): Promise<MessageRow | null> =>
      firstOrNull(tx.select().from(messages).where(eq(messages.id, id)).for('share')),

    /** As `find`; everything else that wants it waits until the transaction ends. */
    lock: (id: string, tx: Tx): Promise<MessageRow | null> => lockRow(tx, messages, eq(messages.id, id)),

    /** The message a sender gave this id of their own. */
    findByClientId: (conversationId: string, senderId: string, clientId: string, tx: Tx) =>
      findRow(
        tx,
        messages,
        eq(messages.conversationId, conversationId),
        eq(messages.senderId, senderId),
        eq(messages.clientId, clientId),
      ),

    async insert(row: typeof messages.$inferInsert, fileIds: readonly string[], tx: Tx): Promise<MessageRow> {
      const [stored] = (await tx.insert(messages).values(row).returning()) as [MessageRow];
      if (fileIds.length > 0) {
        const attached = fileIds.map((fileId, position) => ({ messageId: stored.id, fileId, position }));
        await tx.insert(messageFiles).values(attached);
      }
      return stored;
    },

    /**
     * An account's own message files that no message has yet, held until the transaction ends, so that two sends at once
     * cannot take the same.
     */
    async claimFiles(ids: readonly string[], ownerId: string, tx: Tx): Promise<FileRow[]> {
      const own = await tx
        .select()
        .from(files)
        .where(
          and(
            inArray(files.id, ids),
            eq(files.ownerId, ownerId),
            like(files.type, 'message-%'),
            ne(files.status, 'error'),
          ),
        )
        .for('update');
      const used = await tx
        .select({ id: messageFiles.fileId })
        .from(messageFiles)
        .where(inArray(messageFiles.fileId, ids));
      const taken = new Set(used.map((row) => row.id));
      return own.filter((file) => !taken.has(file.id));
    },

    markDeleted: (id: string, now: Date, tx: Tx): Promise<MessageRow> =>
      getSingle(tx.update(messages).set({ isDeleted: true, updatedAt: now }).where(eq(messages.id, id)).returning()),

    /** Notes that `readerId` has read what the other party wrote after the one sequence, up to the other. */
    async markSeen(
      conversationId: string,
      { readerId, after, upTo, now }: { readerId: string; after: number; upTo: number; now: Date },
      tx: Tx,
    ): Promise<void> {
      await tx
        .update(messages)
        .set({ seenAt: now })
        .where(
          and(
            eq(messages.conversationId, conversationId),
            gt(messages.sequence, after),
            lte(messages.sequence, upTo),
            ne(messages.senderId, readerId),
          ),
        );
    },

    /** States of its files, each once; asked under its lock, which whoever gives a file up waits for. */
    async listFileStates(id: string, tx: Tx): Promise<FileRow['status'][]> {
      const rows = await tx
        .selectDistinct({ status: files.status })
        .from(messageFiles)
        .innerJoin(files, eq(files.id, messageFiles.fileId))
        .where(eq(messageFiles.messageId, id));
      return rows.map(({ status }) => status);
    },

    /** Messages that a file was sent with, locked. */
    lockOfFile: (fileId: string, tx: Tx): Promise<string[]> =>
      listIds(
        tx
          .select({ id: messages.id })
          .from(messages)
          .where(
            inArray(
              messages.id,
              tx.select({ id: messageFiles.messageId }).from(messageFiles).where(eq(messageFiles.fileId, fileId)),
            ),
          )
          .orderBy(asc(messages.id))
          .for('update'),
      ),

    hasBuyer: (id: string, tx: Tx) =>
      hasRow(tx, purchases, eq(purchases.target, 'message'), eq(purchases.targetId, id)),

    /**
     * Empties some of what an account wrote, but for messages that the other side paid for; conversations stay with the
     * others. Files that no message holds any more are the caller's to delete.
     *
     * @returns how many; 0 once all are empty.
     */
    async erase(accountId: string, { now, limit }: { now: Date; limit: number }, tx: Tx): Promise<number> {
      const blank = { text: '', meta: {}, clientId: null, isDeleted: true };
      const isBlank = sql`(${messages.isDeleted} and ${messages.text} = '' and ${messages.meta} = '{}' and ${messages.clientId} is null)`;
      const isUnsold = sql`not exists (select 1 from purchases where target = 'message' and target_id = ${messages.id})`;
      const some = await tx
        .select({ id: messages.id, conversationId: messages.conversationId })
        .from(messages)
        .where(
          and(
            eq(messages.senderId, accountId),
            isUnsold,
            or(not(isBlank), existsIn(messageFiles, eq(messageFiles.messageId, messages.id))),
          ),
        )
        .limit(limit)
        .for('update');
      if (some.length === 0) return 0;
      const ids = some.map((row) => row.id);
      await tx
        .update(messages)
        .set({ ...blank, updatedAt: now })
        .where(inArray(messages.id, ids));
      await tx.delete(messageFiles).where(inArray(messageFiles.messageId, ids));
      // The other member's unread messages are counted again, since erased ones do not count.
      const rest = sql`(select count(*) from messages where conversation_id = conversation_members.conversation_id
        and sequence > last_read_sequence and sender_id <> account_id and not is_deleted)`;
      const conversationIds = [...new Set(some.map((row) => row.conversationId))];
      await tx
        .update(conversationMembers)
        .set({ unread: rest })
        .where(and(inArray(conversationMembers.conversationId, conversationIds), gt(conversationMembers.unread, 0)));
      await eraseLastMessages(accountId, tx, inArray(conversations.id, conversationIds));
      return some.length;
    },

    /** Clears the previews and unread counts that an account left in its conversations, once its messages are erased. */
    async eraseTraces(accountId: string, tx: Tx): Promise<void> {
      await eraseLastMessages(accountId, tx);
      await tx
        .update(conversationMembers)
        .set({ unread: 0 })
        .where(and(eq(conversationMembers.accountId, accountId), gt(conversationMembers.unread, 0)));
    },
  };
}

/** Those it wrote, also where it was paid for. */
async function eraseLastMessages(accountId: string, tx: Tx, where?: SQL): Promise<void> {
  await tx
    .update(conversations)
    .set({ lastMessage: DELETED_TEXT, updatedAt: sql`${conversations.updatedAt}` })
    .where(and(eq(conversations.lastSenderId, accountId), ne(conversations.lastMessage, DELETED_TEXT), where));
}
