import { eq } from 'drizzle-orm';
import { getTargetNoun, toReportAnswer } from '@contract/content/decision-texts';
import { isRemovable, type HouseRule, type ReportDecision } from '@contract/content/house-rules';
import type { Operator } from '../../../access';
import { findRow } from '../../../db/query-helpers';
import { reports } from '../../../db/schema/social';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { recordAct } from '../../../operator-log/record-act';
import { hideContent, type Takedowns } from './hide-content';
import { assertNamesNoReporter } from './reporter-names';
import { answerReports, lockOpenReports, type ReportRow } from './answer-reports';

export interface ReportVerdict {
  decision: ReportDecision;
  /** Needed to hide. */
  rule?: HouseRule | undefined;
  reason: string;
}

/**
 * Answers all open reports about the same thing.
 *
 * @throws AppError ENTITY_NOT_FOUND, also if the content was deleted since; CHANGED_ELSEWHERE if it was already decided;
 * FORBIDDEN to hide a person; REPORTER_NAMED
 */
export async function decideReport(deps: Takedowns, id: string, verdict: ReportVerdict, by: Operator): Promise<void> {
  const report = requireFound(await findRow(deps.db, reports, eq(reports.id, id)));
  await inTransaction(deps.db, async (tx) => {
    const open = await lockOpenReports(report.target, report.targetId, tx);
    if (!open.some((row) => row.id === id))
      throw new AppError('CHANGED_ELSEWHERE', {
        message: 'This report was already decided. Reload the page to see how.',
      });
    await assertNamesNoReporter(report, verdict.reason, tx);
    const takedownId = verdict.decision === 'hide' ? await hide(deps, report, open, verdict, by, tx) : null;
    if (takedownId === null) await answer(deps, report, open, verdict, by, tx);
    await recordAct(tx, by, {
      act: verdict.decision === 'dismiss' ? 'report.rejected' : 'report.resolved',
      subject: { kind: 'report', id },
      details: {
        target: report.target,
        targetId: report.targetId,
        decision: verdict.decision,
        ...(verdict.rule && { rule: verdict.rule }),
        reason: verdict.reason,
        reports: open.length,
      },
    });
  });
}

function hide(
  deps: Takedowns,
  { target, targetId }: ReportRow,
  open: readonly ReportRow[],
  { rule = 'other', reason }: ReportVerdict,
  by: Operator,
  tx: Tx,
): Promise<string> {
  if (!isRemovable(target))
    throw new AppError('FORBIDDEN', { message: 'A person can’t be hidden. Close the account instead.' });
  return hideContent(deps, { target, targetId, rule, reason }, open, by, tx);
}

const answer = (
  deps: Takedowns,
  { target }: ReportRow,
  open: readonly ReportRow[],
  { decision, reason }: ReportVerdict,
  by: Operator,
  tx: Tx,
): Promise<void> =>
  answerReports(
    deps,
    open,
    {
      status: decision === 'dismiss' ? 'rejected' : 'resolved',
      answer: reason,
      text: toReportAnswer(decision, { noun: getTargetNoun(target), reason }),
      decidedBy: by.id,
    },
    tx,
  );
