import type { Caller, Operator } from '../../../access';
import { sql } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { reports } from '../../../db/schema/social';
import type { Takedowns } from './hide-content';
import type { TargetService } from '../target/target-service';
import { decideReport, type ReportVerdict } from './decide-report';

export type ReportService = ReturnType<typeof createReportService>;

/** Reports by users, and errors reported by their browsers. Wire contract 2.16. */
export function createReportService(
  { db, clock, events, failures }: Pick<ServerContext, 'db' | 'clock' | 'events' | 'failures'>,
  { targets, takedowns }: { targets: Pick<TargetService, 'getForReport'>; takedowns: Takedowns },
) {
  /** One report per account and target: reporting again replaces the text and reopens a decided report. */
  async function save(row: typeof reports.$inferInsert): Promise<typeof reports.$inferSelect> {
    const { title, description, updatedAt } = row;
    return inTransaction(db, async (tx) => {
      const [stored] = await tx
        .insert(reports)
        .values(row)
        .onConflictDoUpdate({
          target: [reports.createdBy, reports.target, reports.targetId],
          set: {
            title,
            description: description ?? sql`${reports.description}`,
            status: 'open',
            openedAt: sql`case when ${reports.status} = 'open' then ${reports.openedAt} else excluded.opened_at end`,
            answer: '',
            decidedAt: null,
            decidedBy: null,
            takedownId: null,
            updatedAt,
          },
        })
        .returning();
      const { id, target, targetId, performerId: creatorId } = requireFound(stored);
      const data = { id, target, targetId, creatorId, title };
      await events.emit(tx, 'webhookEvent', { type: 'report.filed', data });
      return requireFound(stored);
    });
  }

  return {
    decide: (id: string, verdict: ReportVerdict, by: Operator) => decideReport(takedowns, id, verdict, by),

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
      const stored = await save({
        id: newId(now.getTime()),
        createdBy: actor.id,
        target,
        targetId,
        performerId,
        title,
        ...(description !== undefined && { description: description ?? '' }),
        openedAt: now,
        createdAt: now,
        updatedAt: now,
      });

      return {
        _id: stored.id,
        title: stored.title,
        description: stored.description,
        targetId,
        status: stored.status,
        target,
        performerId,
        source: actor.kind,
        sourceId: actor.id,
        createdAt: stored.createdAt.toISOString(),
        updatedAt: stored.updatedAt.toISOString(),
      };
    },
  };
}
