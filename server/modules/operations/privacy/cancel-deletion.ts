import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { deletionCancelledMail } from './deletion-mails';
import { publishAccountChanged, sendDeletionMail, type Deletions } from './deletions';

/** Renewals stay off until fans turn them on again. @throws AppError ACCOUNT_ERASING once the erasure has begun */
export async function cancelDeletion(deps: Deletions, actor: Actor): Promise<EndpointReply<'cancelDeletion'>> {
  const { db, deletions } = deps;
  await inTransaction(db, async (tx) => {
    const row = requireFound(await deletions.lock(actor.id, tx));
    if (row.deletionAt === null) return;
    // The erasure may have begun since the session was checked.
    if (row.status === 'erasing' || row.status === 'deleted') throw new AppError('ACCOUNT_ERASING');
    const status = row.status === 'closing' ? 'active' : row.status;
    await deletions.update(row.id, { status, deletionAt: null }, tx);
    const isPerformer = row.kind === 'performer';
    await sendDeletionMail(deps, row, (recipient) => deletionCancelledMail({ ...recipient, isPerformer }), tx);
    tx.afterCommit(() => publishAccountChanged(deps, row.id));
  });
  return deps.account.getMe(actor);
}
