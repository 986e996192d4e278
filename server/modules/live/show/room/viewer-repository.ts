import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Cents } from '@contract/base/money';
import type { Db } from '../../../../db/client';
import { listIds } from '../../../../db/query-helpers';
import { accounts } from '../../../../db/schema/accounts';
import { streams, streamViewers } from '../../../../db/schema/streams';
import { spentByViewer } from '../show-figures';
import type { ShowRow } from '../show-repository';

export type ViewerRepository = ReturnType<typeof createViewerRepository>;

interface PresentRow extends Record<string, unknown> {
  accountId: string;
  since: string;
  spent: Cents;
  isMuted: boolean;
  isSubscribed: boolean;
}

const at = (time: Date) => sql`${time.toISOString()}::timestamptz`;

export function createViewerRepository(db: Db) {
  return {
    /** The number of present viewers by show, and when the newest entered. Leaves out shows without viewers. */
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
