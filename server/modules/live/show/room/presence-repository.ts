import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '../../../../db/client';
import { hasRows } from '../../../../db/query-helpers';
import { streams, streamViewers } from '../../../../db/schema/streams';
import type { Tx } from '../../../../db/transaction';

export type PresenceRepository = ReturnType<typeof createPresenceRepository>;

export interface RoomViewer {
  streamId: string;
  viewerKey: string;
  accountId: string | null;
}

/** A heartbeat is not a change to the show, so `updatedAt` stays the same. */
const unchanged = { updatedAt: sql`${streams.updatedAt}` };

/** Stores until when viewers and hosts count as present. ADR 63. */
export function createPresenceRepository(db: Db) {
  return {
    /** Extends the presence of viewers. For viewers who were away, `since` is set to now. */
    async markPresent(viewers: readonly RoomViewer[], { now, until }: { now: Date; until: Date }): Promise<void> {
      if (viewers.length === 0) return;
      await db
        .insert(streamViewers)
        .values(viewers.map((viewer) => ({ ...viewer, since: now, presentUntil: until })))
        .onConflictDoUpdate({
          target: [streamViewers.streamId, streamViewers.viewerKey],
          set: {
            since: sql`case when ${streamViewers.presentUntil} < excluded.since then excluded.since
              else ${streamViewers.since} end`,
            presentUntil: sql`greatest(${streamViewers.presentUntil}, excluded.present_until)`,
          },
        });
    },

    async markAway({ streamId, viewerKey }: Pick<RoomViewer, 'streamId' | 'viewerKey'>, now: Date): Promise<void> {
      await db
        .update(streamViewers)
        .set({ presentUntil: now })
        .where(
          and(
            eq(streamViewers.streamId, streamId),
            eq(streamViewers.viewerKey, viewerKey),
            gt(streamViewers.presentUntil, now),
          ),
        );
    },

    forgetGuests: async (streamId: string, tx: Tx): Promise<void> =>
      void (await tx
        .delete(streamViewers)
        .where(and(eq(streamViewers.streamId, streamId), isNull(streamViewers.accountId)))),

    async markHostPresent(ids: readonly string[], until: Date): Promise<void> {
      if (ids.length === 0) return;
      await db
        .update(streams)
        .set({ hostUntil: until, ...unchanged })
        .where(and(inArray(streams.id, [...ids]), eq(streams.state, 'live'), lt(streams.hostUntil, until)));
    },

    markHostAway: (id: string, now: Date): Promise<boolean> =>
      hasRows(
        db
          .update(streams)
          .set({ hostUntil: now, ...unchanged })
          .where(and(eq(streams.id, id), eq(streams.state, 'live'), gt(streams.hostUntil, now)))
          .returning({ id: streams.id }),
      ),

    async raisePeak(id: string, total: number): Promise<void> {
      await db
        .update(streams)
        .set({ peakViewers: total, ...unchanged })
        .where(and(eq(streams.id, id), lt(streams.peakViewers, total)));
    },
  };
}
