import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { toTakedownTitle, type TakenDownContent } from '../item/item-service';
import type { TargetType } from '../target/target-service';
import type { Commenting } from './comment-targets';

/**
 * Hides a comment, and the replies to it, from all but its author and moderators.
 *
 * @throws AppError ENTITY_NOT_FOUND, CHANGED_ELSEWHERE if it is already removed
 */
export async function takeDownComment(
  { repository, targets, clock }: Commenting,
  id: string,
  tx: Tx,
): Promise<TakenDownContent> {
  const row = requireFound(await repository.lock(id, tx));
  if (row.takenDownAt !== null)
    throw new AppError('CHANGED_ELSEWHERE', { message: 'This is already removed. Reload the page to see by whom.' });
  await repository.setTakenDown(id, clock.now(), tx);
  await targets.uncount(row.objectType as TargetType, row.objectId, 'comment', tx);
  return { ownerId: row.createdBy, title: toTakedownTitle(row.content), statusBefore: '' };
}

/** @returns false if it was deleted since */
export async function restoreComment({ repository, targets }: Commenting, id: string, tx: Tx): Promise<boolean> {
  const row = await repository.lock(id, tx);
  if (row === null || row.takenDownAt === null) return false;
  await repository.setTakenDown(id, null, tx);
  await targets.count(row.objectType as TargetType, row.objectId, 'comment', tx);
  return true;
}
