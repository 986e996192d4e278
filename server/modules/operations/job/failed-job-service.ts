import type { OperatorAct } from '@contract/operations/operator-acts';
import type { Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { recordAct } from '../../../operator-log/record-act';

/** Jobs that failed on every attempt. */
export function createFailedJobService({ db, jobs }: Pick<ServerContext, 'db' | 'jobs'>) {
  async function change(id: string, act: OperatorAct, by: Operator, work: (id: string, tx: Tx) => Promise<boolean>) {
    const [job] = await jobs.find([id]);
    await inTransaction(db, async (tx) => {
      await recordAct(tx, by, { act, subject: { kind: 'job', id }, details: { name: job?.name ?? '' } });
      if (!(await work(id, tx))) throw new AppError('ENTITY_NOT_FOUND');
    });
  }

  return {
    /** Gives a failed job one more attempt. @throws AppError ENTITY_NOT_FOUND */
    retry: (id: string, by: Operator): Promise<void> => change(id, 'job.retried', by, jobs.retry),
    /** @throws AppError ENTITY_NOT_FOUND */
    discard: (id: string, by: Operator): Promise<void> => change(id, 'job.discarded', by, jobs.discard),
  };
}
