import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { cleanHtml } from '../../../lib/clean-html';
import type { ServerContext } from '../../../context';
import { found } from '../../../errors';
import { createPageRepository, type NewPage, type PageWithAuthor } from './page-repository';
import { starterPages } from './starter-pages';

type PostView = EndpointReply<'getPost'>;

/** Texts of the site itself: terms, privacy, news. Creators' posts are feeds. */
export function createPageService({ db }: Pick<ServerContext, 'db'>) {
  const repository = createPageRepository(db);
  const service = {
    /** Published texts; a page's order first, then the newest. Asking for drafts gives none. */
    async list(query: EndpointPart<'listPosts', 'query'>): Promise<EndpointReply<'listPosts'>> {
      if (query.status === 'draft') return { data: [], total: 0 };
      const { rows, total } = await repository.listPublished(query);
      return { data: rows.map(presentPage), total };
    },

    /** @throws AppError ENTITY_NOT_FOUND, for drafts too */
    async get(idOrSlug: string): Promise<PostView> {
      return presentPage(found(await repository.findPublished(idOrSlug)));
    },

    /**
     * Stores a text under its slug, for set-up and commands.
     *
     * @param options.replace overwrites the text that is there; otherwise that one stays.
     * @returns whether it was stored.
     */
    save: (page: NewPage, options: { replace: boolean } = { replace: false }): Promise<boolean> =>
      repository.save({ ...page, content: cleanHtml(page.content) }, options),

    /** Stores the pages that every footer points at, where they are missing. */
    async addStarters(): Promise<void> {
      for (const page of starterPages) await service.save(page);
    },
  };
  return service;
}

export type PageService = ReturnType<typeof createPageService>;

function presentPage({ page, authorName }: PageWithAuthor): PostView {
  return {
    _id: page.id,
    type: page.type,
    title: page.title,
    slug: page.slug,
    content: cleanHtml(page.content),
    shortDescription: page.shortDescription,
    status: page.status,
    ordering: page.ordering,
    categoryIds: [],
    meta: [],
    image: null,
    authorId: page.authorId,
    author: page.authorId === null ? null : { _id: page.authorId, name: authorName ?? '', avatar: '' },
    createdAt: page.createdAt.toISOString(),
    updatedAt: page.updatedAt.toISOString(),
  };
}
