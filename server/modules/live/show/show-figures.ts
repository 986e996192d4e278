import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { firstOrNull } from '../../../db/query-helpers';
import { videos } from '../../../db/schema/assets';
import { items } from '../../../db/schema/items';
import { conversations } from '../../../db/schema/messages';
import { earnings, subscriptions, walletCharges } from '../../../db/schema/money';
import { follows } from '../../../db/schema/social';
import { streamRestrictions, streams, streamViewers } from '../../../db/schema/streams';
import type { ShowRow } from './show-repository';

export type ShowFigures = ReturnType<typeof createShowFigures>;

interface Takings {
  count: number;
  amount: Cents;
}

type TakingsRow = Takings & { kind: 'tips' | 'tickets' | 'minutes'; commission: Cents; earned: Cents };

export interface ShowCounts {
  id: string;
  conversationId: string | null;
  members: number;
  /** Tips in cents; null for shows without a goal. */
  raised: Cents | null;
}

const at = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`;

/** SQL: charge `w` is a tip in show `s` that was not refunded. Creator and time are there for the index. */
const isTipIn = sql`w.performer_id = s.performer_id and w.created_at >= s.created_at and w.status = 'success'
  and w.type = 'stream_tip' and w.session_id = s.session_id`;

/** SQL: charge `w` belongs to show `s`. Tickets and minutes refer to the show's id, tips to its session id. */
const isInShow = sql`((w.target = 'stream' and w.target_id = s.id)
  or (w.type = 'stream_tip' and w.session_id = s.session_id))`;

/** SQL: charge `w` belongs to show `s` and was not refunded; a public show also includes the minutes of private shows that interrupted it. */
const isTakingOf = sql`w.performer_id = s.performer_id and w.created_at >= s.created_at and w.status = 'success'
  and (${isInShow} or (s.type = 'public' and w.type = 'private_chat' and w.target_id in
    (select p.id from ${streams} p where p.performer_id = s.performer_id and p.type = 'private'
      and p.started_at between s.started_at and coalesce(s.ended_at, 'infinity'))))`;

export const spentByViewer = sql`(select coalesce(sum(w.total_price), 0)::float8 from ${walletCharges} w
  where w.user_id = v.account_id and ${isTakingOf})`;

export function createShowFigures(db: Db) {
  return {
    async list(ids: readonly string[], now: Date): Promise<Map<string, ShowCounts>> {
      if (ids.length === 0) return new Map();
      const { rows } = await db.execute<ShowCounts & Record<string, unknown>>(sql`
        select s.id,
          (select c.id from ${conversations} c where c.stream_id = s.id limit 1) as "conversationId",
          (select count(*)::int from ${streamViewers} v where v.stream_id = s.id and v.present_until > ${at(now)})
            as members,
          case when s.goal_amount is not null then
            (select coalesce(sum(w.total_price), 0)::float8 from ${walletCharges} w where ${isTipIn}) end as raised
        from ${streams} s where s.id = any(${sql.param([...ids])}::text[])`);
      return new Map(rows.map((row) => [row.id, row]));
    },

    /**
     * Sums the payments in a show, without tax, and the creator's share. A public show includes its private shows.
     *
     * @param areTicketsRefunded true if its tickets are being refunded; then they do not count
     */
    async readTakings(id: string, { areTicketsRefunded = false } = {}) {
      const { rows } = await db.execute<TakingsRow & Record<string, unknown>>(sql`
        select case w.type when 'stream_tip' then 'tips' when 'public_chat' then 'tickets' else 'minutes' end as kind,
          count(*)::int as count, sum(w.total_price)::float8 as amount,
          coalesce(sum(e.commission), 0)::float8 as commission, coalesce(sum(e.net_price), 0)::float8 as earned
        from ${streams} s join ${walletCharges} w on ${isTakingOf}
          left join ${earnings} e on e.transaction_id = w.id
        where s.id = ${id} group by 1`);
      return toTakings(areTicketsRefunded ? rows.filter(({ kind }) => kind !== 'tickets') : rows);
    },

    /** @param areTicketsRefunded true if those that are not yet refunded will be */
    async readRefundedTickets(id: string, { areTicketsRefunded }: { areTicketsRefunded: boolean }): Promise<Takings> {
      const { rows } = await db.execute<Takings & Record<string, unknown>>(sql`
        select count(*)::int as count, coalesce(sum(w.total_price), 0)::float8 as amount
        from ${streams} s join ${walletCharges} w on w.performer_id = s.performer_id and w.created_at >= s.created_at
          and w.target = 'stream' and w.target_id = s.id and w.type = 'public_chat'
        where s.id = ${id} and (w.status = 'refunded' or ${areTicketsRefunded})`);
      return rows[0] ?? { count: 0, amount: cents(0) };
    },

    async findReplay(id: string): Promise<string | null> {
      const row = await firstOrNull(
        db
          .select({ id: videos.id })
          .from(videos)
          .innerJoin(items, eq(items.id, videos.id))
          .where(and(eq(videos.streamId, id), isNull(items.deletedAt))),
      );
      return row?.id ?? null;
    },

    async readAudience(
      { id, performerId }: Pick<ShowRow, 'id' | 'performerId'>,
      { from, to }: { from: Date; to: Date },
    ) {
      const restricted = (kind: 'mute' | 'ban') => sql`(select count(*)::int from ${streamRestrictions} r
        where r.stream_id = ${id} and r.kind = ${kind})`;
      const { rows } = await db.execute<
        Record<'viewers' | 'newFollowers' | 'newSubscribers' | 'muted' | 'banned', number>
      >(sql`
        select (select count(*)::int from ${streamViewers} v where v.stream_id = ${id} and v.account_id is not null)
            as viewers,
          (select count(*)::int from ${follows} f
            where f.following_id = ${performerId} and f.created_at between ${at(from)} and ${at(to)}) as "newFollowers",
          (select count(*)::int from ${subscriptions} b
            where b.performer_id = ${performerId} and b.created_at between ${at(from)} and ${at(to)}) as "newSubscribers",
          ${restricted('mute')} as muted, ${restricted('ban')} as banned`);
      return rows[0] ?? { viewers: 0, newFollowers: 0, newSubscribers: 0, muted: 0, banned: 0 };
    },
  };
}

function toTakings(rows: readonly TakingsRow[]) {
  const get = (kind: TakingsRow['kind']): Takings => {
    const { count = 0, amount = cents(0) } = rows.find((row) => row.kind === kind) ?? {};
    return { count, amount };
  };
  return {
    tips: get('tips'),
    tickets: get('tickets'),
    minutes: get('minutes'),
    commission: cents(rows.reduce((sum, { commission }) => sum + commission, 0)),
    earned: cents(rows.reduce((sum, { earned }) => sum + earned, 0)),
  };
}
