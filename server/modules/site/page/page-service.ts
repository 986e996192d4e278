import type { Operator } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { recordAct } from '../../../operator-log/record-act';
import { and, asc, desc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { columnNamed, toDirection } from '../../../db/list-query';
import { firstOrNull, hasRows } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { posts } from '../../../db/schema/site';
import { requireFound } from '../../../errors';
import { cleanHtml } from '../../../lib/clean-html';
import { starterPages, type NewPage } from './starter-pages';

type PostQuery = EndpointPart<'listPosts', 'query'>;
type PostView = EndpointReply<'getPost'>;

const sortable = {
  createdAt: posts.createdAt,
  updatedAt: posts.updatedAt,
  title: posts.title,
  ordering: posts.ordering,
};

function toOrder({ sortBy, sort }: PostQuery): SQL[] {
  const direction = toDirection(sort);
  const column = columnNamed(sortable, sortBy);
  if (!column) return [asc(posts.ordering), direction(posts.createdAt), direction(posts.id)];
  return [direction(column), desc(posts.id)];
}

export type PageService = ReturnType<typeof createPageService>;

/** Pages and news of the site itself, such as its terms. Not what creators post, which are feeds. */
export function createPageService({ db }: Pick<ServerContext, 'db'>) {
  const isPublished = eq(posts.status, 'published');
  const select = () =>
    db
      .select({ page: posts, authorName: accounts.name })
      .from(posts)
      .leftJoin(accounts, eq(accounts.id, posts.authorId));

  const service = {
    /** In their configured order, then newest first; never drafts. */
    async list(query: PostQuery): Promise<EndpointReply<'listPosts'>> {
      if (query.status === 'draft') return { data: [], total: 0 };
      const words = (query.q ?? '')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean);
      const where = and(
        isPublished,
        query.type && eq(posts.type, query.type),
        ...words.map((word) => sql`lower(${posts.title} || ' ' || ${posts.shortDescription}) like ${`%${word}%`}`),
      );
      const [rows, total] = await Promise.all([
        select()
          .where(where)
          .orderBy(...toOrder(query))
          .limit(query.limit)
          .offset(query.offset),
        db.$count(posts, where),
      ]);
      return { data: rows.map(presentPage), total };
    },

    /** @throws AppError ENTITY_NOT_FOUND, also for drafts */
    async get(idOrSlug: string): Promise<PostView> {
      const isMeant = or(eq(posts.id, idOrSlug), eq(posts.slug, idOrSlug.toLowerCase()));
      return presentPage(requireFound(await firstOrNull(select().where(and(isPublished, isMeant)).limit(1))));
    },

    /**
     * Stores a page under its slug, for setup and commands.
     *
     * @param options.replace whether to overwrite an existing page
     * @returns whether the page was stored
     */
    save(page: NewPage, { replace }: { replace: boolean } = { replace: false }, by?: Operator): Promise<boolean> {
      const row = { ...page, content: cleanHtml(page.content) };
      return inTransaction(db, async (tx) => {
        const insert = tx.insert(posts).values(row);
        const stored = replace
          ? insert.onConflictDoUpdate({ target: posts.slug, set: { ...row, updatedAt: new Date() } })
          : insert.onConflictDoNothing({ target: posts.slug });
        const isStored = await hasRows(stored.returning({ id: posts.id }));
        const subject = { kind: 'page', id: page.slug } as const;
        const details = { title: page.title, status: page.status };
        if (isStored) await recordAct(tx, by, { act: 'page.saved', subject, details });
        return isStored;
      });
    },

    /** Publishes a page, or takes it off the site. @throws AppError ENTITY_NOT_FOUND */
    setStatus(slug: string, status: 'draft' | 'published', by?: Operator): Promise<void> {
      return inTransaction(db, async (tx) => {
        const change = tx.update(posts).set({ status, updatedAt: new Date() }).where(eq(posts.slug, slug));
        const { title } = requireFound(await firstOrNull(change.returning({ title: posts.title })));
        const subject = { kind: 'page', id: slug } as const;
        await recordAct(tx, by, { act: 'page.saved', subject, details: { title, status } });
      });
    },

    async addStarters(): Promise<void> {
      for (const page of starterPages) await service.save(page);
    },
  };
  return service;
}

function presentPage({ page, authorName }: { page: typeof posts.$inferSelect; authorName: string | null }): PostView {
  return {
    ...page,
    _id: page.id,
    content: cleanHtml(page.content),
    categoryIds: [],
    meta: [],
    image: null,
    author: page.authorId === null ? null : { _id: page.authorId, name: authorName ?? '', avatar: '' },
    createdAt: page.createdAt.toISOString(),
    updatedAt: page.updatedAt.toISOString(),
  };
}
