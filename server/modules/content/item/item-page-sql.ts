import { sql, type SQL } from 'drizzle-orm';
import { isCurrentSubscription } from '../../../db/conditions';
import { performers } from '../../../db/schema/accounts';
import { creatorStateSql, itemAccessSql, type AccessFacts } from './item-access';
import { wordName, type AskerShape, type ListShape, type PageShape } from './item-page-shape';

const viewer = sql.placeholder('viewer');
const now = sql.placeholder('now');
const performer = sql.placeholder('performer');
const beforeId = sql.placeholder('beforeId');

/** Words of ours: never what somebody sent. */
const quoted = (word: string): SQL => sql.raw(`'${word}'`);
const counterOf = ({ counter }: AskerShape): SQL => sql.raw(performers[counter].name);

/** Whether creator `p` with account `a` is there for the asker. */
const isShown = (shape: AskerShape): SQL =>
  sql`a.status = 'active' and ${isApproved(shape)} and not ${isKeptOut(shape)}`;

/** Whether creator `p` is approved as far as the asker is concerned: creators see themselves, administrators see all. */
function isApproved({ isGuest, isHeld }: AskerShape): SQL {
  if (!isHeld) return sql`true`;
  return isGuest ? sql`p.verified_document` : sql`(p.verified_document or p.id = ${viewer})`;
}

/** Whether creator `p` keeps out the asker, or the country they are in. */
function isKeptOut({ isGuest, isHeld, hasCountry }: AskerShape): SQL {
  const parts: SQL[] = [];
  if (isHeld && hasCountry) {
    parts.push(sql`(${sql.placeholder('country')} = any(p.blocked_countries) and p.id <> ${viewer})`);
  }
  if (isHeld && !isGuest) {
    parts.push(sql`exists (select 1 from user_blocks b where b.performer_id = p.id and b.user_id = ${viewer})`);
  }
  return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`;
}

/**
 * Whether what creator `p` with account `a` publishes is found by search: who hides from it, or is about to leave, is found
 * by their followers only. As `isListedFor`. Ux AS-8.
 */
function isListed({ isGuest }: AskerShape): SQL {
  const isShownToAll = sql`not a.hides_from_search and a.deletion_at is null`;
  if (isGuest) return isShownToAll;
  return sql`((${isShownToAll}) or p.id = ${viewer}
    or exists (select 1 from follows f where f.follower_id = ${viewer} and f.following_id = p.id))`;
}

/** The creators of a home page, with how many items each has published; `home` in the queries below. */
export const homeCreators = (shape: AskerShape): SQL => sql`
  select p.id, p.${counterOf(shape)} as total from performers p join accounts a on a.id = p.id
  where p.id in (select following_id from follows where follower_id = ${viewer}
    union select performer_id from subscriptions where user_id = ${viewer} and ${isCurrentSubscription(now, sql`expired_at`)})
  and ${isShown(shape)}`;

const isSubscribedTo = (performerId: SQL) => sql`exists (select 1 from subscriptions s
  where s.user_id = ${viewer} and s.performer_id = ${performerId} and ${isCurrentSubscription(now, sql`s.expired_at`)})`;
const hasPlatform = sql`exists (select 1 from platform_subscriptions s
  where s.user_id = ${viewer} and ${isCurrentSubscription(now, sql`s.expired_at`)})`;
/** What lies in another item is bought with it, but for what nobody has seen yet: a draft, and what waits for its day. */
const isBought = ({ kind, holder }: AskerShape) => sql`exists (select 1 from purchases u where u.user_id = ${viewer}
  and u.target = ${quoted(holder ?? kind)}
  and ${holder ? sql`u.target_id = i.parent_id and i.status <> 'draft' and not i.is_scheduled` : sql`u.target_id = i.id`})`;

/** Whether item `i` of a creator who is there for the asker is open to them. */
function isOpen(shape: AskerShape): SQL {
  const isFan = !shape.isGuest;
  const facts: Record<keyof AccessFacts, SQL> = {
    audience: sql`i.audience`,
    status: sql`i.status`,
    isRemoved: sql`i.deleted_at is not null`,
    creator: sql`'here'`,
    isAdmin: shape.isHeld ? sql`false` : sql`true`,
    isOwner: isFan ? sql`i.performer_id = ${viewer}` : sql`false`,
    isKeptOut: sql`false`,
    isBought: isFan ? isBought(shape) : sql`false`,
    isSubscribed: isFan ? isSubscribedTo(sql`i.performer_id`) : sql`false`,
    hasPlatform: isFan ? hasPlatform : sql`false`,
  };
  return sql`${itemAccessSql(facts)} = 'open'`;
}

/** The part of a condition that says whose items. */
export function isInScope(shape: ListShape): SQL {
  const shown = (id: unknown) => sql`exists (select 1 from performers p join accounts a on a.id = p.id
    where p.id = ${id} and ${isShown(shape)})`;
  switch (shape.scope) {
    case 'all':
      if (shape.words.length === 0) return shown(sql`i.performer_id`);
      return sql`exists (select 1 from performers p join accounts a on a.id = p.id
        where p.id = i.performer_id and ${isShown(shape)} and ${isListed(shape)})`;
    case 'performer':
      // The second part says the same of every item: the database asks it once.
      return sql`i.performer_id = ${performer} and ${shown(performer)}`;
    case 'home':
      return sql`i.performer_id in (select id from home)`;
    case 'within':
      return sql`i.parent_id = ${sql.placeholder('parent')}`;
  }
}

/** Where the words of a search are: in title or tagline all of them, elsewhere too, or anywhere. */
type WordPlace = 'title' | 'text' | 'any';

/** Whether item `i` says each word there. What it keeps closed must not be told by whether a search finds it. */
function says(shape: ListShape, place: WordPlace): SQL[] {
  const oneOf = (column: string, word: number) =>
    sql.join(
      Array.from({ length: shape.words[word] ?? 0 }, (_, way) => {
        return sql`${sql.raw(`i.${column}`)} like ${sql.placeholder(wordName(word, way))}`;
      }),
      sql` or `,
    );
  const each = (build: (word: number) => SQL) => shape.words.map((_, word) => sql`(${build(word)})`);
  const inTitle = each((word) => oneOf('head_words', word));
  if (place === 'title') return inTitle;
  const isAnywhere = each(
    (word) => sql`${oneOf('head_words', word)} or ((${oneOf('text_words', word)}) and ${isOpen(shape)})`,
  );
  return place === 'any' ? isAnywhere : [...isAnywhere, sql`not (${sql.join(inTitle, sql` and `)})`];
}

export function conditions(whose: SQL, shape: ListShape, place: WordPlace = shape.isTitled ? 'title' : 'any'): SQL {
  const isOut = sql`i.status = 'active'`;
  // What was bought stays with its buyers, also once it was hidden or taken away.
  const isThere = shape.scope === 'within' && !shape.isGuest ? sql`(${isOut} or ${isBought(shape)})` : isOut;
  const parts = [sql`i.kind = ${quoted(shape.kind)} and ${isThere}`, whose];
  if (shape.hasType) parts.push(sql`i.type = ${sql.placeholder('type')}`);
  if (shape.hasPoll) parts.push(sql`i.has_poll`);
  if (shape.hasDays) {
    parts.push(sql`i.created_at >= ${sql.placeholder('from')} and i.created_at < ${sql.placeholder('to')}`);
  }
  if (shape.isUnlocked) parts.push(isOpen(shape));
  if (shape.isOthers) parts.push(sql`i.id <> ${sql.placeholder('excludedId')}`);
  if (shape.isSale !== null) {
    parts.push(sql`i.audience ${sql.raw(shape.isSale ? 'in' : 'not in')} ('sale', 'public')`);
  }
  parts.push(...says(shape, place));
  return sql.join(parts, sql` and `);
}

const byTime = ['published_at', 'id'];
/** A creator's page begins with what they pinned; a list from the oldest on is plain. */
const pinnedFirst = ['is_pinned', ...byTime];
/** What lies in an item keeps the order its creator gave it, whichever was asked for. */
const byPlace = ['position', 'id'];
const isForward = ({ scope, isAscending }: PageShape) => scope === 'within' || isAscending;

function sortOf({ scope, isAscending, words, isTitled }: PageShape): string[] {
  if (scope === 'within') return byPlace;
  if (words.length > 0 && !isAscending) return isTitled || scope === 'home' ? byTime : rankedFirst;
  return scope === 'performer' && !isAscending ? pinnedFirst : byTime;
}

/** Found by words: those whose title has all of them come first. */
const isRanked = ({ words, isTitled, isAscending, scope }: PageShape) =>
  words.length > 0 && !isTitled && !isAscending && (scope === 'all' || scope === 'performer');
const rankedFirst = ['is_titled', ...byTime];

export function orderBy(alias: string, shape: PageShape, columnsOf = sortOf(shape)): SQL {
  const columns = columnsOf.map((column) => `${alias}.${column} ${isForward(shape) ? 'asc' : 'desc'}`);
  return sql.raw(columns.join(', '));
}

/** Keeps what comes after an item. Each value is a subquery of its own, which lets the index start there. */
function isAfter(shape: PageShape, columns = sortOf(shape)): SQL {
  const left = sql.raw(columns.map((column) => `i.${column}`).join(', '));
  const right = columns.map((column) => sql`(select ${sql.raw(column)} from items where id = ${beforeId})`);
  return sql`(${left}) ${sql.raw(isForward(shape) ? '>' : '<')} (${sql.join(right, sql`, `)})`;
}

/** One way to items: a walk along an index, in the order of the list, from where the page begins. */
function walk(whose: SQL, shape: PageShape): SQL {
  const after = shape.isAfter ? sql` and ${isAfter(shape)}` : sql``;
  return sql`select i.id, i.is_pinned, i.published_at${sql.raw(shape.scope === 'within' ? ', i.position' : '')} from items i
    where ${conditions(whose, shape)}${after} order by ${orderBy('i', shape)}`;
}

/** Ids of one page with what they are sorted by; those of a home page name `home`. */
export function candidates(shape: PageShape): SQL {
  const { limit, offset } = shape;
  const page = offset === 0 ? sql.raw(`limit ${limit}`) : sql.raw(`limit ${limit} offset ${offset}`);
  if (isRanked(shape)) return sql`${ranked(shape)} order by ${orderBy('n', shape)} ${page}`;
  if (shape.scope !== 'home') return sql`${walk(isInScope(shape), shape)} ${page}`;
  const ways = shape.isUnlocked && shape.isHeld ? openWays(shape) : [firstOfMany(shape)];
  return sql`select n.* from (${sql.join(ways, sql` union `)}) n order by ${orderBy('n', shape)} ${page}`;
}

/**
 * What a search finds, those with all words in the title before the others, each newest first. Both are walks that stop
 * after one page, and the second is not begun where the first fills it.
 */
function ranked(shape: PageShape): SQL {
  const needed = sql.raw(String(shape.limit + shape.offset));
  const isBeforeTitled = sql`(select ${sql.join(says(shape, 'title'), sql` and `)} from items i where i.id = ${beforeId})`;
  const walkTo = (place: WordPlace, after: SQL, extra = sql``) => sql`
    select i.id, i.published_at from items i where ${conditions(isInScope(shape), shape, place)}
      ${shape.isAfter ? sql`and ${after}` : sql``} ${extra} order by ${orderBy('i', shape, byTime)} limit ${needed}`;
  const isOlder = isAfter(shape, byTime);
  return sql`with titled as materialized (${walkTo('title', sql`${isBeforeTitled} and ${isOlder}`)}),
    others as materialized (${walkTo(
      'text',
      sql`(${isBeforeTitled} or ${isOlder})`,
      sql`and (select count(*) from titled) < ${needed}`,
    )})
    select n.* from (select true as is_titled, * from titled union all select false, * from others) n`;
}

/**
 * The first items of many creators. First only the first one of each: a page of twelve is by at most twelve creators, and
 * nothing on it comes after the first item of the last of them. So few more items are read than are shown, however many
 * creators there are and however much each has published.
 */
function firstOfMany(shape: PageShape, { which = sql`true`, creators = sql`true` } = {}): SQL {
  const needed = sql.raw(String(shape.limit + shape.offset));
  const theirs = (id: string) => sql`i.performer_id = ${sql.raw(id)} and ${which}`;
  const [last, nothing, within] = shape.isAscending ? ['max', 'infinity', '<='] : ['min', '-infinity', '>='];
  const bound = sql.raw(`(select case when count(*) = ${shape.limit + shape.offset} then ${last}(published_at)
    else '${nothing}' end from heads)`);
  return sql`(with heads as materialized (
      select h.id as performer_id, n.published_at from home h
      cross join lateral (${walk(theirs('h.id'), shape)} limit 1) n
      where ${creators} order by ${orderBy('n', shape)} limit ${needed})
    select n.* from heads cross join lateral (
      ${walk(sql`${theirs('heads.performer_id')} and i.published_at ${sql.raw(within)} ${bound}`, shape)} limit ${needed}) n)`;
}

/**
 * What is open to a fan among the items of many creators. Looking at each item in turn would read through everything that
 * is closed; so each reason to be open is a way of its own, and has an index. Whether an item is open is still asked of it.
 */
function openWays(shape: PageShape): SQL[] {
  const { kind, holder } = shape;
  const bought = sql`i.performer_id in (select id from home) and ${holder ? sql`i.parent_id` : sql`i.id`} in
    (select u.target_id from purchases u where u.user_id = ${viewer} and u.target = ${quoted(holder ?? kind)})`;
  return [
    firstOfMany(shape, {
      which: sql`i.audience in ('subscribers', 'members')`,
      creators: isSubscribedTo(sql`h.id`),
    }),
    firstOfMany(shape, {
      // The first part is the index's own condition, word for word.
      which: sql`i.audience in ('public', 'members') and (i.audience = 'public' or ${hasPlatform})`,
    }),
    sql`(${walk(bought, shape)})`,
  ];
}

/** How the asker stands to items `i` of creators `p` with accounts `a`. @see LiveRow */
export function liveColumns(shape: AskerShape, { isListed }: { isListed: boolean }): SQL {
  const common = sql`i.id, extract(epoch from i.updated_at)::float8 * 1000 as version, i.total_like as "totalLike",
    i.total_comment as "totalComment", i.total_vote as "totalVote", i.total_bookmark as "totalBookmark",
    i.total_view as "totalView",
    ${isListed ? quoted('here') : creatorStateSql} as "creator", ${isListed ? sql`false` : isKeptOut(shape)} as "isKeptOut"`;
  if (shape.isGuest) {
    return sql`${common}, false as "isLiked", false as "isBookmarked", false as "isBought", false as "isSubscribed",
      false as "isFollowed", false as "usedTrial", false as "hasPlatform", null as "votedPollId"`;
  }
  const reacted = (action: string) => sql`exists (select 1 from reactions r where r.created_by = ${viewer}
    and r.object_type = ${quoted(shape.kind)} and r.object_id = i.id and r.action = ${quoted(action)})`;
  return sql`${common},
    ${reacted('like')} as "isLiked", ${reacted('bookmark')} as "isBookmarked", ${isBought(shape)} as "isBought",
    ${isSubscribedTo(sql`i.performer_id`)} as "isSubscribed",
    exists (select 1 from follows w where w.follower_id = ${viewer} and w.following_id = i.performer_id)
      as "isFollowed",
    exists (select 1 from subscriptions s where s.user_id = ${viewer} and s.performer_id = i.performer_id
      and s.used_free_subscription) as "usedTrial",
    ${hasPlatform} as "hasPlatform",
    (select v.poll_id from votes v where i.has_poll and v.feed_id = i.id and v.voter_id = ${viewer})
      as "votedPollId"`;
}

/** How many items a list has without filters: its creators' own counters say it. Null where that is asked elsewhere. */
export function totalOf(shape: ListShape): SQL {
  switch (shape.scope) {
    case 'all':
    case 'within':
      return sql`null::float8`;
    case 'performer':
      return sql`(select ${counterOf(shape)}::float8 from performers where id = ${performer})`;
    case 'home':
      return sql`(select coalesce(sum(total), 0)::float8 from home)`;
  }
}
