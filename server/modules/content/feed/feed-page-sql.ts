import { sql, type SQL } from 'drizzle-orm';
import type { AskerShape, ListShape, PageShape } from './feed-page-shape';

const viewer = sql.placeholder('viewer');
const now = sql.placeholder('now');
const performer = sql.placeholder('performer');
const beforeId = sql.placeholder('beforeId');

/** Whether creator `p` with account `a` is there for the asker. */
const isShown = (shape: AskerShape): SQL =>
  sql`a.status = 'active' and ${isApproved(shape)} and ${isNotKeptOut(shape)}`;

/** Whether creator `p` is approved as far as the asker is concerned: creators see themselves, administrators see all. */
export function isApproved({ isGuest, isHeld }: AskerShape): SQL {
  if (!isHeld) return sql`true`;
  return isGuest ? sql`p.verified_document` : sql`(p.verified_document or p.id = ${viewer})`;
}

/** Whether creator `p` keeps out neither the asker nor the country they are in. */
export function isNotKeptOut({ isGuest, isHeld, hasCountry }: AskerShape): SQL {
  const parts = [sql`true`];
  if (isHeld && hasCountry) {
    parts.push(sql`not (${sql.placeholder('country')} = any(p.blocked_countries) and p.id <> ${viewer})`);
  }
  if (isHeld && !isGuest) {
    parts.push(sql`not exists (select 1 from user_blocks b where b.performer_id = p.id and b.user_id = ${viewer})`);
  }
  return sql.join(parts, sql` and `);
}

/** The creators of a home page, with how many posts each has published; `home` in the queries below. */
export const homeCreators = (shape: AskerShape): SQL => sql`
  select p.id, p.stat_feeds as total from performers p join accounts a on a.id = p.id
  where p.id in (select following_id from follows where follower_id = ${viewer}
    union select performer_id from subscriptions where user_id = ${viewer} and expired_at > ${now})
  and ${isShown(shape)}`;

const isSubscribedTo = (performerId: SQL) => sql`exists (select 1 from subscriptions s
  where s.user_id = ${viewer} and s.performer_id = ${performerId} and s.expired_at > ${now})`;
const hasPlatform = sql`exists (select 1 from platform_subscriptions s
  where s.user_id = ${viewer} and s.expired_at > ${now})`;
const isBought = sql`exists (select 1 from purchases u
  where u.user_id = ${viewer} and u.target = 'feed' and u.target_id = f.id)`;

/** Whether post `f` is open to the asker: the same rule as `contentAccess`, in the database's words. */
function isOpen({ isGuest }: AskerShape): SQL {
  const forAll = sql`(f.is_sale and f.price = 0)`;
  if (isGuest) return forAll;
  return sql`(${forAll} or f.performer_id = ${viewer} or ${isBought}
    or (not f.is_sale and ${isSubscribedTo(sql`f.performer_id`)})
    or (f.is_free and not f.is_sale and ${hasPlatform}))`;
}

/** The part of a condition that says whose posts. */
export function isInScope(shape: ListShape): SQL {
  const shown = (id: unknown) => sql`exists (select 1 from performers p join accounts a on a.id = p.id
    where p.id = ${id} and ${isShown(shape)})`;
  switch (shape.scope) {
    case 'all':
      return shown(sql`f.performer_id`);
    case 'performer':
      // The second part says the same of every post: the database asks it once.
      return sql`f.performer_id = ${performer} and ${shown(performer)}`;
    case 'home':
      return sql`f.performer_id in (select id from home)`;
  }
}

export function conditions(whose: SQL, shape: ListShape): SQL {
  const parts = [sql`f.status = 'active'`, whose];
  if (shape.hasType) parts.push(sql`f.type = ${sql.placeholder('type')}`);
  if (shape.hasPoll) parts.push(sql`f.has_poll`);
  if (shape.hasDays) {
    parts.push(sql`f.created_at >= ${sql.placeholder('from')} and f.created_at < ${sql.placeholder('to')}`);
  }
  if (shape.isUnlocked) parts.push(isOpen(shape));
  for (let index = 0; index < shape.words; index += 1) {
    const like = sql.placeholder(`word${index}`);
    // What a post keeps closed must not be told by whether a search finds it.
    parts.push(sql`(f.title ilike ${like} or f.tagline ilike ${like} or (f.text ilike ${like} and ${isOpen(shape)}))`);
  }
  return sql.join(parts, sql` and `);
}

const byTime = ['published_at', 'id'];
/** A creator's page begins with what they pinned; a list from the oldest on is plain. */
const pinnedFirst = ['is_pinned', ...byTime];
const sortOf = ({ scope, isAscending }: PageShape) => (scope === 'performer' && !isAscending ? pinnedFirst : byTime);

export function orderBy(alias: string, shape: PageShape): SQL {
  const columns = sortOf(shape).map((column) => `${alias}.${column} ${shape.isAscending ? 'asc' : 'desc'}`);
  return sql.raw(columns.join(', '));
}

/** Keeps what comes after a post. Each value is a subquery of its own, which lets the index start there. */
function isAfter(shape: PageShape): SQL {
  const columns = sortOf(shape);
  const left = sql.raw(columns.map((column) => `f.${column}`).join(', '));
  const right = columns.map((column) => sql`(select ${sql.raw(column)} from feeds where id = ${beforeId})`);
  return sql`(${left}) ${sql.raw(shape.isAscending ? '>' : '<')} (${sql.join(right, sql`, `)})`;
}

/** One way to posts: a walk along an index, in the order of the list, from where the page begins. */
function walk(whose: SQL, shape: PageShape): SQL {
  const after = shape.isAfter ? sql` and ${isAfter(shape)}` : sql``;
  return sql`select f.id, f.is_pinned, f.published_at from feeds f
    where ${conditions(whose, shape)}${after} order by ${orderBy('f', shape)}`;
}

/** Ids of one page with what they are sorted by; those of a home page name `home`. */
export function candidates(shape: PageShape): SQL {
  const { limit, offset } = shape;
  const page = offset === 0 ? sql.raw(`limit ${limit}`) : sql.raw(`limit ${limit} offset ${offset}`);
  if (shape.scope !== 'home') return sql`${walk(isInScope(shape), shape)} ${page}`;
  const ways = shape.isUnlocked ? openWays(shape) : [firstOfMany(shape)];
  return sql`select n.* from (${sql.join(ways, sql` union `)}) n order by ${orderBy('n', shape)} ${page}`;
}

/**
 * The first posts of many creators. First only the first one of each: a page of twelve is by at most twelve creators, and
 * nothing on it comes after the first post of the last of them. So few more posts are read than are shown, however many
 * creators there are and however much each has published.
 */
function firstOfMany(shape: PageShape, { which = sql`true`, creators = sql`true` } = {}): SQL {
  const needed = sql.raw(String(shape.limit + shape.offset));
  const theirs = (id: string) => sql`f.performer_id = ${sql.raw(id)} and ${which}`;
  const [last, nothing, within] = shape.isAscending ? ['max', 'infinity', '<='] : ['min', '-infinity', '>='];
  const bound = sql.raw(`(select case when count(*) = ${shape.limit + shape.offset} then ${last}(published_at)
    else '${nothing}' end from heads)`);
  return sql`(with heads as materialized (
      select h.id as performer_id, n.published_at from home h
      cross join lateral (${walk(theirs('h.id'), shape)} limit 1) n
      where ${creators} order by ${orderBy('n', shape)} limit ${needed})
    select n.* from heads cross join lateral (
      ${walk(sql`${theirs('heads.performer_id')} and f.published_at ${sql.raw(within)} ${bound}`, shape)} limit ${needed}) n)`;
}

/**
 * What is open to a fan among the posts of many creators. Looking at each post in turn would read through everything that
 * is closed; so each reason to be open is a way of its own, and has an index.
 */
function openWays(wanted: PageShape): SQL[] {
  const shape = { ...wanted, isUnlocked: false };
  const bought = sql`f.performer_id in (select id from home) and f.id in
    (select u.target_id from purchases u where u.user_id = ${viewer} and u.target = 'feed')`;
  return [
    firstOfMany(shape, { which: sql`not f.is_sale`, creators: isSubscribedTo(sql`h.id`) }),
    firstOfMany(shape, {
      // The first part is the index's own condition, word for word.
      which: sql`((f.is_sale and f.price = 0) or f.is_free) and (f.is_sale or ${hasPlatform})`,
    }),
    sql`(${walk(bought, shape)})`,
  ];
}

/** @see LiveRow */
export function liveColumns({ isGuest }: AskerShape): SQL {
  const common = sql`f.id, extract(epoch from f.updated_at)::float8 * 1000 as version, f.total_like as "totalLike",
    f.total_comment as "totalComment", f.total_vote as "totalVote"`;
  if (isGuest) {
    return sql`${common}, false as "isLiked", false as "isBookmarked", false as "isBought", false as "isSubscribed",
      false as "isFollowed", false as "usedTrial", false as "hasPlatform", null as "votedPollId"`;
  }
  const reacted = (action: string) => sql`exists (select 1 from reactions r where r.created_by = ${viewer}
    and r.object_type = 'feed' and r.object_id = f.id and r.action = ${sql.raw(`'${action}'`)})`;
  return sql`${common},
    ${reacted('like')} as "isLiked", ${reacted('bookmark')} as "isBookmarked", ${isBought} as "isBought",
    ${isSubscribedTo(sql`f.performer_id`)} as "isSubscribed",
    exists (select 1 from follows w where w.follower_id = ${viewer} and w.following_id = f.performer_id)
      as "isFollowed",
    exists (select 1 from subscriptions s where s.user_id = ${viewer} and s.performer_id = f.performer_id
      and s.used_free_subscription) as "usedTrial",
    ${hasPlatform} as "hasPlatform",
    (select v.poll_id from votes v where f.has_poll and v.feed_id = f.id and v.voter_id = ${viewer})
      as "votedPollId"`;
}

/** How many posts a list has without filters: its creators' own counters say it. Null where that is asked elsewhere. */
export function totalOf({ scope }: ListShape): SQL {
  switch (scope) {
    case 'all':
      return sql`null::float8`;
    case 'performer':
      return sql`(select stat_feeds::float8 from performers where id = ${performer})`;
    case 'home':
      return sql`(select coalesce(sum(total), 0)::float8 from home)`;
  }
}
