import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { directionOf } from '../../../db/list-query';
import { reactions } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';

export type ReactionRow = typeof reactions.$inferSelect;
type ReactionKey = Pick<ReactionRow, 'createdBy' | 'objectType' | 'objectId' | 'action'>;

const isKey = (key: ReactionKey) =>
  and(
    eq(reactions.createdBy, key.createdBy),
    eq(reactions.objectType, key.objectType),
    eq(reactions.objectId, key.objectId),
    eq(reactions.action, key.action),
  );

export function createReactionRepository(db: Db) {
  return {
    async find(key: ReactionKey, tx: Tx): Promise<ReactionRow | null> {
      const [row] = await tx.select().from(reactions).where(isKey(key));
      return row ?? null;
    },

    /** @returns null when there is such a reaction already. */
    async insert(row: typeof reactions.$inferInsert, tx: Tx): Promise<ReactionRow | null> {
      const [stored] = await tx.insert(reactions).values(row).onConflictDoNothing().returning();
      return stored ?? null;
    },

    async remove(key: ReactionKey, tx: Tx): Promise<boolean> {
      const rows = await tx.delete(reactions).where(isKey(key)).returning({ id: reactions.id });
      return rows.length > 0;
    },

    /** A person's bookmarks of one kind, by when they were made. */
    async listBookmarks(
      createdBy: string,
      objectType: string,
      { sort, limit, offset }: { sort: 'asc' | 'desc'; limit: number; offset: number },
    ) {
      const where = and(
        eq(reactions.createdBy, createdBy),
        eq(reactions.objectType, objectType),
        eq(reactions.action, 'bookmark'),
      );
      const direction = directionOf(sort);
      const [rows, total] = await Promise.all([
        db
          .select()
          .from(reactions)
          .where(where)
          .orderBy(direction(reactions.createdAt), direction(reactions.id))
          .limit(limit)
          .offset(offset),
        db.$count(reactions, where),
      ]);
      return { rows, total };
    },
  };
}
