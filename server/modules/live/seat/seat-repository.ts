import { and, asc, desc, eq, lte, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { existsIn } from '../../../db/conditions';
import type { Db } from '../../../db/client';
import { findRow, firstOrNull, getSingle, lockRow } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { streams, streamSeats, streamViewers } from '../../../db/schema/streams';
import type { Tx } from '../../../db/transaction';

export type SeatRow = typeof streamSeats.$inferSelect;
export type SeatEnd = NonNullable<SeatRow['endedBy']>;

export type SeatRepository = ReturnType<typeof createSeatRepository>;

/** Must match the condition of the partial index on seats. */
export const isOpenSeat = sql`${streamSeats.state} in ('asked', 'running')`;

export function createSeatRepository(db: Db) {
  return {
    find: (id: string): Promise<SeatRow | null> => findRow(db, streamSeats, eq(streamSeats.id, id)),
    lock: (id: string, tx: Tx): Promise<SeatRow | null> => lockRow(tx, streamSeats, eq(streamSeats.id, id)),

    /** Like `lock`, but also null if another process has locked the seat and does the work. */
    lockFree: (id: string, tx: Tx): Promise<SeatRow | null> =>
      firstOrNull(tx.select().from(streamSeats).where(eq(streamSeats.id, id)).for('update', { skipLocked: true })),

    /** The newest seat in the show that this chat belongs to. In a private show, it is the only one. */
    findByConversation: (conversationId: string): Promise<SeatRow | null> =>
      firstOrNull(
        db
          .select()
          .from(streamSeats)
          .where(eq(streamSeats.conversationId, conversationId))
          .orderBy(desc(streamSeats.createdAt))
          .limit(1),
      ),

    listOpenOfFan: (userId: string, tx: Tx): Promise<SeatRow[]> =>
      tx
        .select()
        .from(streamSeats)
        .where(and(eq(streamSeats.userId, userId), isOpenSeat)),

    /** Running seats, with the time until which the fan counts as present: in the future while they are. */
    listRunning: () => {
      const fan = alias(accounts, 'fan');
      return db
        .select({
          seat: streamSeats,
          isFanActive: sql<boolean>`${fan.status} = 'active'`,
          fanUntil: sql<Date>`greatest(${streamViewers.presentUntil}, ${streamSeats.startedAt})`.mapWith(
            streamSeats.startedAt,
          ),
        })
        .from(streamSeats)
        .innerJoin(fan, eq(fan.id, streamSeats.userId))
        .leftJoin(
          streamViewers,
          and(eq(streamViewers.streamId, streamSeats.streamId), eq(streamViewers.viewerKey, streamSeats.userId)),
        )
        .where(eq(streamSeats.state, 'running'))
        .orderBy(asc(streamSeats.dueAt));
    },

    listRunningIn: (streamId: string): Promise<SeatRow[]> =>
      db
        .select()
        .from(streamSeats)
        .where(and(eq(streamSeats.streamId, streamId), eq(streamSeats.state, 'running'))),

    /** Requests that can no longer be accepted, because they expired or the host's public show ended. */
    listOverRequests: (now: Date): Promise<SeatRow[]> => {
      const isHostLive = existsIn(
        streams,
        eq(streams.performerId, streamSeats.performerId),
        eq(streams.type, 'public'),
        eq(streams.state, 'live'),
      );
      return db
        .select()
        .from(streamSeats)
        .where(and(eq(streamSeats.state, 'asked'), or(lte(streamSeats.answerBy, now), not(isHostLive))));
    },

    insert: (row: typeof streamSeats.$inferInsert, tx: Tx): Promise<SeatRow> =>
      getSingle(tx.insert(streamSeats).values(row).returning()),

    update: (id: string, change: Partial<typeof streamSeats.$inferInsert>, tx: Tx): Promise<SeatRow> =>
      getSingle(tx.update(streamSeats).set(change).where(eq(streamSeats.id, id)).returning()),
  };
}
