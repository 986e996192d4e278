import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { eachOrThrow } from '../../../lib/each-or-throw';
import type { DecideDeps } from './decide-refund';

const DAY_MS = 24 * 3600 * 1000;

/** Passes requests that creators did not answer in time to the operators. @throws AggregateError of those that failed */
export async function passOnRefunds(deps: DecideDeps): Promise<void> {
  const { settings, clock, repository } = deps;
  const { refundAnswerDays } = await settings.read();
  const since = new Date(clock.now().getTime() - refundAnswerDays * DAY_MS);
  await eachOrThrow(await repository.listUnanswered(since), (id) => passOnRequest(deps, id));
}

async function passOnRequest(
  { db, clock, repository, saleRepository, notifications }: DecideDeps,
  id: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = requireFound(await repository.lock(id, tx));
    if (row.state !== 'asked') return;
    const next = { ...row, state: 'with_operator' as const, updatedAt: clock.now() };
    await repository.update(id, next, tx);
    const sale = requireFound(await saleRepository.find(row.saleId, tx));
    await notifications.notifyPassedOn(tx, next, sale);
  });
}
