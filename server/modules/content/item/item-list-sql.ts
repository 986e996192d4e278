import { sql, type SQL } from 'drizzle-orm';
import { getConditions, hasWords, type WordPlace } from './item-condition-sql';
import type { ItemPageQuery } from './item-list-query';
import { hasPlatform, isSubscribedTo, selectReplays } from './viewer-state-sql';

const byTime = ['published_at', 'id'];
/** For the page of a single creator. */
const pinnedFirst = ['is_pinned', ...byTime];
/** Children keep the order that their creator chose, whatever order is requested. */
const byPlace = ['position', 'id'];
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

/** One subquery for each value, so that the index scan can start there. */
function isAfter(query: ItemPageQuery, columns = getSortColumns(query)): SQL {
  const left = sql.raw(columns.map((column) => `i.${column}`).join(', '));
  const right = columns.map((column) => sql`(select ${sql.raw(column)} from items where id = ${query.slice.beforeId})`);
  return sql`(${left}) ${sql.raw(isForward(query) ? '>' : '<')} (${sql.join(right, sql`, `)})`;
}

function walk(query: ItemPageQuery, whose?: SQL): SQL {
  const after = query.slice.beforeId === undefined ? sql`` : sql`and ${isAfter(query)}`;
  return sql`select i.id, i.is_pinned, i.published_at, i.position from items i
    where ${getConditions(query, { ...(whose && { whose }) })} ${after} order by ${getOrder('i', query)}`;
}

export function selectPage(query: ItemPageQuery): SQL {
  const { scope, filter, slice, viewer } = query;
  const page = sql`limit ${slice.limit} offset ${slice.offset}`;
  if (isRanked(query)) return sql`${selectRanked(query)} order by ${getOrder('n', query)} ${page}`;
  if (scope.kind !== 'home') return sql`${walk(query)} ${page}`;
  const ways = filter.isUnlocked && !viewer.isModerator ? selectOpenWays(query) : [selectFirstOfMany(query)];
  return sql`select n.* from (${sql.join(ways, sql` union `)}) n order by ${getOrder('n', query)} ${page}`;
}

/**
 * Search results: first those with all words in the title, then the others, each newest first. Both scans stop after one page;
 * the second one finds nothing if the first fills the page.
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
 * The first items of many creators. Reads each creator's first item, and keeps the first `needed` of these: a page of twelve
 * items has at most twelve creators, and no item that comes after all of their first items. So few more items are read than
 * returned, however many creators there are.
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
 * Items of many creators that a fan can open. Checking item by item would read through all locked ones, so each reason for
 * access has its own query and index. `getConditions` still checks each result.
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
      // The first condition must be exactly that of the partial index.
      which: sql`i.audience in ('public', 'members') and (i.audience = 'public' or ${hasPlatform(viewer)})`,
    }),
    sql`(${walk(query, isPurchased)})`,
  ];
}
