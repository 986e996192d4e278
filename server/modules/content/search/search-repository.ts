import { and, gte, ilike, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { directionOf, type Sort } from '../../../db/list-query';
import { searchKeywords } from '../../../db/schema/social';

export interface KeywordFilter {
  q?: string | undefined;
  since: Date | null;
  sort?: Sort;
  limit: number;
  offset: number;
}

export function createSearchRepository(db: Db) {
  return {
    /** Counts one more search for a keyword. */
    async record(row: typeof searchKeywords.$inferInsert & { updatedAt: Date }): Promise<void> {
      await db
        .insert(searchKeywords)
        .values(row)
        .onConflictDoUpdate({
          target: [searchKeywords.keyword, searchKeywords.objectType],
          set: { attempt: sql`${searchKeywords.attempt} + 1`, updatedAt: row.updatedAt },
        });
    },

    /** Most used first; `since`: only what was searched for after it. */
    async list({ q, since, sort, limit, offset }: KeywordFilter) {
      const direction = directionOf(sort);
      const where = and(
        q?.trim() ? ilike(searchKeywords.keyword, `%${q.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`) : undefined,
        since ? gte(searchKeywords.updatedAt, since) : undefined,
      );
      const [rows, [counted]] = await Promise.all([
        db
          .select()
          .from(searchKeywords)
          .where(where)
          .orderBy(direction(searchKeywords.attempt), direction(searchKeywords.updatedAt), direction(searchKeywords.id))
          .limit(limit)
          .offset(offset),
        db
          .select({ total: sql<number>`count(*)::int` })
          .from(searchKeywords)
          .where(where),
      ]);
      return { rows, total: counted?.total ?? 0 };
    },
  };
}
