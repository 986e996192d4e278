import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { type Actor, assertAllowed, isOperator } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { deletionAskedMail } from './deletion-mails';
import {
  getConfirmationText,
  publishAccountChanged,
  readDeletionState,
  sendDeletionMail,
  type Deletions,
} from './deletions';

/**
 * Requesting it again changes nothing.
 * @throws AppError FORBIDDEN for administrators, FRESH_LOGIN_REQUIRED, CONFIRMATION_MISMATCH, DELETION_MONEY_PENDING,
 * DELETION_ORDERS, DELETION_MONEY_LEFT, DELETION_SUBSCRIBERS
 */
export async function requestDeletion(
  deps: Deletions,
  actor: Actor,
  { confirmation, giveUpBalance = false, endSubscriptions = false }: EndpointPart<'requestDeletion', 'body'>,
): Promise<EndpointReply<'requestDeletion'>> {
  assertAllowed(!isOperator(actor));
  const { db, session, subscription, platform, deletions } = deps;
  await session.assertFresh(actor);
  await inTransaction(db, async (tx) => {
    const row = await session.lockOwn(actor, tx);
    if (confirmation.toLowerCase() !== getConfirmationText(row)) throw new AppError('CONFIRMATION_MISMATCH');
    if (row.deletionAt !== null) return;
    const { wallet, paid, refusal, at } = await readDeletionState(deps, row, tx);
    if (refusal) throw new AppError(refusal);
    if (wallet > 0 && !giveUpBalance) throw new AppError('DELETION_MONEY_LEFT');
    if (paid.count > 0 && !endSubscriptions) throw new AppError('DELETION_SUBSCRIBERS');
    await subscription.endAll(row.id, tx);
    if (row.kind === 'user') await platform.end(row.id, tx);
    // The profile stays visible as long as fans have paid.
    const status = paid.count > 0 ? row.status : 'closing';
    await deletions.update(row.id, { status, deletionAt: at }, tx);
    await session.closeOthers(actor, tx);
    await sendDeletionMail(deps, row, (recipient) => deletionAskedMail({ ...recipient, at }), tx);
    tx.afterCommit(() => publishAccountChanged(deps, row.id));
  });
  return deps.account.getMe(actor);
}
