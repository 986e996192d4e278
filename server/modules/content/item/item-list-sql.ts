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

/** CTE `home`: the creators of a home page, each with the number of published items. */
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

/** A viewer without an id: everyone sees the same, except for creators in `getDifference`, so counts can be shared. */
export const toSharedViewer = (viewer: ListViewer): ListViewer => (viewer.isAdmin ? viewer : { ...viewer, id: null });

/**
 * How many more (or fewer) items a viewer sees than guests: their own, and those of creators who block them. Null if they see
 * the same.
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
 * The number of items in an unfiltered list, from the creators' counters. For the list of all creators, the difference from what
 * guests see, or null if there is none. Null for children of an item, which are not counted.
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
      // Not correlated with the item, so the database evaluates it once.
      return sql`i.performer_id = ${scope.id} and ${isThere(scope.id)}`;
    case 'home':
      return sql`i.performer_id in (select id from home)`;
    case 'within':
      // Buyers can see what they bought even if its creator blocks them; administrators see everything.
      return viewer.isAdmin
        ? sql`i.parent_id = ${scope.id}`
        : sql`i.parent_id = ${scope.id} and (${isBought(of, viewer)} or ${isThere(sql`i.performer_id`)})`;
  }
}

/** `title`: all words in title or tagline. `text`: all words, but some only in the text. `any`: either. */
type WordPlace = 'title' | 'text' | 'any';

/** Searches the text only of open items, so that a search reveals nothing of locked ones. */
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

/** @param whose condition on the creator or parent; by default that of the scope. */
export function getConditions(
  query: ItemListQuery,
  { whose = isInScope(query), place }: { whose?: SQL; place?: WordPlace } = {},
): SQL {
  const { of, viewer, scope, filter } = query;
  // A literal, because the indexes are partial, one for each kind.
  const isKind = sql.raw(`i.kind = '${of.kind}'`);
  // Buyers still see what they bought after it was hidden or deleted.
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
/** For a creator's page, newest first. */
const pinnedFirst = ['is_pinned', ...byTime];
/** Children keep the order their creator gave them, whatever order was requested. */
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

/** One subquery for each value lets the index scan start there. */
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
  const ways = filter.isUnlocked && !viewer.isAdmin ? selectOpenWays(query) : [selectFirstOfMany(query)];
  return sql`select n.* from (${sql.join(ways, sql` union `)}) n order by ${getOrder('n', query)} ${page}`;
}

/**
 * Search results, those with all words in the title first, each part newest first. Both scans stop after one page; the second
 * returns nothing if the first fills the page.
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
 * The first items of many creators. Reads the first item of each creator and keeps the first `needed` of them: a page of twelve
 * has at most twelve creators, and no item after the last of their first items. So it reads few more items than it returns,
 * however many creators there are.
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
 * Items of many creators that are open to a fan. Checking each item would read through all locked ones, so each reason for
 * access is a query of its own with its own index. `getConditions` still checks each result.
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
      // The first part must match the condition of the partial index word for word.
      which: sql`i.audience in ('public', 'members') and (i.audience = 'public' or ${hasPlatform(viewer)})`,
    }),
    sql`(${walk(query, isPurchased)})`,
  ];
}
