import { and, eq, exists, gt, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { accounts, performers } from '../../../db/schema/accounts';
import { subscriptions } from '../../../db/schema/money';
import { follows, userBlocks } from '../../../db/schema/social';
import type { Executor } from '../../../db/transaction';

interface RelationOf {
  /** Account id, or the column that has it. */
  one: string | AnyColumn;
  other: AnyColumn;
  /** Where `one` is now, for creators who closed their pages to a country; null when nobody can tell. */
  country: string | null;
  now: Date;
}

/**
 * SQL for how `one` stands to `other`, each an index look-up: so a list of conversations is one query, not many.
 * `Relation` of message-policy, less the two kinds and the status.
 */
export function relationColumns(tx: Executor, { one, other, country, now }: RelationOf) {
  const flag = (query: SQL): SQL<boolean> => sql<boolean>`${query}`;
  const link = (table: typeof follows | typeof userBlocks, { from, to }: { from: AnyColumn; to: AnyColumn }) =>
    tx
      .select({ one: sql`1` })
      .from(table)
      .where(and(eq(from, one), eq(to, other)));
  return {
    isBlocked: flag(isBlockedBy(tx, { one, other, country })),
    hasBlocked: flag(exists(link(userBlocks, { from: userBlocks.performerId, to: userBlocks.userId }))),
    isSubscribed: flag(hasSubscriber(tx, { one: other, other: one, now })),
    hasSubscriber: flag(hasSubscriber(tx, { one, other, now })),
    follows: flag(exists(link(follows, { from: follows.followerId, to: follows.followingId }))),
    isFollowed: flag(exists(link(follows, { from: follows.followingId, to: follows.followerId }))),
  };
}

/** SQL condition: `other` subscribes to `one` now. */
export function hasSubscriber(
  tx: Executor,
  { one, other, now }: { one: string | AnyColumn; other: string | AnyColumn; now: Date },
): SQL {
  return exists(
    tx
      .select({ one: sql`1` })
      .from(subscriptions)
      .where(
        and(eq(subscriptions.userId, other), eq(subscriptions.performerId, one), gt(subscriptions.expiredAt, now)),
      ),
  );
}

/** SQL condition: the creator `other` keeps out `one`, or the country they are in. Decisions 3. */
export function isBlockedBy(tx: Executor, { one, other, country }: Omit<RelationOf, 'now'>): SQL {
  const person = exists(
    tx
      .select({ one: sql`1` })
      .from(userBlocks)
      .where(and(eq(userBlocks.performerId, other), eq(userBlocks.userId, one))),
  );
  if (country === null) return person;
  const place = exists(
    tx
      .select({ one: sql`1` })
      .from(performers)
      .where(and(eq(performers.id, other), sql`${performers.blockedCountries} @> array[${country}]::text[]`)),
  );
  return or(person, place) ?? person;
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
export async function findRelation(
  tx: Executor,
  { one, other, country, now }: { one: string; other: string; country: string | null; now: Date },
) {
  const [row] = await tx
    .select({
      otherKind: accounts.kind,
      otherStatus: statusSeen(accounts),
      otherMessagesFrom: accounts.messagesFrom,
      ...relationColumns(tx, { one, other: accounts.id, country, now }),
    })
    .from(accounts)
    .where(eq(accounts.id, other));
  return row ?? null;
}
