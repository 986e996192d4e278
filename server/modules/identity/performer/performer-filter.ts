import {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  between,
  desc,
  eq,
  gte,
  inArray,
  lte,
  not,
  sql,
  type SQL,
} from 'drizzle-orm';
import { toCents } from '@contract/base/money';
import type { EndpointPart } from '@contract/schemas';
import { isCurrentSubscription, isFollowing } from '../../../db/conditions';
import { columnNamed, toDirection } from '../../../db/list-query';
import type { SearchWords } from '../../../db/search-words';
import { accounts, performers } from '../../../db/schema/accounts';

export type PerformerQuery = EndpointPart<'searchPerformers', 'query'>;

const bodyFilters = [
  'height', 'weight', 'hair', 'eyes', 'butt', 'ethnicity', 'bodyType', 'sexualOrientation',
] as const; // prettier-ignore

/** Each subquery contains exactly the expression of its index (migration `search_words`), so that PostgreSQL uses it. */
function matchesText(words: SearchWords): SQL | undefined {
  const matches = (ways: string[]) => sql`${accounts.id} in (
    select n.id from accounts n where n.kind = 'performer' and (${containsAny(sql`n.name_words`, ways)})
    union select w.id from performers w where ${containsAny(sql`w.page_words`, ways)})`;
  return and(...words.map(matches));
}

const containsAny = (text: SQL, ways: string[]) =>
  sql.join(
    ways.map((way) => sql`${text} like ${way}`),
    sql` or `,
  );

/** Ranks creators with all words in name or headline before those that match only in their bio. */
function byNameMatch(words: SearchWords): SQL[] {
  // Written as SQL, because drizzle does not know these generated columns.
  const names = sql`(accounts.name_words || ' ' || performers.headline_words)`;
  const isNamed = and(...words.map((ways) => sql`(${containsAny(names, ways)})`));
  return isNamed ? [sql`case when ${isNamed} then 0 else 1 end`] : [];
}

function isOfAge(age: string | undefined, now: Date): SQL | undefined {
  if (age === undefined) return undefined;
  const [from = 0, to = 0] = age.split('_').map(Number);
  return between(ageInYears(now), from, to);
}

/** In whole years: finer filtering or sorting would reveal the date of birth. */
const ageInYears = (now: Date) => yearsBetween(sql`${performers.dateOfBirth}`, now);
const yearsSince = (day: string, now: Date) => yearsBetween(sql`${day.slice(0, 10)}::date`, now);
const yearsBetween = (born: SQL, now: Date) =>
  sql`extract(year from age(${now.toISOString().slice(0, 10)}::date, ${born}))`;

const when = <T>(value: T | undefined, build: (value: T) => SQL | undefined): SQL | undefined =>
  value === undefined ? undefined : build(value);

/** Wire contract 2.3. */
export function matchesFilter(
  query: PerformerQuery,
  words: SearchWords,
  { viewerId, now }: { viewerId: string | null; now: Date },
): SQL | undefined {
  const isFollowed = isFollowing(viewerId ?? '', accounts.id);
  return and(
    matchesText(words),
    when(query.gender, (gender) => eq(accounts.gender, gender)),
    when(query.country, (country) => eq(accounts.country, country.toUpperCase())),
    isOfAge(query.age, now),
    when(query.fromAge, (day) => lte(ageInYears(now), yearsSince(day, now))),
    when(query.toAge, (day) => gte(ageInYears(now), yearsSince(day, now))),
    when(query.isFreeSubscription, (flag) => eq(performers.isFreeSubscription, flag)),
    when(query.isFeatured, (flag) => eq(performers.isFeatured, flag)),
    when(query.isOnline, (flag) => eq(accounts.isOnline, flag)),
    when(query.live, (flag) => eq(performers.live, flag)),
    when(query.streamingStatus, (status) => eq(performers.streamingStatus, status)),
    when(query.followed, (flag) => (flag ? isFollowed : not(isFollowed))),
    when(query.categoryIds, (ids) => arrayOverlaps(performers.categoryIds, ids)),
    when(query.performerIds, (ids) => inArray(accounts.id, ids)),
    when(query.language, (code) => arrayContains(performers.languages, [code])),
    when(query.minPrice, (price) => gte(performers.monthlyPrice, toCents(price))),
    when(query.maxPrice, (price) => lte(performers.monthlyPrice, toCents(price))),
    ...bodyFilters.map((field) => when(query[field], (value) => sql`${performers.body} ->> ${field} = ${value}`)),
  );
}

const sortable = {
  createdAt: accounts.createdAt,
  updatedAt: accounts.updatedAt,
  name: accounts.name,
  username: accounts.username,
  score: performers.score,
  monthlyPrice: performers.monthlyPrice,
  yearlyPrice: performers.yearlyPrice,
  isFeatured: performers.isFeatured,
  'stats.likes': performers.statLikes,
  'stats.followers': performers.statFollowers,
  'stats.views': performers.statViews,
  'stats.totalVideos': performers.statVideos,
  'stats.totalFeeds': performers.statFeeds,
};

/** Without `sortBy`, name matches come first, then creators who are online. The id comes last, so that pages do not overlap. */
export function getOrder(
  { sortBy, sort }: Pick<PerformerQuery, 'sortBy' | 'sort'>,
  words: SearchWords,
  now: Date,
): SQL[] {
  const last = desc(accounts.id);
  switch (sortBy) {
    case 'online':
      return [desc(accounts.isOnline), sql`${accounts.lastSeenAt} desc nulls last`, last];
    case 'live':
      return [desc(performers.live), desc(accounts.isOnline), desc(accounts.createdAt), last];
    case 'latest':
      return [desc(accounts.createdAt), last];
    case 'oldest':
      return [asc(accounts.createdAt), asc(accounts.id)];
    case 'popular':
      return byRank;
    case 'trending':
      return [desc(performers.trend), ...byRank];
    default: {
      const column = getComputedSortKey(sortBy, now) ?? columnNamed(sortable, sortBy);
      const direction = toDirection(sort);
      if (!column)
        return [...byNameMatch(words), desc(accounts.isOnline), direction(accounts.createdAt), direction(accounts.id)];
      return [direction(column), direction(accounts.id)];
    }
  }
}

/** Sort keys that are not columns. They are computed like the displayed values, so that both agree. */
function getComputedSortKey(sortBy: PerformerQuery['sortBy'], now: Date): SQL | undefined {
  if (sortBy === 'dateOfBirth') return sql`-${ageInYears(now)}`;
  return sortBy === 'stats.subscribers' ? subscriberCount(now) : undefined;
}

export const subscriberCount = (now: Date): SQL<number> =>
  sql<number>`(select count(*)::int from subscriptions s where s.performer_id = ${performers.id}
    and ${isCurrentSubscription(now, sql`s.expired_at`)})`;

/** By score, then subscribers, then views. Wire contract 2.3, "top". */
export const byRank: SQL[] = [
  desc(performers.score),
  desc(performers.statSubscribers),
  desc(performers.statViews),
  desc(performers.id),
];
