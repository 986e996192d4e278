import { z } from 'zod';
import { IdParams, IsoDate, ListQuery, ObjectId, getPage } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { requiredText } from '../base/field-schemas';
import { limits } from '../base/limits';
import { houseRuleNames, removableKinds } from './house-rules';
import type { takedownRoutes } from './takedown-routes';

export const HouseRuleName = z.enum(houseRuleNames);

/** `standing` was not appealed, `appealed` waits for an operator, `upheld` was appealed in vain. */
export const TakedownState = z.enum(['standing', 'appealed', 'upheld', 'restored']);

export const Takedown = z.object({
  _id: ObjectId,
  target: z.enum(removableKinds),
  targetId: ObjectId,
  /** Names the content; empty if it has no text. */
  title: z.string(),
  rule: HouseRuleName,
  reason: z.string(),
  createdAt: IsoDate,
  state: TakedownState,
  /** Null if the time to appeal is over, or there was an appeal. */
  appealUntil: IsoDate.nullable(),
  /** Empty without an appeal. */
  appeal: z.string(),
  appealedAt: IsoDate.nullable(),
  /** Written by the operator who decided the appeal, or restored the content. */
  answer: z.string(),
  answeredAt: IsoDate.nullable(),
});

export const takedownSchemas = {
  listTakedowns: {
    summary: 'Content of the caller that operators removed, newest first',
    mark: 'assumed',
    query: ListQuery.pick({ limit: true, offset: true }),
    data: getPage(Takedown),
  },
  appealTakedown: {
    summary: 'Appeal a removal, once; an operator decides',
    mark: 'assumed',
    params: IdParams,
    body: z.object({ text: requiredText(limits.decisionText) }),
    data: Takedown,
    errors: ['ENTITY_NOT_FOUND', 'APPEAL_NOT_POSSIBLE'],
  },
} satisfies SchemasFor<typeof takedownRoutes>;
