import { and, arrayContains, eq, exists, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { existsIn, isBlockedBy } from '../../../db/conditions';
import { accounts, performers } from '../../../db/schema/accounts';
import { conversationMembers } from '../../../db/schema/messages';
import { firstOf, hasRows, idsOf } from '../../../db/rows';

const one = alias(conversationMembers, 'one');
const other = alias(conversationMembers, 'other');
/** Coming and going is no change of the account: lists sorted by `updatedAt` must not move. */
const untouched = { updatedAt: sql`${accounts.updatedAt}` };

export function createPresenceRepository(db: Db) {
  return {
    /** Who does not want it known stays offline. @returns whether it was noted. */
    setOnline: (id: string, isOnline: boolean, now: Date) =>
      hasRows(
        db
          .update(accounts)
          .set({ isOnline, lastSeenAt: now, ...untouched })
          .where(and(eq(accounts.id, id), accounts.showsPresence))
          .returning({ id: accounts.id }),
      ),

    /** Hiding it forgets what was known: lists sorted by it must not tell either. @returns whether they are online. */
    async setVisible(id: string, isVisible: boolean): Promise<boolean> {
      const hidden = { isOnline: false, lastSeenAt: null };
      const [row] = await db
        .update(accounts)
        .set({ showsPresence: isVisible, ...(!isVisible && hidden), ...untouched })
        .where(eq(accounts.id, id))
        .returning({ isOnline: accounts.isOnline });
      return row?.isOnline ?? false;
    },

    async touch(ids: readonly string[], now: Date): Promise<void> {
      if (ids.length === 0) return;
      await db
        .update(accounts)
        .set({ isOnline: true, lastSeenAt: now, ...untouched })
        .where(and(inArray(accounts.id, ids), accounts.showsPresence));
    },

    /** Marks those offline who are marked online without a sign of life since. @returns their ids. */
    endStale: (since: Date) =>
      idsOf(
        db
          .update(accounts)
          .set({ isOnline: false, ...untouched })
          .where(and(eq(accounts.isOnline, true), or(isNull(accounts.lastSeenAt), lt(accounts.lastSeenAt, since))))
          .returning({ id: accounts.id }),
      ),

    /** What decides whether somebody may watch an account; null when there is no such account. */
    findWatched({ watcherId, country }: { watcherId: string; country: string | null }, id: string) {
      const isClosed = existsIn(
        performers,
        eq(performers.id, accounts.id),
        or(eq(performers.verifiedDocument, false), arrayContains(performers.blockedCountries, [country ?? ''])),
      );
      const shared = db
        .select({ one: sql`1` })
        .from(one)
        .innerJoin(other, eq(other.conversationId, one.conversationId))
        .where(and(eq(one.accountId, watcherId), eq(other.accountId, accounts.id)));
      return firstOf(
        db
          .select({
            kind: accounts.kind,
            isOnline: accounts.isOnline,
            isBlocked: sql<boolean>`${or(isBlockedBy(accounts.id, watcherId), isClosed)}`,
            sharesConversation: sql<boolean>`${exists(shared)}`,
          })
          .from(accounts)
          .where(and(eq(accounts.id, id), eq(accounts.status, 'active'))),
      );
    },
  };
}
