import { z } from 'zod';
import { File, ListQuery, ObjectId, byKey, getPage, stamps } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import type { pageRoutes } from './page-routes';

const PostType = z.enum(['post', 'page']);
const PostStatus = z.enum(['draft', 'published']);

/** A page of the site itself, such as its terms. A performer's post is a feed. Wire contract 3.22. */
const Post = z.object({
  ...stamps,
  type: PostType,
  title: z.string(),
  slug: z.string(),
  /** HTML. */
  content: z.string(),
  shortDescription: z.string().nullish(),
  status: PostStatus,
  ordering: z.number().optional(),
  categoryIds: z.array(z.string()).optional(),
  meta: z.array(z.object({ key: z.string(), value: z.string() })).optional(),
  image: File.nullish(),
  authorId: ObjectId.nullish(),
  author: z
    .object({ _id: ObjectId, name: z.string(), avatar: z.string(), roles: z.array(z.string()).optional() })
    .nullish(),
});

export const pageSchemas = {
  listPosts: {
    summary: 'Published texts of the site',
    mark: 'seen',
    query: ListQuery.extend({ status: PostStatus.optional(), type: PostType.optional() }),
    data: getPage(Post),
  },
  getPost: { ...byKey, summary: 'One text of the site by id or slug', data: Post },
} satisfies SchemasFor<typeof pageRoutes>;
