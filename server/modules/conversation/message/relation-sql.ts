import { eq, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { existsIn, isSubscribedTo, isBlockedBy, isFollowing, type Person } from '../../../db/conditions';
import { firstOrNull } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import type { Executor } from '../../../db/transaction';

interface RelationOf {
  one: Person;
  other: AnyColumn;
  /** Where `one` is now, for creators who closed their pages to a country; null when nobody can tell. */
  country: string | null;
  now: Date;
}

/**
 * SQL for how `one` stands to `other`, each an index look-up: so a list of conversations is one query, not many.
 * `Relation` of message-policy, less the two kinds and the status.
 */
export const relationColumns = ({ one, other, country, now }: RelationOf) => ({
  isBlocked: sql<boolean>`${isKeptOut({ one, other, country })}`,
  hasBlocked: isBlockedBy(one, other),
  isSubscribed: isSubscribedTo(other, one, now),
  hasSubscriber: isSubscribedTo(one, other, now),
  follows: isFollowing(one, other),
  isFollowed: isFollowing(other, one),
});

/** SQL condition: the creator `other` keeps out `one`, or the country they are in. Decisions 3. */
export function isKeptOut({ one, other, country }: Omit<RelationOf, 'now'>): SQL {
  const person = isBlockedBy(other, one);
  if (country === null) return person;
  const isClosed = sql`${performers.blockedCountries} @> array[${country}]::text[]`;
  return or(person, existsIn(performers, eq(performers.id, other), isClosed)) ?? person;
}

/**
 * SQL of an account's status as others meet it: a creator who is not approved is as one who is not active.
 *
 * Nested, since a query of one table writes the columns of an expression without their table, and `id = id` holds for all.
 */
export const statusSeen = ({ id, status }: { id: AnyColumn; status: AnyColumn }): SQL<string> => {
  const seen = sql`case when exists (select 1 from ${performers} where ${performers.id} = ${id}
    and not ${performers.verifiedDocument}) then 'inactive' else ${status} end`;
  return sql<string>`${seen}`;
};

/** How an account stands to one other; null when there is no such account. */
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
