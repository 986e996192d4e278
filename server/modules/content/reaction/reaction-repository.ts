import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { directionOf } from '../../../db/list-query';
import { firstOf, hasRows, pageOf, rowOf } from '../../../db/rows';
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
    find: (key: ReactionKey, tx: Tx): Promise<ReactionRow | null> => rowOf(tx, reactions, isKey(key)),

    /** @returns null when there is such a reaction already. */
    insert: (row: typeof reactions.$inferInsert, tx: Tx): Promise<ReactionRow | null> =>
      firstOf(tx.insert(reactions).values(row).onConflictDoNothing().returning()),

    remove: (key: ReactionKey, tx: Tx): Promise<boolean> =>
      hasRows(tx.delete(reactions).where(isKey(key)).returning({ id: reactions.id })),

    /** A person's bookmarks of one kind, by when they were made. */
    listBookmarks(
      createdBy: string,
      objectType: string,
      { sort, ...page }: { sort: 'asc' | 'desc'; limit: number; offset: number },
    ) {
      const where = and(
        eq(reactions.createdBy, createdBy),
        eq(reactions.objectType, objectType),
        eq(reactions.action, 'bookmark'),
      );
      const direction = directionOf(sort);
      return pageOf(db, reactions, {
        ...page,
        where,
        order: [direction(reactions.createdAt), direction(reactions.id)],
      });
    },
  };
}
