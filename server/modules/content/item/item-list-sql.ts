import { sql, type SQL } from 'drizzle-orm';
import { isCurrentSubscription } from '../../../db/conditions';
import { performers } from '../../../db/schema/accounts';
import type { ItemListQuery, ItemPageQuery, ListFilter } from './item-list-query';
import {
  type ListViewer,
  hasPlatform,
  isBought,
  isListed,
  isOpen,
  isShown,
  isSubscribedTo,
  selectReplays,
} from './viewer-state-sql';

const getCounter = ({ of }: ItemListQuery): SQL => sql.raw(performers[of.counter].name);

/** The creators of a home page, with how many items each has published; `home` in the queries below. */
export function withHome(query: ItemListQuery): SQL {
  if (query.scope.kind !== 'home') return sql``;
  const { viewer } = query;
  return sql`with home as materialized (
    select p.id, p.${getCounter(query)} as total from performers p join accounts a on a.id = p.id
    where p.id in (select following_id from follows where follower_id = ${viewer.id}
      union select performer_id from subscriptions
      where user_id = ${viewer.id} and ${isCurrentSubscription(viewer.now, sql`expired_at`)})
    and ${isShown(viewer)})`;
}

/** Whom everybody sees like a viewer, but for the creators who are named in `getDifference`: what is counted for one is for all. */
export const toSharedViewer = (viewer: ListViewer): ListViewer => (viewer.isAdmin ? viewer : { ...viewer, id: null });

/**
 * How many items more or fewer a viewer sees of everybody's than guests do: of themselves, and of those who block them. Null for
 * who sees the same.
 */
function getDifference(query: ItemListQuery): SQL {
  const { viewer } = query;
  if (viewer.id === null || viewer.isAdmin) return sql`null::float8`;
  const isSeen = (by: ListViewer) => sql`(${isShown(by)})::int`;
  return sql`(select sum(p.${getCounter(query)} * (${isSeen(viewer)} - ${isSeen(toSharedViewer(viewer))}))::float8
    from performers p join accounts a on a.id = p.id
    where (p.id = ${viewer.id} or p.id in (select performer_id from user_blocks where user_id = ${viewer.id}))
    and (${isShown(viewer)}) <> (${isShown(toSharedViewer(viewer))}))`;
}

/**
 * How many items a list has for its viewer without filters: its creators' own counters say it. Of everybody's, how many more or
 * fewer than for guests; null where they see the same, and where it is not counted.
 */
export function getTotal(query: ItemListQuery): SQL {
  switch (query.scope.kind) {
    case 'all':
      return getDifference(query);
    case 'within':
      return sql`null::float8`;
    case 'performer':
      return sql`(select p.${getCounter(query)}::float8 from performers p join accounts a on a.id = p.id
        where p.id = ${query.scope.id} and ${isShown(query.viewer)})`;
    case 'home':
      return sql`(select coalesce(sum(total), 0)::float8 from home)`;
  }
}

/** The part of a condition that says whose items. */
function isInScope({ of, scope, filter, viewer }: ItemListQuery): SQL {
  const isThere = (
    id: unknown,
    more = sql`true`,
  ) => sql`exists (select 1 from performers p join accounts a on a.id = p.id
    where p.id = ${id} and ${isShown(viewer)} and ${more})`;
  switch (scope.kind) {
    case 'all':
      return isThere(sql`i.performer_id`, filter.words.length > 0 ? isListed(viewer) : undefined);
    case 'performer':
      // The second part says the same of every item: the database asks it once.
      return sql`i.performer_id = ${scope.id} and ${isThere(scope.id)}`;
    case 'home':
      return sql`i.performer_id in (select id from home)`;
    case 'within':
      // Buyers keep what they bought also when its creator blocks them; administrators see everything.
      return viewer.isAdmin
        ? sql`i.parent_id = ${scope.id}`
        : sql`i.parent_id = ${scope.id} and (${isBought(of, viewer)} or ${isThere(sql`i.performer_id`)})`;
  }
}

/** Where the words of a search are: in title or tagline all of them, elsewhere too, or anywhere. */
type WordPlace = 'title' | 'text' | 'any';

/** Whether item `i` has each word there. What it keeps closed must not be told by whether a search finds it. */
function hasWords({ of, viewer, filter }: ItemListQuery, place: WordPlace): SQL[] {
  const hasOneOf = (column: SQL, ways: readonly string[]) =>
    sql.join(
      ways.map((way) => sql`${column} like ${way}`),
      sql` or `,
    );
  const inTitle = filter.words.map((ways) => sql`(${hasOneOf(sql`i.head_words`, ways)})`);
  if (place === 'title') return inTitle;
  const isAnywhere = filter.words.map(
    (ways) => sql`(${hasOneOf(sql`i.head_words`, ways)}
      or ((${hasOneOf(sql`i.text_words`, ways)}) and ${isOpen(of, viewer)}))`,
  );
  return place === 'any' ? isAnywhere : [...isAnywhere, sql`not (${sql.join(inTitle, sql` and `)})`];
}

function fitsFilter(filter: ListFilter): SQL[] {
  const parts: SQL[] = [];
  if (filter.type !== undefined) parts.push(sql`i.type = ${filter.type}`);
  if (filter.hasPoll) parts.push(sql`i.has_poll`);
  if (filter.days) parts.push(sql`i.created_at >= ${filter.days.from} and i.created_at < ${filter.days.to}`);
  if (filter.excludedId !== undefined) parts.push(sql`i.id <> ${filter.excludedId}`);
  if (filter.isSale === true) parts.push(sql`i.audience in ('sale', 'public')`);
  if (filter.isSale === false) parts.push(sql`i.audience not in ('sale', 'public')`);
  if (filter.isReplay) parts.push(sql`exists (select 1 from videos r where r.id = i.id and r.stream_id is not null)`);
  return parts;
}

/** All that holds for an item of a list. @param whose the part that says whose items; that of the scope unless given */
export function getConditions(
  query: ItemListQuery,
  { whose = isInScope(query), place }: { whose?: SQL; place?: WordPlace } = {},
): SQL {
  const { of, viewer, scope, filter } = query;
  // Written out: the indexes are of one kind each.
  const isKind = sql.raw(`i.kind = '${of.kind}'`);
  // What was bought stays with its buyers, also once it was hidden or taken away.
  const isThere =
    scope.kind === 'within' ? sql`(i.status = 'active' or ${isBought(of, viewer)})` : sql`i.status = 'active'`;
  return sql.join(
    [
      isKind,
      isThere,
      whose,
      ...fitsFilter(filter),
      ...(filter.isUnlocked ? [isOpen(of, viewer)] : []),
      ...hasWords(query, place ?? (filter.isTitled ? 'title' : 'any')),
    ],
    sql` and `,
  );
}

const byTime = ['published_at', 'id'];
/** A creator's page begins with what they pinned; a list from the oldest on is plain. */
const pinnedFirst = ['is_pinned', ...byTime];
/** What lies in an item keeps the order its creator gave it, whichever was asked for. */
const byPlace = ['position', 'id'];
/** Found by words: those whose title has all of them come first. */
const titledFirst = ['is_titled', ...byTime];

const isForward = ({ scope, slice }: ItemPageQuery): boolean => scope.kind === 'within' || slice.isAscending === true;

const isRanked = ({ filter, slice, scope }: ItemPageQuery): boolean =>
  filter.words.length > 0 &&
  !filter.isTitled &&
  !slice.isAscending &&
  (scope.kind === 'all' || scope.kind === 'performer');

function getSortColumns(query: ItemPageQuery): string[] {
  if (query.scope.kind === 'within') return byPlace;
  if (isRanked(query)) return titledFirst;
  const isPinnedFirst = query.scope.kind === 'performer' && !query.slice.isAscending && query.filter.words.length === 0;
  return isPinnedFirst ? pinnedFirst : byTime;
}

export function getOrder(alias: string, query: ItemPageQuery, columns = getSortColumns(query)): SQL {
  return sql.raw(columns.map((column) => `${alias}.${column} ${isForward(query) ? 'asc' : 'desc'}`).join(', '));
}

/** Keeps what comes after an item. Each value is a subquery of its own, which lets the index start there. */
function isAfter(query: ItemPageQuery, columns = getSortColumns(query)): SQL {
  const left = sql.raw(columns.map((column) => `i.${column}`).join(', '));
  const right = columns.map((column) => sql`(select ${sql.raw(column)} from items where id = ${query.slice.beforeId})`);
  return sql`(${left}) ${sql.raw(isForward(query) ? '>' : '<')} (${sql.join(right, sql`, `)})`;
}

/** One way to items: a walk along an index, in the order of the list, from where the page begins. */
function walk(query: ItemPageQuery, whose?: SQL): SQL {
  const after = query.slice.beforeId === undefined ? sql`` : sql`and ${isAfter(query)}`;
  return sql`select i.id, i.is_pinned, i.published_at, i.position from items i
    where ${getConditions(query, { ...(whose && { whose }) })} ${after} order by ${getOrder('i', query)}`;
}

/** Ids of one page with what they are sorted by; those of a home page name `home`. */
export function selectPage(query: ItemPageQuery): SQL {
  const { scope, filter, slice, viewer } = query;
  const page = sql`limit ${slice.limit} offset ${slice.offset}`;
  if (isRanked(query)) return sql`${selectRanked(query)} order by ${getOrder('n', query)} ${page}`;
  if (scope.kind !== 'home') return sql`${walk(query)} ${page}`;
  const ways = filter.isUnlocked && !viewer.isAdmin ? selectOpenWays(query) : [selectFirstOfMany(query)];
  return sql`select n.* from (${sql.join(ways, sql` union `)}) n order by ${getOrder('n', query)} ${page}`;
}

/**
 * What a search finds, those with all words in the title before the others, each newest first. Both are walks that stop
 * after one page, and the second is not begun where the first fills it.
 */
function selectRanked(query: ItemPageQuery): SQL {
  const { limit, offset, beforeId } = query.slice;
  const needed = limit + offset;
  const isBeforeTitled = sql`(select ${sql.join(hasWords(query, 'title'), sql` and `)} from items i where i.id = ${beforeId})`;
  const isOlder = isAfter(query, byTime);
  const walkTo = (place: WordPlace, after: SQL, more = sql`true`) => sql`
    select i.id, i.published_at from items i where ${getConditions(query, { place })}
      and ${beforeId === undefined ? sql`true` : after} and ${more} order by ${getOrder('i', query, byTime)} limit ${needed}`;
  return sql`with titled as materialized (${walkTo('title', sql`${isBeforeTitled} and ${isOlder}`)}),
    others as materialized (${walkTo(
      'text',
      sql`(${isBeforeTitled} or ${isOlder})`,
      sql`(select count(*) from titled) < ${needed}`,
    )})
    select n.* from (select true as is_titled, * from titled union all select false, * from others) n`;
}

/**
 * The first items of many creators. First only the first one of each: a page of twelve is by at most twelve creators, and
 * nothing on it comes after the first item of the last of them. So few more items are read than are shown, however many
 * creators there are and however much each has published.
 */
function selectFirstOfMany(query: ItemPageQuery, { which = sql`true`, creators = sql`true` } = {}): SQL {
  const { limit, offset, isAscending } = query.slice;
  const needed = limit + offset;
  const isTheirs = (id: SQL) => sql`i.performer_id = ${id} and ${which}`;
  const [last, nothing, comparison] = isAscending ? ['max', 'infinity', '<='] : ['min', '-infinity', '>='];
  const bound = sql`(select case when count(*) = ${needed} then ${sql.raw(last)}(published_at)
    else ${nothing}::timestamptz end from heads)`;
  return sql`(with heads as materialized (
      select h.id as performer_id, n.published_at from home h
      cross join lateral (${walk(query, isTheirs(sql`h.id`))} limit 1) n
      where ${creators} order by ${getOrder('n', query)} limit ${needed})
    select n.* from heads cross join lateral (
      ${walk(query, sql`${isTheirs(sql`heads.performer_id`)} and i.published_at ${sql.raw(comparison)} ${bound}`)}
      limit ${needed}) n)`;
}

/**
 * What is open to a fan among the items of many creators. Looking at each item in turn would read through everything that
 * is closed; so each reason to be open is a way of its own, and has an index. Whether an item is open is still asked of it.
 */
function selectOpenWays(query: ItemPageQuery): SQL[] {
  const { of, viewer } = query;
  const isPurchased = sql`i.performer_id in (select id from home) and ${of.parentKind ? sql`i.parent_id` : sql`i.id`} in
    (select u.target_id from purchases u where u.user_id = ${viewer.id} and u.target = ${of.parentKind ?? of.kind}
    ${of.kind === 'video' ? sql`union all ${selectReplays(viewer)}` : sql``})`;
  return [
    selectFirstOfMany(query, {
      which: sql`i.audience in ('subscribers', 'members')`,
      creators: isSubscribedTo(sql`h.id`, viewer),
    }),
    selectFirstOfMany(query, {
      // The first part is the index's own condition, word for word.
      which: sql`i.audience in ('public', 'members') and (i.audience = 'public' or ${hasPlatform(viewer)})`,
    }),
    sql`(${walk(query, isPurchased)})`,
  ];
}
