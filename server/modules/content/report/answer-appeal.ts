import { eq } from 'drizzle-orm';
import { getTargetNoun, toRestoredText, toReversedAnswer, toUpheldText } from '@contract/content/decision-texts';
import type { RemovableKind } from '@contract/content/house-rules';
import type { Operator } from '../../../access';
import { takedowns } from '../../../db/schema/takedowns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { recordAct } from '../../../operator-log/record-act';
import { answerReports, listReportsOfTakedown } from './answer-reports';
import type { Takedowns } from './hide-content';
import { notifyOwner } from './owner-notices';
import { assertNamesNoReporter } from './reporter-names';
import { hasOtherDecider, lockStanding, lockTakedown, type TakedownRow } from './takedown-repository';

export interface AppealVerdict {
  decision: 'uphold' | 'restore';
  reason: string;
}

/**
 * The operator who removed the content can decide the appeal only if no other operator can.
 *
 * @throws AppError ENTITY_NOT_FOUND, APPEAL_DECIDED, also without an appeal; OTHER_OPERATOR_NEEDED, REPORTER_NAMED
 */
export async function decideAppeal(
  deps: Takedowns,
  id: string,
  { decision, reason }: AppealVerdict,
  by: Operator,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = requireFound(await lockTakedown(id, tx));
    if (row.state !== 'appealed') throw new AppError('APPEAL_DECIDED');
    const isSameOperator = row.decidedBy === by.id;
    if (isSameOperator && (await hasOtherDecider(by.id, tx))) throw new AppError('OTHER_OPERATOR_NEEDED');
    await assertNamesNoReporter(row, reason, tx);
    if (decision === 'restore') await restore(deps, row, reason, by, tx);
    else await uphold(deps, row, reason, by, tx);
    await recordAct(tx, by, {
      act: 'appeal.decided',
      subject: { kind: 'content', id: row.targetId },
      details: { kind: row.target, decision, reason, ...(isSameOperator && { isSameOperator }) },
    });
  });
}

/** Also ends an appeal that waits. @throws AppError CHANGED_ELSEWHERE if it is not removed, REPORTER_NAMED */
export async function restoreContent(
  deps: Takedowns,
  { target, targetId, reason }: { target: RemovableKind; targetId: string; reason: string },
  by: Operator,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockStanding(target, targetId, tx);
    if (!row)
      throw new AppError('CHANGED_ELSEWHERE', { message: 'This is not removed. Reload the page to see its state.' });
    await assertNamesNoReporter(row, reason, tx);
    await restore(deps, row, reason, by, tx);
    await recordAct(tx, by, {
      act: 'content.restored',
      subject: { kind: 'content', id: targetId },
      details: { kind: target, reason },
    });
  });
}

async function uphold(deps: Takedowns, row: TakedownRow, reason: string, by: Operator, tx: Tx): Promise<void> {
  await storeAnswer(deps, row, { state: 'upheld', answer: reason, by }, tx);
  const text = toUpheldText({ noun: getTargetNoun(row.target), title: row.title, reason });
  await notifyOwner(deps, row, { action: 'appeal-decided', text }, tx);
}

async function restore(deps: Takedowns, row: TakedownRow, reason: string, by: Operator, tx: Tx): Promise<void> {
  const noun = getTargetNoun(row.target);
  const reported = await listReportsOfTakedown(row.id, tx);
  await deps.contents[row.target as RemovableKind].restore(row.targetId, row.statusBefore, tx);
  await storeAnswer(deps, row, { state: 'restored', answer: reason, by }, tx);
  await notifyOwner(
    deps,
    row,
    { action: 'content-restored', text: toRestoredText({ noun, title: row.title, reason }) },
    tx,
  );
  const text = toReversedAnswer({ noun, reason });
  await answerReports(
    deps,
    reported,
    { status: 'rejected', answer: reason, text, decidedBy: by.id, takedownId: row.id },
    tx,
  );
}

async function storeAnswer(
  { clock }: Takedowns,
  { id }: TakedownRow,
  { state, answer, by }: { state: 'upheld' | 'restored'; answer: string; by: Operator },
  tx: Tx,
): Promise<void> {
  const now = clock.now();
  await tx
    .update(takedowns)
    .set({ state, answer, answeredBy: by.id, answeredAt: now, updatedAt: now })
    .where(eq(takedowns.id, id));
}
