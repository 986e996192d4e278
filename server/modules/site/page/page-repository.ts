import { and, asc, desc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { directionOf } from '../../../db/list-query';
import { accounts } from '../../../db/schema/accounts';
import { posts } from '../../../db/schema/site';
import type { Executor } from '../../../db/transaction';

type PostQuery = EndpointPart<'listPosts', 'query'>;
export type NewPage = Pick<typeof posts.$inferInsert, 'type' | 'title' | 'slug' | 'content' | 'shortDescription' | 'ordering' | 'authorId'>; // prettier-ignore

const sortable = {
  createdAt: posts.createdAt,
  updatedAt: posts.updatedAt,
  title: posts.title,
  ordering: posts.ordering,
};
const isSortable = (name: string | undefined): name is keyof typeof sortable =>
  name !== undefined && Object.hasOwn(sortable, name);

function orderOf({ sortBy, sort }: PostQuery): SQL[] {
  const direction = directionOf(sort);
  if (!isSortable(sortBy)) return [asc(posts.ordering), direction(posts.createdAt), direction(posts.id)];
  return [direction(sortable[sortBy]), desc(posts.id)];
}

/** Texts of the site itself, with the name of who wrote them. */
export function createPageRepository(db: Db) {
  const isPublished = eq(posts.status, 'published');
  const select = (tx: Executor) =>
    tx
      .select({ page: posts, authorName: accounts.name })
      .from(posts)
      .leftJoin(accounts, eq(accounts.id, posts.authorId));

  return {
    async listPublished(query: PostQuery) {
      const words = (query.q ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean); // prettier-ignore
      const where = and(
        isPublished,
        query.type && eq(posts.type, query.type),
        ...words.map((word) => sql`lower(${posts.title} || ' ' || ${posts.shortDescription}) like ${`%${word}%`}`),
      );
      const [rows, [count]] = await Promise.all([
        select(db)
          .where(where)
          .orderBy(...orderOf(query))
          .limit(query.limit)
          .offset(query.offset),
        db
          .select({ total: sql<number>`count(*)::int` })
          .from(posts)
          .where(where),
      ]);
      return { rows, total: count?.total ?? 0 };
    },

    async findPublished(idOrSlug: string) {
      const [row] = await select(db)
        .where(and(isPublished, or(eq(posts.id, idOrSlug), eq(posts.slug, idOrSlug.toLowerCase()))))
        .limit(1);
      return row ?? null;
    },

    /** Stores a text under its slug. @returns false when there was one and `replace` is not set. */
    async save(page: NewPage, { replace }: { replace: boolean }, tx: Executor = db): Promise<boolean> {
      const insert = tx.insert(posts).values(page);
      const stored = await (
        replace
          ? insert.onConflictDoUpdate({ target: posts.slug, set: { ...page, updatedAt: new Date() } })
          : insert.onConflictDoNothing({ target: posts.slug })
      ).returning({ id: posts.id });
      return stored.length > 0;
    },
  };
}

export type PageWithAuthor = NonNullable<Awaited<ReturnType<ReturnType<typeof createPageRepository>['findPublished']>>>;
