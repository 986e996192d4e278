import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { cleanHtml } from '../../lib/clean-html';
import type { ServerContext } from '../../context';
import { found } from '../../errors';
import { createPostRepository, type NewPost, type PostWithAuthor } from './post-repository';
import { starterPages } from './starter-pages';

type PostView = EndpointReply<'getPost'>;

/** Texts of the site itself: terms, privacy, news. Creators' posts are feeds. */
export function createPostService({ db }: Pick<ServerContext, 'db'>) {
  const repository = createPostRepository(db);
  const service = {
    /** Published texts; a page's order first, then the newest. Asking for drafts gives none. */
    async list(query: EndpointPart<'listPosts', 'query'>): Promise<EndpointReply<'listPosts'>> {
      if (query.status === 'draft') return { data: [], total: 0 };
      const { rows, total } = await repository.listPublished(query);
      return { data: rows.map(presentPost), total };
    },

    /** @throws AppError ENTITY_NOT_FOUND, for drafts too */
    async get(idOrSlug: string): Promise<PostView> {
      return presentPost(found(await repository.findPublished(idOrSlug)));
    },

    /**
     * Stores a text under its slug, for set-up and commands.
     *
     * @param options.replace overwrites the text that is there; otherwise that one stays.
     * @returns whether it was stored.
     */
    save: (post: NewPost, options: { replace: boolean } = { replace: false }): Promise<boolean> =>
      repository.save({ ...post, content: cleanHtml(post.content) }, options),

    /** Stores the pages that every footer points at, where they are missing. */
    async addStarters(): Promise<void> {
      for (const page of starterPages) await service.save(page);
    },
  };
  return service;
}

export type PostService = ReturnType<typeof createPostService>;

function presentPost({ post, authorName }: PostWithAuthor): PostView {
  return {
    _id: post.id,
    type: post.type,
    title: post.title,
    slug: post.slug,
    content: cleanHtml(post.content),
    shortDescription: post.shortDescription,
    status: post.status,
    ordering: post.ordering,
    categoryIds: [],
    meta: [],
    image: null,
    authorId: post.authorId,
    author: post.authorId === null ? null : { _id: post.authorId, name: authorName ?? '', avatar: '' },
    createdAt: post.createdAt.toISOString(),
    updatedAt: post.updatedAt.toISOString(),
  };
}
