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

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`;

/** A heartbeat is no change of the show, so `updatedAt` stays. */
const unchanged = { updatedAt: sql`${streams.updatedAt}` };

/** Stores until when viewers and hosts count as present. ADR 63. */
export function createPresenceRepository(db: Db) {
  return {
    /**
     * Extends the presence of viewers in live shows; a late sign after the end would restore a guest that was forgotten. `since`
     * restarts if they were away.
     */
    async markPresent(viewers: readonly RoomViewer[], { now, until }: { now: Date; until: Date }): Promise<void> {
      if (viewers.length === 0) return;
      const column = (values: readonly (string | null)[]) => sql`${sql.param([...values])}::text[]`;
      await db.execute(sql`
        insert into ${streamViewers} (stream_id, viewer_key, account_id, since, present_until)
        select v.stream_id, v.viewer_key, v.account_id, ${at(now)}, ${at(until)}
        from unnest(${column(viewers.map(({ streamId }) => streamId))},
          ${column(viewers.map(({ viewerKey }) => viewerKey))},
          ${column(viewers.map(({ accountId }) => accountId))}) as v (stream_id, viewer_key, account_id)
          join ${streams} on ${streams.id} = v.stream_id and ${streams.state} = 'live'
        on conflict (stream_id, viewer_key) do update set
          since = case when ${streamViewers.presentUntil} < excluded.since then excluded.since else ${streamViewers.since} end,
          present_until = greatest(${streamViewers.presentUntil}, excluded.present_until)`);
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

    async expireHosts(now: Date): Promise<void> {
      await db
        .update(streams)
        .set({ hostUntil: now, ...unchanged })
        .where(and(eq(streams.state, 'live'), gt(streams.hostUntil, now)));
    },

    async raisePeak(id: string, total: number): Promise<void> {
      await db
        .update(streams)
        .set({ peakViewers: total, ...unchanged })
        .where(and(eq(streams.id, id), lt(streams.peakViewers, total)));
    },
  };
}
