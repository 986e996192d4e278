import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/client';
import type { Executor } from '../../db/transaction';

/** Whose posts a list is about. */
export type FeedScope = { kind: 'all' } | { kind: 'performer'; id: string } | { kind: 'performers'; ids: string[] };

/** Who asks, for what hides posts or opens them. */
export interface Asker {
  /** Null for a guest. */
  viewerId: string | null;
  /** Blocks do not hold administrators. */
  isAdmin: boolean;
  country: string | null;
  now: Date;
}

export interface FeedFilter {
  type?: string;
  hasPoll?: boolean;
  /** Each must occur. */
  words: string[];
  days: { from: Date; to: Date } | null;
  isUnlocked?: boolean;
}

export interface FeedSlice {
  limit: number;
  offset: number;
  /** Only what comes after this post in the list. */
  beforeId?: string;
}

/** What changes between viewers and from moment to moment; the rest of a post is kept in memory. */
export interface LiveRow {
  id: string;
  /** Changes with every edit. Milliseconds since 1970. */
  version: number;
  totalLike: number;
  totalComment: number;
  totalVote: number;
  isLiked: boolean;
  isBookmarked: boolean;
  isBought: boolean;
  isSubscribed: boolean;
  isFollowed: boolean;
  hasPlatform: boolean;
  votedPollId: string | null;
}

export interface ScopeRow {
  id: string;
  /** Published posts. */
  total: number;
}

/**
 * Creators times posts up to which a home page is put together creator by creator, from the newest of each. Beyond it,
 * one walk along the newest posts of everybody is shorter.
 */
const MOST_MERGED = 20_000;

/** Lists of posts. Every query walks an index in the order of the list and stops after one page. */
export function createFeedPageRepository(db: Db) {
  return {
    /** The creators among `ids` who are there for the asker, with how many posts each has published. */
    async listShown(ids: readonly string[], asker: Asker, tx: Executor = db): Promise<ScopeRow[]> {
      return readScope(sql`p.id = any(${sql.param([...ids])}::text[])`, asker, tx);
    },

    /** The creators whom the asker follows or subscribes to. */
    async listHome(asker: Asker & { viewerId: string }, tx: Executor = db): Promise<ScopeRow[]> {
      const followed = sql`select following_id from follows where follower_id = ${asker.viewerId}`;
      const subscribed = sql`select performer_id from subscriptions
        where user_id = ${asker.viewerId} and expired_at > ${asker.now}`;
      return readScope(sql`p.id in (${followed} union ${subscribed})`, asker, tx);
    },

    /** All published posts of creators who are active: a sum of counters, since counting rows would read them all. */
    async sumPublished(tx: Executor = db): Promise<number> {
      const { rows } = await tx.execute<{ total: number }>(sql`
        select coalesce(sum(p.stat_feeds), 0)::float8 as total
        from performers p join accounts a on a.id = p.id where a.status = 'active'`);
      return rows[0]?.total ?? 0;
    },

    /** How many posts fit, counted up to `most` and no further. */
    async countUpTo(
      most: number,
      scope: FeedScope,
      filter: FeedFilter,
      asker: Asker,
      tx: Executor = db,
    ): Promise<number> {
      const { rows } = await tx.execute<{ total: number }>(sql`
        select count(*)::int as total from (
          select 1 from feeds f where ${conditions(scopeCondition(scope, asker), filter, asker)} limit ${most}) counted`);
      return rows[0]?.total ?? 0;
    },

    /** One page, in the order of the list: a creator's pinned posts first, then newest first. */
    async readPage(
      scope: FeedScope,
      filter: FeedFilter,
      slice: FeedSlice,
      asker: Asker,
      tx: Executor = db,
    ): Promise<LiveRow[]> {
      const { rows } = await tx.execute<LiveRow & Record<string, unknown>>(sql`
        select ${liveColumns(asker)} from (${candidates(scope, filter, slice, asker)}) c
        join feeds f on f.id = c.id order by ${orderBy('c', sortOf(scope))}`);
      return rows;
    },

    /** The same for posts by id, whatever their state, in no order. */
    async readLive(ids: readonly string[], asker: Asker, tx: Executor = db): Promise<LiveRow[]> {
      const { rows } = await tx.execute<LiveRow & Record<string, unknown>>(sql`
        select ${liveColumns(asker)} from feeds f where f.id = any(${sql.param([...ids])}::text[])`);
      return rows;
    },
  };
}

async function readScope(which: SQL, asker: Asker, tx: Executor): Promise<ScopeRow[]> {
  const { rows } = await tx.execute<ScopeRow & Record<string, unknown>>(sql`
    select p.id, p.stat_feeds as total from performers p join accounts a on a.id = p.id
    where ${which} and ${isShown(asker)}`);
  return rows;
}

/** Whether creator `p` with account `a` is there for the asker. */
function isShown({ viewerId, isAdmin, country }: Asker): SQL {
  const parts = [sql`a.status = 'active'`];
  if (!isAdmin) {
    if (country !== null) parts.push(sql`not (${country} = any(p.blocked_countries) and p.id <> ${viewerId ?? ''})`);
    if (viewerId !== null) {
      parts.push(sql`not exists (select 1 from user_blocks b where b.performer_id = p.id and b.user_id = ${viewerId})`);
    }
  }
  return sql.join(parts, sql` and `);
}

/** Whether post `f` is open to the asker: the same rule as `contentAccess`, in the database's words. */
function isOpen({ viewerId, now }: Asker): SQL {
  const forAll = sql`(f.is_sale and f.price = 0)`;
  if (viewerId === null) return forAll;
  return sql`(${forAll} or f.performer_id = ${viewerId}
    or exists (select 1 from purchases u where u.user_id = ${viewerId} and u.target = 'feed' and u.target_id = f.id)
    or (not f.is_sale and exists (select 1 from subscriptions s where s.user_id = ${viewerId}
      and s.performer_id = f.performer_id and s.expired_at > ${now}))
    or (f.is_free and not f.is_sale and exists (select 1 from platform_subscriptions s
      where s.user_id = ${viewerId} and s.expired_at > ${now})))`;
}

/** The part of a condition that says whose posts. */
function scopeCondition(scope: FeedScope, asker: Asker): SQL {
  switch (scope.kind) {
    case 'all':
      return sql`exists (select 1 from performers p join accounts a on a.id = p.id
        where p.id = f.performer_id and ${isShown(asker)})`;
    case 'performer':
      return sql`f.performer_id = ${scope.id}`;
    case 'performers':
      return sql`f.performer_id = any(${sql.param(scope.ids)}::text[])`;
  }
}

function conditions(whose: SQL, filter: FeedFilter, asker: Asker): SQL {
  const parts = [sql`f.status = 'active'`, whose];
  if (filter.type !== undefined) parts.push(sql`f.type = ${filter.type}`);
  if (filter.hasPoll) parts.push(sql`f.has_poll`);
  if (filter.days) parts.push(sql`f.created_at >= ${filter.days.from} and f.created_at < ${filter.days.to}`);
  if (filter.isUnlocked) parts.push(isOpen(asker));
  for (const word of filter.words) {
    const like = `%${word}%`;
    // What a post keeps closed must not be told by whether a search finds it.
    parts.push(sql`(f.title ilike ${like} or f.tagline ilike ${like} or (f.text ilike ${like} and ${isOpen(asker)}))`);
  }
  return sql.join(parts, sql` and `);
}

const newestFirst = ['published_at', 'id'];
/** A creator's page begins with what they pinned. */
const pinnedFirst = ['is_pinned', ...newestFirst];
const sortOf = (scope: FeedScope) => (scope.kind === 'performer' ? pinnedFirst : newestFirst);
const orderBy = (alias: string, columns: readonly string[]) =>
  sql.raw(columns.map((column) => `${alias}.${column} desc`).join(', '));

/** Keeps what comes after a post. Each value is a subquery of its own, which lets the index start there. */
function isAfter(beforeId: string, columns: readonly string[]): SQL {
  const left = sql.raw(columns.map((column) => `f.${column}`).join(', '));
  const right = columns.map((column) => sql`(select ${sql.raw(column)} from feeds where id = ${beforeId})`);
  return sql`(${left}) < (${sql.join(right, sql`, `)})`;
}

/** Ids of one page with what they are sorted by. */
function candidates(scope: FeedScope, filter: FeedFilter, { limit, offset, beforeId }: FeedSlice, asker: Asker): SQL {
  const columns = sortOf(scope);
  const after = beforeId === undefined ? sql`` : sql` and ${isAfter(beforeId, columns)}`;
  const walk = (whose: SQL) => sql`select f.id, f.is_pinned, f.published_at from feeds f
    where ${conditions(whose, filter, asker)}${after} order by ${orderBy('f', columns)}`;
  const needed = limit + offset;
  if (scope.kind !== 'performers' || scope.ids.length * needed > MOST_MERGED) {
    return sql`${walk(scopeCondition(scope, asker))} limit ${limit} offset ${offset}`;
  }
  return sql`select n.* from unnest(${sql.param(scope.ids)}::text[]) h(performer_id)
    cross join lateral (${walk(sql`f.performer_id = h.performer_id`)} limit ${needed}) n
    order by ${orderBy('n', columns)} limit ${limit} offset ${offset}`;
}

/** @see LiveRow */
function liveColumns({ viewerId, now }: Asker): SQL {
  const common = sql`f.id, extract(epoch from f.updated_at)::float8 * 1000 as version, f.total_like as "totalLike",
    f.total_comment as "totalComment", f.total_vote as "totalVote"`;
  if (viewerId === null) {
    return sql`${common}, false as "isLiked", false as "isBookmarked", false as "isBought", false as "isSubscribed",
      false as "isFollowed", false as "hasPlatform", null as "votedPollId"`;
  }
  const reacted = (action: string) => sql`exists (select 1 from reactions r where r.created_by = ${viewerId}
    and r.object_type = 'feed' and r.object_id = f.id and r.action = ${action})`;
  return sql`${common},
    ${reacted('like')} as "isLiked", ${reacted('bookmark')} as "isBookmarked",
    exists (select 1 from purchases u where u.user_id = ${viewerId} and u.target = 'feed' and u.target_id = f.id)
      as "isBought",
    exists (select 1 from subscriptions s where s.user_id = ${viewerId} and s.performer_id = f.performer_id
      and s.expired_at > ${now}) as "isSubscribed",
    exists (select 1 from follows w where w.follower_id = ${viewerId} and w.following_id = f.performer_id)
      as "isFollowed",
    exists (select 1 from platform_subscriptions s where s.user_id = ${viewerId} and s.expired_at > ${now})
      as "hasPlatform",
    (select v.poll_id from votes v where f.has_poll and v.feed_id = f.id and v.voter_id = ${viewerId})
      as "votedPollId"`;
}
