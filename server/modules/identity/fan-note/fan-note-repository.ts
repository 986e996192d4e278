import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { hasRow } from '../../../db/query-helpers';
import { subscriptions } from '../../../db/schema/money';
import { fanNotes } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';

export type FanNoteRow = typeof fanNotes.$inferSelect;

export function createFanNoteRepository(db: Db) {
  return {
    /** True even if the subscription has ended. */
    isSubscriber: (performerId: string, userId: string): Promise<boolean> =>
      hasRow(db, subscriptions, eq(subscriptions.performerId, performerId), eq(subscriptions.userId, userId)),

    list: (performerId: string, userIds: readonly string[]): Promise<FanNoteRow[]> =>
      db
        .select()
        .from(fanNotes)
        .where(and(eq(fanNotes.performerId, performerId), inArray(fanNotes.userId, userIds))),

    /** Undefined fields are kept. */
    async save(
      performerId: string,
      userId: string,
      { note, lists }: { note?: string; lists?: string[] },
      tx: Tx,
    ): Promise<FanNoteRow | undefined> {
      const set = { ...(note !== undefined && { note }), ...(lists !== undefined && { lists }), updatedAt: new Date() };
      const [row] = await tx
        .insert(fanNotes)
        .values({ performerId, userId, note: note ?? '', lists: lists ?? [] })
        .onConflictDoUpdate({ target: [fanNotes.performerId, fanNotes.userId], set })
        .returning();
      return row;
    },

    async removeEmpty(id: string, tx: Tx): Promise<void> {
      await tx
        .delete(fanNotes)
        .where(and(eq(fanNotes.id, id), eq(fanNotes.note, ''), sql`cardinality(${fanNotes.lists}) = 0`));
    },

    async listLists(performerId: string): Promise<{ name: string; count: number }[]> {
      const { rows } = await db.execute<{ name: string; count: number }>(sql`
        select name, count(*)::int as count
        from ${fanNotes}, unnest(${fanNotes.lists}) as name
        where ${fanNotes.performerId} = ${performerId}
        group by name
        order by lower(name), name`);
      return rows;
    },
  };
}
