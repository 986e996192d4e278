import type { ActSubject, OperatorAct } from '@contract/operations/operator-acts';
import type { Operator } from '../access';
import { operatorActs } from '../db/schema/operators';
import type { Tx } from '../db/transaction';

export interface Act {
  act: OperatorAct;
  subject: { kind: ActSubject; id: string };
  /** Values before and after, reason, amount: what a colleague needs to understand the act. No secrets. */
  details?: Record<string, unknown>;
}

/**
 * Adds an act to the log of operators, in the transaction of the act: neither exists without the other. Call it late, because
 * other acts wait until the transaction ends.  Promises W-12.
 *
 * @param operator undefined for steps of the site itself, which are not logged
 */
export async function recordAct(
  tx: Tx,
  operator: Operator | undefined,
  { act, subject, details = {} }: Act,
): Promise<void> {
  if (!operator) return;
  const { id: operatorId, role, via } = operator;
  await tx
    .insert(operatorActs)
    .values({ operatorId, role, via, act, subjectKind: subject.kind, subjectId: subject.id, details });
}
