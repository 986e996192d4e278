import { z } from 'zod';
import { ObjectId, stamps } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { clearable, requiredLine, text } from '../base/field-schemas';
import type { reportRoutes } from './report-routes';

/** `user` is our extension: creators can report fans. */
export const ReportTarget = z.enum(['feed', 'video', 'gallery', 'product', 'comment', 'performer', 'user']);

/** `rejected`: without action. `resolved`: with action. */
export const ReportStatus = z.enum(['open', 'rejected', 'resolved']);

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
  status: ReportStatus.optional(),
});

export const reportSchemas = {
  createReport: {
    summary: 'Report content, a performer, or as a performer a user; a repeat updates the description',
    mark: 'seen',
    body: z.object({
      target: ReportTarget.default('feed'),
      targetId: ObjectId,
      performerId: ObjectId,
      title: requiredLine(200),
      description: clearable(text(2000)),
    }),
    data: Report,
    errors: ['ENTITY_NOT_FOUND'],
  },
} satisfies SchemasFor<typeof reportRoutes>;
