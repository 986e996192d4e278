import { and, arrayContains, eq, getTableColumns, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { existsIn, isBlockedBy } from '../../../db/conditions';
import { toDirection } from '../../../db/list-query';
import { hasRows, findRow } from '../../../db/query-helpers';
import { includesText } from '../../../db/search-words';
import { accounts, performers } from '../../../db/schema/accounts';
import { follows } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';

export type FollowRow = typeof follows.$inferSelect;

export type FollowRepository = ReturnType<typeof createFollowRepository>;

type FollowPage = EndpointPart<'listFollowers', 'query'>;

export function createFollowRepository(db: Db) {
  const pair = (followerId: string, followingId: string) =>
    and(eq(follows.followerId, followerId), eq(follows.followingId, followingId));

  async function count(followerId: string, followingId: string, step: 1 | -1, tx: Tx): Promise<void> {
    await tx
      .update(performers)
      .set({ statFollowers: sql`greatest(0, ${performers.statFollowers} + ${step})` })
      .where(eq(performers.id, followingId));
    await tx
      .update(accounts)
      // Does not change `updatedAt`, because following is not an edit of the account.
      .set({
        statFollowing: sql`greatest(0, ${accounts.statFollowing} + ${step})`,
        updatedAt: sql`${accounts.updatedAt}`,
      })
      .where(eq(accounts.id, followerId));
  }

  async function list(where: SQL | undefined, { q, sort, limit, offset }: FollowPage, otherId: PgColumn) {
    const words = q?.trim();
    const filter = and(
      where,
      words ? or(includesText(accounts.name, words), includesText(accounts.username, words)) : undefined,
    );
    const direction = toDirection(sort);
    const matching = () =>
      db.select(getTableColumns(follows)).from(follows).innerJoin(accounts, eq(accounts.id, otherId)).where(filter);
    const page = matching().orderBy(direction(follows.createdAt), direction(follows.id)).limit(limit).offset(offset);
    const [rows, total] = await Promise.all([page, db.$count(matching().as('matching'))]);
    return { rows, total };
  }

  return {
    find: (followerId: string, followingId: string, tx: Tx): Promise<FollowRow | null> =>
      findRow(tx, follows, pair(followerId, followingId)),

    async insert(row: typeof follows.$inferInsert, tx: Tx): Promise<FollowRow | null> {
      const [stored] = await tx.insert(follows).values(row).onConflictDoNothing().returning();
      if (stored) await count(row.followerId, row.followingId, 1, tx);
      return stored ?? null;
    },

    async remove(followerId: string, followingId: string, tx: Tx): Promise<boolean> {
      const isGone = await hasRows(
        tx.delete(follows).where(pair(followerId, followingId)).returning({ id: follows.id }),
      );
      if (isGone) await count(followerId, followingId, -1, tx);
      return isGone;
    },

    /** Includes suspended accounts, so that the list matches the creator's follower counter. */
    listFollowers: (performerId: string, page: FollowPage) =>
      list(eq(follows.followingId, performerId), page, follows.followerId),

    /** Excludes creators who are not approved, and those who block the follower or their country. */
    listFollowing: (followerId: string, page: FollowPage, country: string | null) => {
      const isClosed = existsIn(
        performers,
        eq(performers.id, follows.followingId),
        or(eq(performers.verifiedDocument, false), arrayContains(performers.blockedCountries, [country ?? ''])),
      );
      const isOpen = and(
        eq(accounts.status, 'active'),
        not(isBlockedBy(follows.followingId, followerId)),
        not(isClosed),
      );
      return list(and(eq(follows.followerId, followerId), isOpen), page, follows.followingId);
    },
  };
}
