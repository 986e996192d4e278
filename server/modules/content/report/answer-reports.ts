import { and, asc, eq, inArray } from 'drizzle-orm';
import { getTargetNoun, type DecisionText } from '@contract/content/decision-texts';
import type { ServerContext } from '../../../context';
import { reports } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';
import type { NotificationService } from '../../conversation/notification/notification-service';

export type ReportRow = typeof reports.$inferSelect;

export interface ReportAnswering extends Pick<ServerContext, 'clock'> {
  notification: Pick<NotificationService, 'add'>;
}

interface Answer {
  status: 'rejected' | 'resolved';
  /** The operator's words. */
  answer: string;
  text: DecisionText;
  decidedBy: string;
  takedownId?: string | null;
}

/** Call it before the content is locked, so that two decisions about one thing wait for each other. */
export const lockOpenReports = (target: string, targetId: string, tx: Tx): Promise<ReportRow[]> =>
  tx
    .select()
    .from(reports)
    .where(and(eq(reports.target, target), eq(reports.targetId, targetId), eq(reports.status, 'open')))
    .orderBy(asc(reports.id))
    .for('update');

export const listReportsOfTakedown = (takedownId: string, tx: Tx): Promise<ReportRow[]> =>
  tx.select().from(reports).where(eq(reports.takedownId, takedownId)).orderBy(asc(reports.id)).for('update');

/** Stores the answer, and notifies everyone who reported. */
export async function answerReports(
  { clock, notification }: ReportAnswering,
  rows: readonly ReportRow[],
  { status, answer, text, decidedBy, takedownId = null }: Answer,
  tx: Tx,
): Promise<void> {
  if (rows.length === 0) return;
  const now = clock.now();
  await tx
    .update(reports)
    .set({ status, answer, decidedBy, takedownId, decidedAt: now, updatedAt: now })
    .where(
      inArray(
        reports.id,
        rows.map(({ id }) => id),
      ),
    );
  for (const { id, createdBy, target } of rows) {
    await notification.add(tx, {
      userId: createdBy,
      type: 'account',
      action: 'report-answered',
      ...text,
      refId: id,
      refSource: 'report',
      reference: { _id: id, name: getTargetNoun(target) },
    });
  }
}
