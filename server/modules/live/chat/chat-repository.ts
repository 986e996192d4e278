import { and, desc, eq, gt, isNotNull, max, or } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { existsIn } from '../../../db/conditions';
import { findRow, getSingle, hasRow, hasRows, lockRow } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { conversations, messages } from '../../../db/schema/messages';
import { streamRestrictions, streams, streamSeats } from '../../../db/schema/streams';
import type { Executor, Tx } from '../../../db/transaction';
import { isInForce, type ConversationRow } from '../show/entry-service';

export type ChatRepository = ReturnType<typeof createChatRepository>;

type Restriction = Pick<typeof streamRestrictions.$inferInsert, 'streamId' | 'accountId' | 'kind' | 'until'>;

/** Listed for the host of a show. */
const MAX_RESTRICTIONS = 500;

export function createChatRepository(db: Db) {
  return {
    lock: (id: string, tx: Tx): Promise<ConversationRow | null> => lockRow(tx, conversations, eq(conversations.id, id)),

    update: (id: string, change: Partial<typeof conversations.$inferInsert>, tx: Executor): Promise<ConversationRow> =>
      getSingle(tx.update(conversations).set(change).where(eq(conversations.id, id)).returning()),

    /** Costs one index scan of the writer's own messages in this chat. */
    async findLastMessageAt(conversationId: string, accountId: string, tx: Tx): Promise<Date | null> {
      const own = and(
        eq(messages.conversationId, conversationId),
        eq(messages.senderId, accountId),
        eq(messages.type, 'text'),
      );
      const query = tx.select({ at: max(messages.createdAt) });
      return (await getSingle(query.from(messages).where(own))).at;
    },

    /** True while the fan is in a private show with the creator, or if one has ended after `since`. */
    showsPresence: (accountId: string): Promise<boolean> =>
      hasRow(db, accounts, eq(accounts.id, accountId), eq(accounts.showsPresence, true)),

    async isInPrivateShow(
      { performerId, userId }: { performerId: string; userId: string | null },
      since: Date,
    ): Promise<boolean> {
      if (userId === null) return false;
      return hasRow(
        db,
        streamSeats,
        eq(streamSeats.userId, userId),
        eq(streamSeats.performerId, performerId),
        or(eq(streamSeats.state, 'running'), gt(streamSeats.endedAt, since)),
        isNotNull(streamSeats.startedAt),
        existsIn(streams, eq(streams.id, streamSeats.streamId), eq(streams.type, 'private')),
      );
    },

    findMessage: (id: string, tx: Tx) => findRow(tx, messages, eq(messages.id, id)),

    findAccount: (id: string) => findRow(db, accounts, eq(accounts.id, id)),

    /** Newest first, without mutes that are over. */
    listRestrictions: (streamId: string, now: Date) =>
      db
        .select()
        .from(streamRestrictions)
        .where(and(eq(streamRestrictions.streamId, streamId), isInForce(now)))
        .orderBy(desc(streamRestrictions.createdAt), desc(streamRestrictions.accountId), streamRestrictions.kind)
        .limit(MAX_RESTRICTIONS),

    async saveRestriction({ kind, until, ...viewer }: Restriction, tx: Tx): Promise<void> {
      await tx
        .insert(streamRestrictions)
        .values({ ...viewer, kind, until })
        .onConflictDoUpdate({
          target: [streamRestrictions.streamId, streamRestrictions.accountId, streamRestrictions.kind],
          set: { until },
        });
    },

    /** @returns whether there was any */
    removeRestriction: ({ kind, ...viewer }: Pick<Restriction, 'streamId' | 'accountId' | 'kind'>): Promise<boolean> =>
      hasRows(
        db
          .delete(streamRestrictions)
          .where(
            and(
              eq(streamRestrictions.streamId, viewer.streamId),
              eq(streamRestrictions.accountId, viewer.accountId),
              eq(streamRestrictions.kind, kind),
            ),
          )
          .returning({ kind: streamRestrictions.kind }),
      ),
  };
}
