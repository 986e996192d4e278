import { z } from 'zod';
import { ListQuery, ObjectId, pageOf, stamps } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { requiredLine, text } from '../base/field-schemas';
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
    /** The names of the last two are assumed. */
    data: z.object({
      totalPerformer: z.number(),
      totalProduct: z.number(),
      totalFeed: z.number(),
      totalVideo: z.number().optional(),
      totalGallery: z.number().optional(),
    }),
  },
  listKeywords: {
    summary: 'What people search for, most used first',
    mark: 'seen',
    query: ListQuery.extend({ dateRange: z.enum(['day', 'week', 'month']).optional() }),
    data: pageOf(z.object({ ...stamps, keyword: z.string(), objectType: z.string().nullish(), attempt: z.number() })),
  },
} satisfies SchemasFor<typeof searchRoutes>;
