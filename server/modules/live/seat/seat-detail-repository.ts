import { and, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { firstOrNull } from '../../../db/query-helpers';
import { earnings, walletCharges } from '../../../db/schema/money';
import { streamMinutes, streams, streamSeats } from '../../../db/schema/streams';
import type { Executor } from '../../../db/transaction';
import { isOpenSeat, type SeatRow } from './seat-repository';

export interface SeatDetail {
  seat: SeatRow;
  type: (typeof streams.$inferSelect)['type'];
  sessionId: string;
  /** Number of paid minutes, without refunded ones. */
  minutes: number;
  cost: Cents;
  earned: Cents;
}

export type SeatDetailRepository = ReturnType<typeof createSeatDetailRepository>;

const ofMinutes = (column: SQL) => sql`(select ${column} from ${streamMinutes} m
  join ${walletCharges} w on w.id = m.charge_id left join ${earnings} e on e.transaction_id = w.id
  where m.seat_id = ${streamSeats.id} and w.status = 'success')`;

/** Reads seats with the number and cost of their minutes. */
export function createSeatDetailRepository(db: Db) {
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
    find: (id: string, tx?: Executor): Promise<SeatDetail | null> =>
      firstOrNull(selectDetails(eq(streamSeats.id, id), tx)),
    findMany: (ids: readonly string[]) => selectDetails(inArray(streamSeats.id, [...ids])),
    listOpen: () => selectDetails(isOpenSeat),
    listOpenOf: (accountId: string) =>
      selectDetails(and(or(eq(streamSeats.userId, accountId), eq(streamSeats.performerId, accountId)), isOpenSeat)),
  };
}
