import {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  between,
  desc,
  eq,
  exists,
  gte,
  inArray,
  lte,
  not,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { toCents } from '@contract/money';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../db/client';
import { accounts, performers } from '../../db/schema/accounts';
import { follows } from '../../db/schema/social';

export type PerformerQuery = EndpointPart<'searchPerformers', 'query'>;

const bodyFilters = [
  'height', 'weight', 'hair', 'eyes', 'butt', 'ethnicity', 'bodyType', 'sexualOrientation',
] as const; // prettier-ignore

/** Words of a search: letters and digits only, so nothing in them means anything to LIKE. Wire contract 1.5. */
const wordsOf = (q: string) =>
  q
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8);

/** Every word somewhere in name, username or headline. */
function matchesText(q: string | undefined): SQL | undefined {
  const haystack = sql`lower(${accounts.name} || ' ' || coalesce(${accounts.username}, '') || ' ' || ${performers.headline})`;
  return and(...wordsOf(q ?? '').map((word) => sql`${haystack} like ${`%${word}%`}`));
}

function isOfAge(age: string | undefined): SQL | undefined {
  if (age === undefined) return undefined;
  const [from = 0, to = 0] = age.split('_').map(Number);
  return between(sql`extract(year from age(${performers.dateOfBirth}))`, from, to);
}

const when = <T>(value: T | undefined, build: (value: T) => SQL | undefined): SQL | undefined =>
  value === undefined ? undefined : build(value);

/** The conditions of a creator list, as the query asks. Wire contract 2.3. */
export function matchesFilter(query: PerformerQuery, viewerId: string | null, db: Db): SQL | undefined {
  const isFollowed = exists(
    db
      .select({ one: sql`1` })
      .from(follows)
      .where(and(eq(follows.followerId, viewerId ?? ''), eq(follows.followingId, accounts.id))),
  );
  return and(
    matchesText(query.q),
    when(query.gender, (gender) => eq(accounts.gender, gender)),
    when(query.country, (country) => eq(accounts.country, country.toUpperCase())),
    isOfAge(query.age),
    when(query.fromAge, (day) => gte(performers.dateOfBirth, day.slice(0, 10))),
    when(query.toAge, (day) => lte(performers.dateOfBirth, day.slice(0, 10))),
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

/** Fields a list may be ordered by, under the names the wire has for them. */
const sortable: Record<string, PgColumn> = {
  createdAt: accounts.createdAt,
  updatedAt: accounts.updatedAt,
  name: accounts.name,
  username: accounts.username,
  score: performers.score,
  monthlyPrice: performers.monthlyPrice,
  yearlyPrice: performers.yearlyPrice,
  dateOfBirth: performers.dateOfBirth,
  isFeatured: performers.isFeatured,
  'stats.likes': performers.statLikes,
  'stats.subscribers': performers.statSubscribers,
  'stats.followers': performers.statFollowers,
  'stats.views': performers.statViews,
  'stats.totalVideos': performers.statVideos,
  'stats.totalFeeds': performers.statFeeds,
};

/** The special words of `sortBy`, else a field; who is online comes first without one. Ends in the id, so pages do not overlap. */
export function orderOf({ sortBy, sort }: Pick<PerformerQuery, 'sortBy' | 'sort'>): SQL[] {
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
      return byStanding;
    default: {
      const column = sortBy === undefined ? undefined : sortable[sortBy];
      if (!column) return [desc(accounts.isOnline), desc(accounts.createdAt), last];
      return [sort === 'asc' ? asc(column) : desc(column), last];
    }
  }
}

/** Score, subscribers, views. Wire contract 2.3, "top". */
export const byStanding: SQL[] = [
  desc(performers.score),
  desc(performers.statSubscribers),
  desc(performers.statViews),
  desc(performers.id),
];
