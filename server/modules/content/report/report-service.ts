import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import type { SubjectService } from '../subject/subject-service';
import { createReportRepository } from './report-repository';

export type ReportService = ReturnType<typeof createReportService>;

/** What people, and the pages they look at, tell the operators about. Wire contract 2.16. */
export function createReportService(
  { db, clock, failures }: Pick<ServerContext, 'db' | 'clock' | 'failures'>,
  { subjects }: { subjects: Pick<SubjectService, 'get'> },
) {
  const repository = createReportRepository(db);

  return {
    /** A part of a page threw in somebody's browser: it stands in the log like an error of this process. */
    tellPageFailure({ part, message, path, stack = '' }: EndpointPart<'reportPageFailure', 'body'>): void {
      const error = Object.assign(new Error(`${message} (on ${path})`), { name: 'PageFailure', stack });
      failures.report('page', part, error);
    },

    /**
     * Reports something; a repeat updates the words. The creator it is about is looked up, not taken from the caller.
     *
     * @throws AppError ENTITY_NOT_FOUND for what the caller must not know of.
     */
    async create(
      caller: { actor: Actor; country: string | null },
      { target, targetId, title, description }: EndpointPart<'createReport', 'body'>,
    ): Promise<EndpointReply<'createReport'>> {
      const { actor } = caller;
      const { performerId } = await subjects.get(target, targetId, caller);
      const now = clock.now();
      const row = await repository.save({
        id: newId(now.getTime()),
        createdBy: actor.id,
        target,
        targetId,
        performerId,
        title,
        ...(description !== undefined && { description: description ?? '' }),
        createdAt: now,
        updatedAt: now,
      });
      return {
        _id: row.id,
        title: row.title,
        description: row.description,
        target,
        targetId: row.targetId,
        performerId: row.performerId,
        source: actor.kind,
        sourceId: actor.id,
        status: row.status,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      };
    },
  };
}
