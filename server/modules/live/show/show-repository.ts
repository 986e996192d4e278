import { and, desc, eq, gte, inArray, isNotNull, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { openStatuses } from '../../../access';
import type { Db } from '../../../db/client';
import { findRow, firstOrNull, getSingle, lockRow } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import { conversations } from '../../../db/schema/messages';
import { streams } from '../../../db/schema/streams';
import type { Executor, Tx } from '../../../db/transaction';

export type ShowRow = typeof streams.$inferSelect;
export type ConversationRow = typeof conversations.$inferSelect;

export type ShowRepository = ReturnType<typeof createShowRepository>;

/** Private shows are in the same table, but most methods leave them out. */
export function createShowRepository(db: Db) {
  const isOpen = (performerId: string) =>
    and(eq(streams.performerId, performerId), ne(streams.type, 'private'), ne(streams.state, 'ended'));

  const hostsInPrivate = () =>
    db
      .select({ id: streams.performerId })
      .from(streams)
      .where(and(eq(streams.type, 'private'), eq(streams.state, 'live')));

  return {
    find: (id: string, tx: Executor = db): Promise<ShowRow | null> => findRow(tx, streams, eq(streams.id, id)),
    lock: (id: string, tx: Tx): Promise<ShowRow | null> => lockRow(tx, streams, eq(streams.id, id)),

    findMany: (ids: readonly string[]): Promise<ShowRow[]> =>
      db
        .select()
        .from(streams)
        .where(inArray(streams.id, [...ids])),

    /** A creator's prepared or live show, except private shows. */
    findOpen: (performerId: string, tx: Executor = db): Promise<ShowRow | null> =>
      findRow(tx, streams, isOpen(performerId)),
    lockOpen: (performerId: string, tx: Tx): Promise<ShowRow | null> => lockRow(tx, streams, isOpen(performerId)),

    /** A creator's newest show that was started, except private shows. */
    findLatest: (performerId: string): Promise<ShowRow | null> =>
      firstOrNull(
        db
          .select()
          .from(streams)
          .where(and(eq(streams.performerId, performerId), ne(streams.type, 'private'), isNotNull(streams.startedAt)))
          .orderBy(desc(streams.createdAt), desc(streams.id))
          .limit(1),
      ),

    /** At most two: a public show and the private show that interrupts it. */
    listLiveOf: (performerId: string, tx: Executor = db): Promise<ShowRow[]> =>
      tx
        .select()
        .from(streams)
        .where(and(eq(streams.performerId, performerId), eq(streams.state, 'live'))),

    listLive: (): Promise<ShowRow[]> => db.select().from(streams).where(eq(streams.state, 'live')),

    /**
     * Shows to end: live ones whose host's account was closed, or who was not present after `hostBy`, unless a private show
     * interrupts them; and those that were prepared before `preparedBy`.
     */
    listDue({ hostBy, preparedBy }: { hostBy: Date; preparedBy: Date }): Promise<{ id: string; isClosed: boolean }[]> {
      const isLive = eq(streams.state, 'live');
      const isClosed = notInArray(accounts.status, [...openStatuses]);
      return db
        .select({ id: streams.id, isClosed: sql<boolean>`${isLive} and ${isClosed}` })
        .from(streams)
        .innerJoin(accounts, eq(accounts.id, streams.performerId))
        .where(
          or(
            and(isLive, isClosed),
            and(
              isLive,
              lte(streams.hostUntil, hostBy),
              or(eq(streams.type, 'private'), notInArray(streams.performerId, hostsInPrivate())),
            ),
            and(ne(streams.type, 'private'), eq(streams.state, 'prepared'), lte(streams.createdAt, preparedBy)),
          ),
        );
    },

    /** How many seconds of an ended show its host spent in private shows. */
    async readInterruptedSeconds(
      { performerId, type, startedAt, endedAt }: ShowRow,
      tx: Executor = db,
    ): Promise<number> {
      if (type === 'private' || startedAt === null || endedAt === null) return 0;
      const { seconds } = await getSingle(
        tx
          .select({
            seconds: sql<number>`coalesce(floor(sum(extract(epoch from ${streams.endedAt} - ${streams.startedAt}))), 0)::int`,
          })
          .from(streams)
          .where(
            and(
              eq(streams.performerId, performerId),
              eq(streams.type, 'private'),
              gte(streams.startedAt, startedAt),
              lte(streams.endedAt, endedAt),
            ),
          ),
      );
      return seconds;
    },

    insert: (row: typeof streams.$inferInsert, tx: Tx): Promise<ShowRow> =>
      getSingle(tx.insert(streams).values(row).returning()),

    update: (id: string, change: Partial<typeof streams.$inferInsert>, tx: Executor = db): Promise<ShowRow | null> =>
      firstOrNull(tx.update(streams).set(change).where(eq(streams.id, id)).returning()),

    lockHost: async (performerId: string, tx: Tx): Promise<void> =>
      void (await tx
        .select({ id: performers.id })
        .from(performers)
        .where(eq(performers.id, performerId))
        .for('no key update')),

    updateHost: async (performerId: string, change: PgUpdateSetSource<typeof performers>, tx: Tx): Promise<void> =>
      void (await tx.update(performers).set(change).where(eq(performers.id, performerId))),

    insertConversation: (row: typeof conversations.$inferInsert, tx: Tx): Promise<ConversationRow> =>
      getSingle(tx.insert(conversations).values(row).returning()),

    findConversation: (streamId: string, tx: Executor = db): Promise<ConversationRow | null> =>
      findRow(tx, conversations, eq(conversations.streamId, streamId)),
  };
}
