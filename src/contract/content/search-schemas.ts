import { z } from 'zod';
import { ListQuery, ObjectId, getPage, stamps } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { requiredLine, text } from '../base/field-schemas';
import { PerformerSearch } from '../identity/people-schemas';
import type { searchRoutes } from './search-routes';

export const searchSchemas = {
  searchKeyword: {
    summary: 'How much a keyword finds of each kind; the keyword is recorded',
    mark: 'seen',
    body: z.object({
      keyword: requiredLine(200),
      objectType: text(40).optional(),
      fromPerformerId: ObjectId.optional(),
    }),
    /** The names of the last two are assumed. More than 200 of a kind are counted as 200. */
    data: z.object({
      totalPerformer: z.number(),
      totalProduct: z.number(),
      totalFeed: z.number(),
      totalVideo: z.number().optional(),
      totalGallery: z.number().optional(),
    }),
  },
  listKeywords: {
    summary: 'What people search for, most used first; fans get what others may be offered',
    mark: 'seen',
    query: ListQuery.extend({ dateRange: z.enum(['day', 'week', 'month']).optional() }),
    data: getPage(z.object({ ...stamps, keyword: z.string(), objectType: z.string().nullish(), attempt: z.number() })),
  },
  suggestSearch: {
    summary:
      'Creators, titles and past searches of several accounts for what was typed so far; without `q`, what they search for of late. Nothing is recorded',
    mark: 'assumed',
    query: z.object({ q: z.string().max(200).optional() }),
    data: z.object({
      creators: z.array(
        PerformerSearch.pick({ _id: true, name: true, username: true, avatar: true, headline: true, live: true }),
      ),
      items: z.array(
        z.object({
          _id: ObjectId,
          kind: z.enum(['feed', 'gallery', 'photo', 'video', 'product']),
          slug: z.string(),
          title: z.string(),
          performer: PerformerSearch.pick({ _id: true, name: true, username: true }),
        }),
      ),
      /** Lower case, most used first. */
      keywords: z.array(z.string()),
    }),
  },
} satisfies SchemasFor<typeof searchRoutes>;
