import { z } from 'zod';
import { DateRange, Dollars, IsoDate, ListQuery, ObjectId, getPage } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { Email } from '../base/field-schemas';
import { operatorRoles } from '../base/operator-roles';
import { actSubjects, operatorActs } from './operator-acts';
import type { operatorRoutes } from './operator-routes';

const Role = z.enum(operatorRoles);

const Operator = z.object({
  _id: ObjectId,
  name: z.string(),
  email: z.string().nullable(),
  verifiedEmail: z.boolean(),
  hasTwoFactor: z.boolean(),
  /** Null for an administrator without a role, who can do nothing. */
  role: Role.nullable(),
  createdAt: IsoDate,
});

const LogLine = z.object({
  /** The line's number, as text. */
  _id: z.string(),
  at: IsoDate,
  operatorId: ObjectId,
  /** At the time of reading; empty for a deleted account. */
  operatorName: z.string(),
  role: Role,
  via: z.enum(['console', 'command']),
  act: z.enum(operatorActs),
  subjectKind: z.enum(actSubjects),
  subjectId: z.string(),
  /**
   * At the time of reading: name of an account, title of content, a report or a show, or whose payout, refund request or order it
   * is; empty for others.
   */
  subjectName: z.string(),
  /** Money of a payout, refund request or order; null for others. */
  amount: Dollars.nullable(),
  details: z.record(z.string(), z.unknown()),
  hash: z.string(),
});

export const operatorSchemas = {
  searchOperatorLog: {
    summary: 'Acts of operators, newest first',
    mark: 'assumed',
    query: ListQuery.omit({ q: true, sortBy: true, sort: true }).extend({
      ...DateRange,
      operatorId: ObjectId.optional(),
      act: z.enum(operatorActs).optional(),
      subjectKind: z.enum(actSubjects).optional(),
      subjectId: z.string().max(100).optional(),
      /** Acts on this account, and on payouts, refund requests, orders, shows and content that are theirs. */
      personId: ObjectId.optional(),
    }),
    data: getPage(LogLine),
  },
  checkOperatorLog: {
    summary: 'Whether the log of operators is whole: recomputes its chain',
    mark: 'assumed',
    data: z.object({ lines: z.number(), problems: z.array(z.string()) }),
  },
  listOperators: { summary: 'All operators with their roles', mark: 'assumed', data: z.array(Operator) },
  setOperatorRole: {
    summary: 'Give a fan’s account a role, or take it away',
    mark: 'assumed',
    body: z.object({ email: Email, role: Role.nullable() }),
    data: z.array(Operator),
    errors: ['ENTITY_NOT_FOUND', 'LAST_OWNER', 'FRESH_LOGIN_REQUIRED'],
  },
} satisfies SchemasFor<typeof operatorRoutes>;
