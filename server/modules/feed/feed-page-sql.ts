import { sql, type SQL } from 'drizzle-orm';

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

/**
 * Creators times posts up to which a home page is put together creator by creator, from the newest of each. Beyond it,
 * one walk along the newest posts of everybody is shorter.
 */
const MOST_MERGED = 20_000;

/** Whether creator `p` with account `a` is there for the asker. */
export function isShown({ viewerId, isAdmin, country }: Asker): SQL {
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
export function scopeCondition(scope: FeedScope, asker: Asker): SQL {
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

export function conditions(whose: SQL, filter: FeedFilter, asker: Asker): SQL {
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
export const sortOf = (scope: FeedScope) => (scope.kind === 'performer' ? pinnedFirst : newestFirst);
export const orderBy = (alias: string, columns: readonly string[]) =>
  sql.raw(columns.map((column) => `${alias}.${column} desc`).join(', '));

/** Keeps what comes after a post. Each value is a subquery of its own, which lets the index start there. */
function isAfter(beforeId: string, columns: readonly string[]): SQL {
  const left = sql.raw(columns.map((column) => `f.${column}`).join(', '));
  const right = columns.map((column) => sql`(select ${sql.raw(column)} from feeds where id = ${beforeId})`);
  return sql`(${left}) < (${sql.join(right, sql`, `)})`;
}

/** One way to posts: a walk along an index, newest first, from where the page begins. */
function walk(whose: SQL, filter: FeedFilter, { slice, asker, columns }: Walk): SQL {
  const after = slice.beforeId === undefined ? sql`` : sql` and ${isAfter(slice.beforeId, columns)}`;
  return sql`select f.id, f.is_pinned, f.published_at from feeds f
    where ${conditions(whose, filter, asker)}${after} order by ${orderBy('f', columns)}`;
}

interface Walk {
  slice: FeedSlice;
  asker: Asker;
  columns: readonly string[];
}

/** Ids of one page with what they are sorted by. */
export function candidates(scope: FeedScope, filter: FeedFilter, slice: FeedSlice, asker: Asker): SQL {
  const columns = sortOf(scope);
  const { limit, offset } = slice;
  const needed = limit + offset;
  // Written out, since the plan depends on how few are wanted.
  const page = offset === 0 ? sql.raw(`limit ${limit}`) : sql.raw(`limit ${limit} offset ${offset}`);
  if (scope.kind !== 'performers' || scope.ids.length * needed > MOST_MERGED) {
    return sql`${walk(scopeCondition(scope, asker), filter, { slice, asker, columns })} ${page}`;
  }
  const ways = filter.isUnlocked
    ? openWays(scope.ids, filter, { slice, asker, columns })
    : [newestOfEach(scope.ids, sql`true`, filter, { slice, asker, columns })];
  return sql`select n.* from (${sql.join(ways, sql` union `)}) n order by ${orderBy('n', columns)} ${page}`;
}

/** The newest posts of each creator by themselves, as many as a page could need. */
function newestOfEach(ids: string[], which: SQL, filter: FeedFilter, on: Walk, creators = sql`true`): SQL {
  const whose = sql`f.performer_id = h.performer_id and ${which}`;
  return sql`(select n.* from unnest(${sql.param(ids)}::text[]) h(performer_id)
    cross join lateral (${walk(whose, filter, on)} ${sql.raw(`limit ${on.slice.limit + on.slice.offset}`)}) n where ${creators})`;
}

/**
 * What is open to a fan among the posts of many creators. Looking at each post in turn would read through everything that
 * is closed; so each reason to be open is a way of its own, and has an index.
 */
function openWays(ids: string[], wanted: FeedFilter, on: Walk): SQL[] {
  const filter = { ...wanted, isUnlocked: false };
  const viewerId = on.asker.viewerId ?? '';
  const { now } = on.asker;
  const isSubscribed = sql`exists (select 1 from subscriptions s where s.user_id = ${viewerId}
    and s.performer_id = h.performer_id and s.expired_at > ${now})`;
  const hasPlatform = sql`exists (select 1 from platform_subscriptions s
    where s.user_id = ${viewerId} and s.expired_at > ${now})`;
  const bought = sql`f.performer_id = any(${sql.param(ids)}::text[]) and f.id in
    (select u.target_id from purchases u where u.user_id = ${viewerId} and u.target = 'feed')`;
  return [
    newestOfEach(ids, sql`not f.is_sale`, filter, on, isSubscribed),
    newestOfEach(
      ids,
      // The first part is the index's own condition, word for word.
      sql`((f.is_sale and f.price = 0) or f.is_free) and (f.is_sale or ${hasPlatform})`,
      filter,
      on,
    ),
    sql`(${walk(bought, filter, on)})`,
  ];
}

/** @see LiveRow */
export function liveColumns({ viewerId, now }: Asker): SQL {
  const common = sql`f.id, extract(epoch from f.updated_at)::float8 * 1000 as version, f.total_like as "totalLike",
    f.total_comment as "totalComment", f.total_vote as "totalVote"`;
  if (viewerId === null) {
    return sql`${common}, false as "isLiked", false as "isBookmarked", false as "isBought", false as "isSubscribed",
      false as "isFollowed", false as "usedTrial", false as "hasPlatform", null as "votedPollId"`;
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
    exists (select 1 from subscriptions s where s.user_id = ${viewerId} and s.performer_id = f.performer_id
      and s.used_free_subscription) as "usedTrial",
    exists (select 1 from platform_subscriptions s where s.user_id = ${viewerId} and s.expired_at > ${now})
      as "hasPlatform",
    (select v.poll_id from votes v where f.has_poll and v.feed_id = f.id and v.voter_id = ${viewerId})
      as "votedPollId"`;
}
