import { inTransaction } from '../../../db/transaction';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { publishAccountChanged, readDeletionState, type Deletions } from './deletions';

/** Called by a job every hour. One failure does not stop the other deletions. */
export async function deleteDueAccounts(deps: Deletions): Promise<void> {
  const ids = await deps.deletions.listDue(deps.clock.now());
  await eachOrThrow(ids, async (id) => {
    if (await beginErasing(deps, id)) await deps.eraseAccount(id);
  });
}

/**
 * Takes the same lock as `cancelDeletion`. Also resumes an interrupted erasure.
 * @returns false if the account stays for now: its owner has canceled, a payment that was pending at the request has extended a
 * fan's paid time, or money or orders are still open
 */
function beginErasing(deps: Deletions, id: string): Promise<boolean> {
  const { db, clock, deletions } = deps;
  return inTransaction(db, async (tx) => {
    const row = await deletions.lock(id, tx);
    if (row?.status === 'erasing') return true;
    if (!row || row.deletionAt === null || row.deletionAt > clock.now()) return false;
    const { paid, refusal } = await readDeletionState(deps, row, tx);
    if (paid.until !== null) await deletions.update(id, { status: row.status, deletionAt: paid.until }, tx);
    if (paid.until !== null || refusal !== null) return false;
    await deletions.update(id, { status: 'erasing', deletionAt: row.deletionAt }, tx);
    tx.afterCommit(() => publishAccountChanged(deps, id));
    return true;
  });
}
