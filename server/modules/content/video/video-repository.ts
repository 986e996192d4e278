import { inArray } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { videos } from '../../../db/schema/assets';
import type { Executor, Tx } from '../../../db/transaction';

/** What only videos have. */
export type VideoExtra = Omit<typeof videos.$inferSelect, 'id'>;

export function createVideoRepository(db: Db) {
  return {
    async listExtras(ids: readonly string[], tx: Executor = db): Promise<Map<string, VideoExtra>> {
      const rows = await tx
        .select()
        .from(videos)
        .where(inArray(videos.id, [...ids]));
      return new Map(rows.map(({ id, ...row }) => [id, row]));
    },

    async save(row: typeof videos.$inferInsert, tx: Tx): Promise<void> {
      await tx.insert(videos).values(row).onConflictDoUpdate({ target: videos.id, set: row });
    },
  };
}
