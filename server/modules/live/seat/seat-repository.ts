import { and, asc, desc, eq, inArray, lte, max, not, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Cents } from '@contract/base/money';
import { existsIn } from '../../../db/conditions';
import type { Db } from '../../../db/client';
import { findRow, firstOrNull, getSingle, lockRow } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { earnings, walletCharges } from '../../../db/schema/money';
import { streamMinutes, streams, streamSeats, streamViewers } from '../../../db/schema/streams';
import type { Executor, Tx } from '../../../db/transaction';

export type SeatRow = typeof streamSeats.$inferSelect;
export type SeatEnd = NonNullable<SeatRow['endedBy']>;

export interface SeatDetail {
  seat: SeatRow;
  type: (typeof streams.$inferSelect)['type'];
  sessionId: string;
  /** Paid minutes, without refunded ones. */
  minutes: number;
  cost: Cents;
  earned: Cents;
}

export type SeatRepository = ReturnType<typeof createSeatRepository>;

/** Must match the condition of the partial index. */
const isOpen = sql`${streamSeats.state} in ('asked', 'running')`;

const ofMinutes = (column: SQL) => sql`(select ${column} from ${streamMinutes} m
  join ${walletCharges} w on w.id = m.charge_id left join ${earnings} e on e.transaction_id = w.id
  where m.seat_id = ${streamSeats.id} and w.status = 'success')`;

export function createSeatRepository(db: Db) {
  const selectDetails = (where: SQL | undefined, tx: Executor = db): Promise<SeatDetail[]> =>
    tx
      .select({
        seat: streamSeats,
        type: streams.type,
        sessionId: streams.sessionId,
        minutes: sql<number>`${ofMinutes(sql`count(*)::int`)}`,
        cost: sql<Cents>`${ofMinutes(sql`coalesce(sum(w.total_price), 0)::float8`)}`,
        earned: sql<Cents>`${ofMinutes(sql`coalesce(sum(e.net_price), 0)::float8`)}`,
      })
      .from(streamSeats)
      .innerJoin(streams, eq(streams.id, streamSeats.streamId))
      .where(where)
      .orderBy(asc(streamSeats.createdAt), asc(streamSeats.id));

  return {
    find: (id: string): Promise<SeatRow | null> => findRow(db, streamSeats, eq(streamSeats.id, id)),
    lock: (id: string, tx: Tx): Promise<SeatRow | null> => lockRow(tx, streamSeats, eq(streamSeats.id, id)),

    /** Like `lock`; null also if another process has locked the seat, which then does the work. */
    lockFree: (id: string, tx: Tx): Promise<SeatRow | null> =>
      firstOrNull(tx.select().from(streamSeats).where(eq(streamSeats.id, id)).for('update', { skipLocked: true })),

    /** The newest seat of a conversation. A private show has only one. */
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
        .where(and(eq(streamSeats.userId, userId), isOpen)),

    findDetail: (id: string, tx?: Executor): Promise<SeatDetail | null> =>
      firstOrNull(selectDetails(eq(streamSeats.id, id), tx)),
    findDetails: (ids: readonly string[]) => selectDetails(inArray(streamSeats.id, [...ids])),
    listOpen: () => selectDetails(isOpen),
    listOpenOf: (accountId: string) =>
      selectDetails(and(or(eq(streamSeats.userId, accountId), eq(streamSeats.performerId, accountId)), isOpen)),

    /** Running seats, with the time until which the fan counts as present (in the future while they are). */
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

    /** Requests that can no longer be accepted: they expired, or their host's public show ended. */
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

    /** Number of the last minute that a fan was charged in a show; 0 if none. */
    async findLastNumber({ streamId, userId }: Pick<SeatRow, 'streamId' | 'userId'>, tx: Tx): Promise<number> {
      const ofFan = and(eq(streamMinutes.streamId, streamId), eq(streamMinutes.userId, userId));
      const { last } = await getSingle(
        tx
          .select({ last: max(streamMinutes.minute) })
          .from(streamMinutes)
          .where(ofFan),
      );
      return last ?? 0;
    },

    findLastMinute: (seatId: string, tx: Tx) =>
      firstOrNull(
        tx
          .select()
          .from(streamMinutes)
          .where(eq(streamMinutes.seatId, seatId))
          .orderBy(desc(streamMinutes.minute))
          .limit(1),
      ),

    async insertMinute(row: typeof streamMinutes.$inferInsert, tx: Tx): Promise<void> {
      await tx.insert(streamMinutes).values(row);
    },
  };
}
