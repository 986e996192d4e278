import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { toDirection, type Sort } from '../../../db/list-query';
import { performers } from '../../../db/schema/accounts';
import { conversations } from '../../../db/schema/messages';
import { blockedCountries } from '../../../db/schema/site';
import { userBlocks } from '../../../db/schema/social';
import type { Executor } from '../../../db/transaction';
import { firstOrNull, selectPage, findRow } from '../../../db/query-helpers';

export type UserBlockRow = typeof userBlocks.$inferSelect;

interface BlockedPair {
  performerId: string;
  userId: string;
}

export function createBlockRepository(db: Db) {
  return {
    listSiteCountries: (tx: Executor = db) =>
      tx.select().from(blockedCountries).orderBy(asc(blockedCountries.countryCode)),

    async replaceSiteCountries(codes: readonly string[], tx: Executor = db): Promise<void> {
      await tx.delete(blockedCountries);
      if (codes.length > 0) await tx.insert(blockedCountries).values(codes.map((countryCode) => ({ countryCode })));
    },

    /** Which creators block which of the accounts, and which countries. Two queries. */
    async listClosed(performerIds: readonly string[], accountIds: readonly string[], tx: Executor = db) {
      const countries = await tx
        .select({ id: performers.id, countries: performers.blockedCountries })
        .from(performers)
        .where(inArray(performers.id, performerIds));
      const blocks = await tx
        .select({ performerId: userBlocks.performerId, userId: userBlocks.userId })
        .from(userBlocks)
        .where(and(inArray(userBlocks.performerId, performerIds), inArray(userBlocks.userId, accountIds)));
      return { countries, blocks };
    },

    listOwners: (conversationIds: readonly string[], tx: Executor = db) =>
      tx
        .select({ id: conversations.id, performerId: conversations.performerId })
        .from(conversations)
        .where(inArray(conversations.id, conversationIds)),

    /** The creator's shows, whose chat rooms a blocked account must leave immediately. */
    listShows: (performerId: string, tx: Executor = db) =>
      tx
        .select({ id: conversations.id, type: conversations.type })
        .from(conversations)
        .where(and(eq(conversations.performerId, performerId), ne(conversations.type, 'private'))),

    async listCountries(performerId: string, tx: Executor = db): Promise<string[]> {
      const [row] = await tx
        .select({ countries: performers.blockedCountries })
        .from(performers)
        .where(eq(performers.id, performerId));
      return row?.countries ?? [];
    },

    async saveCountries(performerId: string, codes: string[], tx: Executor = db): Promise<void> {
      await tx.update(performers).set({ blockedCountries: codes }).where(eq(performers.id, performerId));
    },

    saveUserBlock: (row: typeof userBlocks.$inferInsert, tx: Executor = db) => saveUserBlock(row, tx),

    findUserBlock: (pair: BlockedPair, tx: Executor = db) => findUserBlock(pair, tx),

    removeUserBlock: (performerId: string, userId: string, tx: Executor = db) =>
      firstOrNull(
        tx
          .delete(userBlocks)
          .where(and(eq(userBlocks.performerId, performerId), eq(userBlocks.userId, userId)))
          .returning({ createdAt: userBlocks.createdAt }),
      ),

    listUserBlocks: (performerId: string, { sort, ...page }: { limit: number; offset: number; sort: Sort }) =>
      selectPage(db, userBlocks, {
        ...page,
        where: eq(userBlocks.performerId, performerId),
        order: [toDirection(sort)(userBlocks.createdAt), desc(userBlocks.id)],
      }),
  };
}

/** @returns the existing block, if there is one */
async function saveUserBlock(
  row: typeof userBlocks.$inferInsert,
  tx: Executor,
): Promise<{ block: UserBlockRow; isNew: boolean }> {
  const [inserted] = await tx.insert(userBlocks).values(row).onConflictDoNothing().returning();
  if (inserted) return { block: inserted, isNew: true };
  const first = await findUserBlock(row, tx);
  if (first) return { block: first, isNew: false };
  // The existing block was removed between the two statements, so insert again.
  return saveUserBlock(row, tx);
}

const findUserBlock = ({ performerId, userId }: BlockedPair, tx: Executor): Promise<UserBlockRow | null> =>
  findRow(tx, userBlocks, eq(userBlocks.performerId, performerId), eq(userBlocks.userId, userId));
