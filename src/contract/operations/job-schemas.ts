import { z } from 'zod';
import { IdParams, IsoDate, ObjectId } from '../base/common-schemas';
import { requiredText } from '../base/field-schemas';
import type { SchemasFor } from '../base/define';
import type { jobRoutes } from './job-routes';

const Done = z.object({ success: z.literal(true) });

/** Jobs have ids of their queue. */
const JobParams = z.object({ id: z.string().min(1).max(100) });

export const jobSchemas = {
  getJobs: {
    summary: 'Failed jobs, renewals of subscriptions, and files that were set aside',
    mark: 'assumed',
    data: z.object({
      /** Jobs that wait, run or repeat. */
      waiting: z.number().int(),
      /** Newest first, at most 200. */
      failed: z.array(
        z.object({
          _id: z.string(),
          name: z.string(),
          attempts: z.number().int(),
          failedAt: IsoDate,
          requestId: z.string().nullable(),
          message: z.string(),
        }),
      ),
      /** Retried by operators in the last 30 days, newest first, at most 50. */
      retried: z.array(
        z.object({
          _id: z.string(),
          name: z.string(),
          operatorName: z.string(),
          retriedAt: IsoDate,
          state: z.enum(['waiting', 'running', 'done', 'failed', 'removed']),
          /** Null unless it is done or failed. */
          endedAt: IsoDate.nullable(),
        }),
      ),
      renewals: z.array(
        z.object({
          kind: z.enum(['creator', 'platform']),
          paid: z.number().int(),
          due: z.number().int(),
          underWay: z.number().int(),
          retried: z.number().int(),
          nextTry: IsoDate.nullable(),
        }),
      ),
      /** Newest first, at most 200. */
      files: z.array(
        z.object({
          _id: ObjectId,
          type: z.string(),
          name: z.string(),
          ownerName: z.string(),
          failure: z.string(),
          setAsideAt: IsoDate,
        }),
      ),
    }),
  },
  retryJob: {
    summary: 'Give a failed job one more attempt',
    mark: 'assumed',
    params: JobParams,
    data: Done,
    errors: ['ENTITY_NOT_FOUND'],
  },
  discardJob: {
    summary: 'Remove a failed job for good',
    mark: 'assumed',
    params: JobParams,
    data: Done,
    errors: ['ENTITY_NOT_FOUND'],
  },
  retrySetAsideFile: {
    summary: 'Process a file again that was set aside',
    mark: 'assumed',
    params: IdParams,
    data: Done,
    errors: ['ENTITY_NOT_FOUND'],
  },
  giveUpSetAsideFile: {
    summary: 'Delete the original of a file that was set aside, and tell its owner why',
    mark: 'assumed',
    params: IdParams,
    body: z.object({ reason: requiredText(500) }),
    data: Done,
    errors: ['ENTITY_NOT_FOUND'],
  },
} satisfies SchemasFor<typeof jobRoutes>;
