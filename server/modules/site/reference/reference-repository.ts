import { and, asc, eq, sql } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { directionOf } from '../../../db/list-query';
import { banners, categories, contactMessages } from '../../../db/schema/site';
import type { Executor } from '../../../db/transaction';

export type BannerRow = typeof banners.$inferSelect;

/** Lists that operators keep, and what visitors write to them. */
export function createReferenceRepository(db: Db) {
  return {
    listCategories: () => db.select().from(categories).orderBy(asc(categories.ordering), asc(categories.name)),

    /** Adds a category, or renames the one with this slug. @returns its id. */
    async saveCategory(category: { name: string; slug: string; ordering: number }): Promise<string> {
      const [row] = await db
        .insert(categories)
        .values(category)
        .onConflictDoUpdate({ target: categories.slug, set: { ...category, updatedAt: new Date() } })
        .returning({ id: categories.id });
      return row?.id ?? '';
    },

    async listBanners({ sort, limit, offset, position }: EndpointPart<'listBanners', 'query'>) {
      const direction = directionOf(sort);
      const where = and(eq(banners.status, 'active'), position && eq(banners.position, position));
      const [rows, [count]] = await Promise.all([
        db
          .select()
          .from(banners)
          .where(where)
          .orderBy(direction(banners.updatedAt), direction(banners.id))
          .limit(limit)
          .offset(offset),
        db
          .select({ total: sql<number>`count(*)::int` })
          .from(banners)
          .where(where),
      ]);
      return { rows, total: count?.total ?? 0 };
    },

    async saveContactMessage(message: { name: string; email: string; message: string }, tx: Executor = db) {
      await tx.insert(contactMessages).values(message);
    },
  };
}
