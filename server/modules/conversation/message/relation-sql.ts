import { eq, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import {
  existsIn,
  hasOrderedFrom,
  isSubscribedTo,
  isBlockedBy,
  isFollowing,
  type Person,
} from '../../../db/conditions';
import { firstOrNull } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import type { Executor } from '../../../db/transaction';

interface RelationOf {
  one: Person;
  other: AnyColumn;
  /** Current country of `one`, because creators can block countries; null if unknown. */
  country: string | null;
  now: Date;
}

/** SQL for the fields of `Relation`, except kinds and status. Each is an index lookup, so a list needs only one query. */
export const relationColumns = ({ one, other, country, now }: RelationOf) => ({
  isBlocked: sql<boolean>`${isKeptOut({ one, other, country })}`,
  hasBlocked: isBlockedBy(one, other),
  isSubscribed: isSubscribedTo(other, one, now),
  hasSubscriber: isSubscribedTo(one, other, now),
  isBuyer: hasOrderedFrom(other, one),
  hasBuyer: hasOrderedFrom(one, other),
  follows: isFollowing(one, other),
  isFollowed: isFollowing(other, one),
});

/** SQL condition: the creator `other` blocks `one` or their country. Decisions 3. */
export function isKeptOut({ one, other, country }: Omit<RelationOf, 'now'>): SQL {
  const person = isBlockedBy(other, one);
  if (country === null) return person;
  const isClosed = sql`${performers.blockedCountries} @> array[${country}]::text[]`;
  return or(person, existsIn(performers, eq(performers.id, other), isClosed)) ?? person;
}

/**
 * The status as others see it: a creator who is not approved counts as inactive. The nested `sql` keeps table names, which
 * drizzle drops in single-table queries, where `id = id` would always be true.
 */
export const statusSeen = ({ id, status }: { id: AnyColumn; status: AnyColumn }): SQL<string> => {
  const seen = sql`case when exists (select 1 from ${performers} where ${performers.id} = ${id}
    and not ${performers.verifiedDocument}) then 'inactive' else ${status} end`;
  return sql<string>`${seen}`;
};

export const findRelation = (
  tx: Executor,
  { one, other, country, now }: { one: string; other: string; country: string | null; now: Date },
) =>
  firstOrNull(
    tx
      .select({
        otherKind: accounts.kind,
        otherStatus: statusSeen(accounts),
        otherMessagesFrom: accounts.messagesFrom,
        ...relationColumns({ one, other: accounts.id, country, now }),
      })
      .from(accounts)
      .where(eq(accounts.id, other)),
  );
