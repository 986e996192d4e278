import { eq } from 'drizzle-orm';
import { limits } from '@contract/base/limits';
import type { HouseRule, RemovableKind } from '@contract/content/house-rules';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor, Operator } from '../../../access';
import { takedowns } from '../../../db/schema/takedowns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { lockOpenReports } from './answer-reports';
import { decideAppeal, restoreContent, type AppealVerdict } from './answer-appeal';
import { hideContent, type Removal, type Takedowns } from './hide-content';
import { assertNamesNoReporter } from './reporter-names';
import { findStanding, hasOtherDecider, listOfOwner, lockTakedown, type TakedownRow } from './takedown-repository';

type TakedownView = EndpointReply<'appealTakedown'>;
export type TakedownService = ReturnType<typeof createTakedownService>;

const DAY_MS = 24 * 3600 * 1000;

/** Content that operators remove, with notice, reason and appeal. Digital Services Act, articles 16, 17 and 20. */
export function createTakedownService(deps: Takedowns) {
  const { db, clock } = deps;
  return {
    /** @throws AppError ENTITY_NOT_FOUND, CHANGED_ELSEWHERE if it is already removed, REPORTER_NAMED */
    async hide(removal: Removal, by: Operator): Promise<void> {
      await inTransaction(db, async (tx) => {
        const open = await lockOpenReports(removal.target, removal.targetId, tx);
        if (await findStanding(removal.target, removal.targetId, tx))
          throw new AppError('CHANGED_ELSEWHERE', { message: 'This is already removed. Reload the page to see why.' });
        await assertNamesNoReporter(removal, removal.reason, tx);
        await hideContent(deps, removal, open, by, tx);
      });
    },

    restore: (content: Parameters<typeof restoreContent>[1], by: Operator) => restoreContent(deps, content, by),

    decideAppeal: (id: string, verdict: AppealVerdict, by: Operator) => decideAppeal(deps, id, verdict, by),

    /** True if an operator removed the content themselves, so that they have to leave the appeal to another one. */
    isForOtherOperator: async (decidedBy: string | null, operatorId: string): Promise<boolean> =>
      decidedBy === operatorId && (await hasOtherDecider(operatorId, db)),

    async listOwn(
      actor: Actor,
      query: EndpointPart<'listTakedowns', 'query'>,
    ): Promise<EndpointReply<'listTakedowns'>> {
      const { rows, total } = await listOfOwner(db, actor.id, query);
      return { data: rows.map((row) => presentTakedown(row, clock.now())), total };
    },

    /** @throws AppError ENTITY_NOT_FOUND, APPEAL_NOT_POSSIBLE if it is too late, or there was an appeal */
    async appeal(actor: Actor, id: string, text: string): Promise<TakedownView> {
      return inTransaction(db, (tx) => appeal(deps, actor, id, text, tx));
    },
  };
}

async function appeal({ clock }: Takedowns, actor: Actor, id: string, text: string, tx: Tx): Promise<TakedownView> {
  const now = clock.now();
  const row = await lockTakedown(id, tx);
  if (row?.ownerId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
  if (findAppealEnd(row, now) === null) throw new AppError('APPEAL_NOT_POSSIBLE');
  const change = { state: 'appealed' as const, appeal: text, appealedAt: now, updatedAt: now };
  await tx.update(takedowns).set(change).where(eq(takedowns.id, id));
  return presentTakedown({ ...row, ...change }, now);
}

function findAppealEnd({ state, createdAt }: TakedownRow, now: Date): Date | null {
  const end = new Date(createdAt.getTime() + limits.appealDays * DAY_MS);
  return state === 'standing' && now <= end ? end : null;
}

export const presentTakedown = (row: TakedownRow, now: Date): TakedownView => ({
  _id: row.id,
  target: row.target as RemovableKind,
  targetId: row.targetId,
  title: row.title,
  rule: row.rule as HouseRule,
  reason: row.reason,
  createdAt: row.createdAt.toISOString(),
  state: row.state,
  appealUntil: findAppealEnd(row, now)?.toISOString() ?? null,
  appeal: row.appeal,
  appealedAt: row.appealedAt?.toISOString() ?? null,
  answer: row.answer,
  answeredAt: row.answeredAt?.toISOString() ?? null,
});
