import { and, desc, eq, max } from 'drizzle-orm';
import { firstOrNull, getSingle } from '../../../db/query-helpers';
import { streamMinutes } from '../../../db/schema/streams';
import type { Tx } from '../../../db/transaction';
import type { SeatRow } from './seat-repository';

export const minuteRepository = {
  /** Number of the last minute for which the fan was charged in this show; 0 if there is none. */
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

  findLast: (seatId: string, tx: Tx) =>
    firstOrNull(
      tx
        .select()
        .from(streamMinutes)
        .where(eq(streamMinutes.seatId, seatId))
        .orderBy(desc(streamMinutes.minute))
        .limit(1),
    ),

  async insert(row: typeof streamMinutes.$inferInsert, tx: Tx): Promise<void> {
    await tx.insert(streamMinutes).values(row);
  },
};
