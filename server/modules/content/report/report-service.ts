import type { Caller } from '../../../access';
import { sql } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { requireFound } from '../../../errors';
import { reports } from '../../../db/schema/social';
import type { TargetService } from '../target/target-service';

/** Reports by users, and errors reported by their browsers. Wire contract 2.16. */
export function createReportService(
  { db, clock, failures }: Pick<ServerContext, 'db' | 'clock' | 'failures'>,
  { targets }: { targets: Pick<TargetService, 'getForReport'> },
) {
  /** One report per account and target: reporting again replaces the text and reopens a resolved report. */
  async function save(row: typeof reports.$inferInsert): Promise<typeof reports.$inferSelect> {
    const { title, description, updatedAt } = row;
    const [stored] = await db
      .insert(reports)
      .values(row)
      .onConflictDoUpdate({
        target: [reports.createdBy, reports.target, reports.targetId],
        set: { title, description: description ?? sql`${reports.description}`, status: 'open', updatedAt },
      })
      .returning();
    return requireFound(stored);
  }

  return {
    /** Logs an error from a user's browser as if this process had thrown it. */
    async tellPageFailure({
      part,
      message,
      path,
      stack = '',
    }: EndpointPart<'reportPageFailure', 'body'>): Promise<EndpointReply<'reportPageFailure'>> {
      const error = Object.assign(new Error(`${message} (on ${path})`), { name: 'PageFailure', stack });
      failures.report('page', part, error);
      return { success: true };
    },

    /**
     * Reports something; a repeat updates the text. Which creator is reported is looked up, not taken from the request.
     *
     * @throws AppError ENTITY_NOT_FOUND for a target hidden from the caller
     */
    async create(
      caller: Caller,
      { target, targetId, title, description }: EndpointPart<'createReport', 'body'>,
    ): Promise<EndpointReply<'createReport'>> {
      const { actor } = caller;
      const { performerId } = await targets.getForReport(target, targetId, caller);
      const now = clock.now();
      const { id, createdBy, createdAt, updatedAt, ...row } = await save({
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
        ...row,
        _id: id,
        target,
        performerId,
        source: actor.kind,
        sourceId: createdBy,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      };
    },
  };
}
