import type { Actor } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { countPublished, lockOwnItem, type ItemEditing } from './item-editing';
import type { ItemInput } from './item-kind';
import { listItemFiles } from './item-repository';
import { isItemSold } from './item-validation';

/**
 * A sold item and its files are kept for its buyers, and hidden from everyone else.
 *
 * @throws AppError ENTITY_NOT_FOUND, FORBIDDEN for another creator's item
 */
export async function deleteItem<Extra, Input extends ItemInput, KindFields>(
  editing: ItemEditing<Extra, Input, KindFields>,
  actor: Actor,
  id: string,
): Promise<void> {
  const { db, clock, kind, repository, readParts, media, pages } = editing;
  await inTransaction(db, async (tx) => {
    const row = await lockOwnItem(editing, actor, id, tx);
    const current = requireFound((await readParts([id], tx))[0]);
    if (await isItemSold(editing, row, tx)) {
      const at = clock.now();
      const hidden = { status: 'inactive', isScheduled: false, deletedAt: at, updatedAt: at } as const;
      await repository.update(id, hidden, tx);
      await kind.onStored?.({ ...row, ...hidden }, { performerId: actor.id, current, draft: null }, tx);
    } else {
      const childFileIds = (await kind.onRemove?.(row, tx)) ?? [];
      await repository.remove(id, tx);
      await media.remove([...listItemFiles(current).map((file) => file.id), ...childFileIds], tx);
    }
    await countPublished(editing, actor.id, row.status, null, tx);
    tx.afterCommit(pages.forget);
  });
}
