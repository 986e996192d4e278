import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Cents } from '@contract/base/money';
import type { Db } from '../../../../db/client';
import { hasRows, listIds } from '../../../../db/query-helpers';
import { accounts } from '../../../../db/schema/accounts';
import { streams, streamViewers } from '../../../../db/schema/streams';
import type { Tx } from '../../../../db/transaction';
import { spentByViewer } from '../show-figures';
import type { ShowRow } from '../show-repository';

export type ViewerRepository = ReturnType<typeof createViewerRepository>;

export interface RoomViewer {
  streamId: string;
  viewerKey: string;
  accountId: string | null;
}

interface PresentRow extends Record<string, unknown> {
  accountId: string;
  since: string;
  spent: Cents;
  isMuted: boolean;
  isSubscribed: boolean;
}

/** A heartbeat is no change of the show, so `updatedAt` stays. */
const unchanged = { updatedAt: sql`${streams.updatedAt}` };
const at = (time: Date) => sql`${time.toISOString()}::timestamptz`;

/** Viewers are present until a stored time. ADR 63. */
export function createViewerRepository(db: Db) {
  return {
    /** Extends the presence of viewers. `since` restarts if they were away. */
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

    /** Present viewers by show, and when the newest one entered; shows without viewers are absent. */
    async countPresent(ids: readonly string[], now: Date): Promise<Map<string, { total: number; latest: string }>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({
          id: streamViewers.streamId,
          total: sql<number>`count(*)::int`,
          latest: sql<string>`max(${streamViewers.since})::text`,
        })
        .from(streamViewers)
        .where(and(inArray(streamViewers.streamId, [...ids]), gt(streamViewers.presentUntil, now)))
        .groupBy(streamViewers.streamId);
      return new Map(rows.map(({ id, ...counted }) => [id, counted]));
    },

    async raisePeak(id: string, total: number): Promise<void> {
      await db
        .update(streams)
        .set({ peakViewers: total, ...unchanged })
        .where(and(eq(streams.id, id), lt(streams.peakViewers, total)));
    },

    listShown: (streamId: string, { now, limit }: { now: Date; limit: number }): Promise<string[]> =>
      listIds(
        db
          .select({ id: accounts.id })
          .from(streamViewers)
          .innerJoin(accounts, eq(accounts.id, streamViewers.accountId))
          .where(
            and(
              eq(streamViewers.streamId, streamId),
              gt(streamViewers.presentUntil, now),
              eq(accounts.kind, 'user'),
              eq(accounts.showsPresence, true),
            ),
          )
          .orderBy(sql`${streamViewers.since} desc`, accounts.id)
          .limit(limit),
      ),

    async listForHost(
      { id, performerId }: Pick<ShowRow, 'id' | 'performerId'>,
      { now, sort, limit, offset }: { now: Date; sort: 'asc' | 'desc'; limit: number; offset: number },
    ): Promise<{ rows: PresentRow[]; total: number }> {
      const direction = sql.raw(sort);
      const present = sql`from ${streams} s join ${streamViewers} v on v.stream_id = s.id
        join ${accounts} a on a.id = v.account_id
        where s.id = ${id} and v.present_until > ${at(now)} and a.kind = 'user'`;
      const { rows } = await db.execute<PresentRow>(sql`
        select v.account_id as "accountId", v.since, ${spentByViewer} as spent,
          exists (select 1 from stream_restrictions r where r.stream_id = s.id and r.account_id = v.account_id
            and r.kind = 'mute' and (r.until is null or r.until > ${at(now)})) as "isMuted",
          exists (select 1 from subscriptions b where b.user_id = v.account_id and b.performer_id = ${performerId}
            and b.expired_at > ${at(now)}) as "isSubscribed"
        ${present} order by spent ${direction}, v.since ${direction}, v.account_id ${direction}
        limit ${limit} offset ${offset}`);
      const counted = await db.execute<{ total: number }>(sql`select count(*)::int as total ${present}`);
      return { rows, total: counted.rows[0]?.total ?? 0 };
    },
  };
}
