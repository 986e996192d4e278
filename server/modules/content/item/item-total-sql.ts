import { sql, type SQL } from 'drizzle-orm';
import { isCurrentSubscription } from '../../../db/conditions';
import { performers } from '../../../db/schema/accounts';
import type { ItemListQuery } from './item-list-query';
import { isShown, type ListViewer } from './viewer-state-sql';

const getCounter = ({ of }: ItemListQuery): SQL => sql.raw(performers[of.counter].name);

/** CTE `home`: the creators whose items are on the viewer's Home, each with the number of published items. */
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

/** A viewer without an id, so that counts can be shared: everyone sees the same, except for the creators in `getDifference`. */
export const toSharedViewer = (viewer: ListViewer): ListViewer =>
  viewer.isModerator ? viewer : { ...viewer, id: null };

/**
 * How many more or fewer items the viewer sees than guests do, because of their own items and of creators who block them. Null
 * if they see the same.
 */
function getDifference(query: ItemListQuery): SQL {
  const { viewer } = query;
  if (viewer.id === null || viewer.isModerator) return sql`null::float8`;
  const isSeen = (by: ListViewer) => sql`(${isShown(by)})::int`;
  return sql`(select sum(p.${getCounter(query)} * (${isSeen(viewer)} - ${isSeen(toSharedViewer(viewer))}))::float8
    from performers p join accounts a on a.id = p.id
    where (p.id = ${viewer.id} or p.id in (select performer_id from user_blocks where user_id = ${viewer.id}))
    and (${isShown(viewer)}) <> (${isShown(toSharedViewer(viewer))}))`;
}

/**
 * The total of an unfiltered list, from the creators' counters. For the list of all creators, only the difference from what
 * guests see, or null if there is none. Null for children of an item, which have no counter.
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
