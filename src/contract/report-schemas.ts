import { z } from 'zod';
import { ObjectId, stamps } from './common-schemas';
import type { SchemasFor } from './define';
import { clearable, requiredText, text } from './field-schemas';
import type { reportRoutes } from './report-routes';

const ReportTarget = z.enum(['feed', 'video', 'gallery', 'product', 'comment', 'performer']);

/** Wire contract 3.20. */
const Report = z.object({
  ...stamps,
  title: z.string(),
  description: z.string().nullish(),
  target: ReportTarget,
  targetId: ObjectId,
  performerId: ObjectId,
  source: z.enum(['user', 'performer']),
  sourceId: ObjectId,
  /** Assumed. */
  status: z.enum(['open', 'rejected', 'resolved']).optional(),
});

export const reportSchemas = {
  createReport: {
    summary: 'Report content or a performer; a repeat updates the description',
    mark: 'seen',
    body: z.object({
      target: ReportTarget.default('feed'),
      targetId: ObjectId,
      performerId: ObjectId,
      title: requiredText(200),
      description: clearable(text(2000)),
    }),
    data: Report,
    errors: ['ENTITY_NOT_FOUND'],
  },
} satisfies SchemasFor<typeof reportRoutes>;
