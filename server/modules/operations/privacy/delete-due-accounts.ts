import { inTransaction } from '../../../db/transaction';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { publishAccountChanged, readDeletionState, type Deletions } from './deletions';

/** Deletes the accounts whose grace period has ended. A failure of one does not stop the others. A job runs it every hour. */
export async function deleteDueAccounts(deps: Deletions): Promise<void> {
  const ids = await deps.deletions.listDue(deps.clock.now());
  await eachOrThrow(ids, async (id) => {
    if (await beginErasing(deps, id)) await deps.eraseAccount(id);
  });
}

/**
 * Makes the deletion irreversible, under the lock that cancelling takes too. Resumes an erasure whose process died.
 *
 * @returns false when the account stays for now: its owner kept it, a payment that was pending when its creator requested the
 * deletion has bought time beyond the day, or income is in its holding period.
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
