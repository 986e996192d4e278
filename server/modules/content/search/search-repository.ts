import { and, desc, gte, ilike, lt, ne, sql, sum } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { directionOf, type Sort } from '../../../db/list-query';
import { pageOf } from '../../../db/rows';
import { anywhere } from '../../../db/search-words';
import { searchKeywords } from '../../../db/schema/social';

interface KeywordFilter {
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

    /** Other keywords that say this, most used first. */
    async suggest(words: string, { atLeast, limit }: { atLeast: number; limit: number }): Promise<string[]> {
      const attempts = sum(searchKeywords.attempt);
      const rows = await db
        .select({ keyword: searchKeywords.keyword })
        .from(searchKeywords)
        .where(and(ilike(searchKeywords.keyword, anywhere(words)), ne(searchKeywords.keyword, words)))
        .groupBy(searchKeywords.keyword)
        .having(gte(attempts, sql`${atLeast}`))
        .orderBy(desc(attempts), searchKeywords.keyword)
        .limit(limit);
      return rows.map(({ keyword }) => keyword);
    },

    async forget({ before, below }: { before: Date; below: number }): Promise<void> {
      await db
        .delete(searchKeywords)
        .where(and(lt(searchKeywords.updatedAt, before), lt(searchKeywords.attempt, below)));
    },

    /** Most used first; `since`: only what was searched for after it. */
    list({ q, since, sort, ...page }: KeywordFilter) {
      const direction = directionOf(sort);
      const where = and(
        q?.trim() ? ilike(searchKeywords.keyword, anywhere(q.trim())) : undefined,
        since ? gte(searchKeywords.updatedAt, since) : undefined,
      );
      const { attempt, updatedAt, id } = searchKeywords;
      return pageOf(db, searchKeywords, { ...page, where, order: [attempt, updatedAt, id].map(direction) });
    },
  };
}
