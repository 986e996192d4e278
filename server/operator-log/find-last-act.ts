import { and, desc, eq, inArray } from 'drizzle-orm';
import type { OperatorAct } from '@contract/operations/operator-acts';
import type { Db } from '../db/client';
import { firstOrNull } from '../db/query-helpers';
import { accounts } from '../db/schema/accounts';
import { operatorActs } from '../db/schema/operators';
import type { Act } from './record-act';

/** The newest of these acts on a subject, with the operator's account, whose columns are null once it is deleted. */
export const findLastAct = (db: Db, { kind, id }: Act['subject'], acts: OperatorAct[]) =>
  firstOrNull(
    db
      .select({
        at: operatorActs.at,
        details: operatorActs.details,
        operatorId: operatorActs.operatorId,
        operatorName: accounts.name,
        operatorUsername: accounts.username,
      })
      .from(operatorActs)
      .leftJoin(accounts, eq(accounts.id, operatorActs.operatorId))
      .where(and(eq(operatorActs.subjectKind, kind), eq(operatorActs.subjectId, id), inArray(operatorActs.act, acts)))
      .orderBy(desc(operatorActs.seq))
      .limit(1),
  );
