import { getTargetNoun, toRemovalText, toReportAnswer } from '@contract/content/decision-texts';
import type { HouseRule, RemovableKind } from '@contract/content/house-rules';
import type { Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { getSingle } from '../../../db/query-helpers';
import { takedowns } from '../../../db/schema/takedowns';
import type { Tx } from '../../../db/transaction';
import { recordAct } from '../../../operator-log/record-act';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { TakenDownContent } from '../item/item-service';
import { answerReports, type ReportAnswering, type ReportRow } from './answer-reports';
import { notifyOwner, type OwnerNotices } from './owner-notices';
import { findStanding } from './takedown-repository';

interface Removable {
  takeDown(id: string, tx: Tx): Promise<TakenDownContent>;
  restore(id: string, statusBefore: string, tx: Tx): Promise<boolean>;
}

export interface Takedowns extends Pick<ServerContext, 'db'>, ReportAnswering, OwnerNotices {
  notification: Pick<NotificationService, 'add' | 'withdrawNews'>;
  contents: Record<RemovableKind, Removable>;
}

export interface Removal {
  target: RemovableKind;
  targetId: string;
  rule: HouseRule;
  reason: string;
}

/**
 * Removes content, tells its author why and how to appeal, and answers the reports about it. Content that is removed already
 * stays so, and the reports get the answer.
 *
 * @param open reports about it, locked before it
 * @returns id of the removal
 * @throws AppError ENTITY_NOT_FOUND
 */
export async function hideContent(
  deps: Takedowns,
  removal: Removal,
  open: readonly ReportRow[],
  by: Operator,
  tx: Tx,
): Promise<string> {
  const { target, targetId, rule, reason } = removal;
  const standing = await findStanding(target, targetId, tx);
  const takedownId = standing?.id ?? (await remove(deps, removal, by, tx));
  await answerReports(
    deps,
    open,
    {
      status: 'resolved',
      answer: reason,
      text: toReportAnswer('hide', { noun: getTargetNoun(target), rule, reason }),
      decidedBy: by.id,
      takedownId,
    },
    tx,
  );
  if (standing === null)
    await recordAct(tx, by, {
      act: 'content.hidden',
      subject: { kind: 'content', id: targetId },
      details: { kind: target, rule, reason, reports: open.length },
    });
  return takedownId;
}

async function remove(
  deps: Takedowns,
  { target, targetId, rule, reason }: Removal,
  by: Operator,
  tx: Tx,
): Promise<string> {
  const now = deps.clock.now();
  const { ownerId, title, statusBefore } = await deps.contents[target].takeDown(targetId, tx);
  const { id } = await getSingle(
    tx
      .insert(takedowns)
      .values({
        id: newId(now.getTime()),
        target,
        targetId,
        ownerId,
        title,
        statusBefore,
        rule,
        reason,
        decidedBy: by.id,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: takedowns.id }),
  );
  await deps.notification.withdrawNews(targetId, ownerId, tx);
  const text = toRemovalText({ noun: getTargetNoun(target), title, rule, reason });
  await notifyOwner(deps, { id, ownerId, title }, { action: 'content-removed', text }, tx);
  return id;
}
