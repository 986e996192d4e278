import type { Actor } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { assertUnchanged, requireFound } from '../../../errors';
import { isDue, listDraftFileIds } from './item-draft';
import { listItemFiles } from './item-repository';
import { assertNotTakenDown, lockItem, lockOwnItem, planColumns, saveChange, type ItemEditing } from './item-editing';
import type { ItemInput } from './item-kind';
import { assertBuyersKeepFiles, assertCanPublish, validateDraft } from './item-validation';

export interface Edit {
  revision?: number | undefined;
}

/**
 * Deletes files that the item no longer uses, unless it was sold. Broken files can be replaced even then.
 *
 * @throws AppError as `createItem`; CONTENT_TAKEN_DOWN; CHANGED_ELSEWHERE; FORBIDDEN for another creator's item, or if sold files would be removed
 */
export async function updateItem<Extra, Input extends ItemInput, KindFields>(
  editing: ItemEditing<Extra, Input, KindFields>,
  actor: Actor,
  id: string,
  input: Input,
  { revision }: Edit = {},
): Promise<void> {
  const { db, kind, readParts, media } = editing;
  await inTransaction(db, async (tx) => {
    const row = await lockOwnItem(editing, actor, id, tx);
    assertNotTakenDown(row);
    assertUnchanged(revision, row);
    const current = requireFound((await readParts([id], tx))[0]);
    const draft = kind.merge(input, current);
    const files = await validateDraft(editing, draft, actor, id, tx);
    await assertBuyersKeepFiles(editing, current, draft, tx);
    const change = { performerId: actor.id, draft, current };
    const columns = await planColumns(editing, change, files, tx);
    await assertCanPublish(editing, actor, columns.stored, tx);
    await saveChange(editing, change, columns, input.fileAlts, tx);
    const kept = new Set(listDraftFileIds(draft));
    await media.remove(
      listItemFiles(current).flatMap((file) => (kept.has(file.id) ? [] : [file.id])),
      tx,
    );
  });
}

export async function publishDueItem<Extra, Input extends ItemInput, KindFields>(
  editing: ItemEditing<Extra, Input, KindFields>,
  id: string,
): Promise<void> {
  const { db, clock, kind, readParts } = editing;
  await inTransaction(db, async (tx) => {
    const row = await lockItem(editing, id, tx);
    if (!row || row.deletedAt !== null || !isDue(row, clock.now())) return;
    const [current] = await readParts([id], tx);
    if (!current) return;
    // With an empty input, the only change is that it is published.
    const change = { performerId: row.performerId, draft: kind.merge({} as Input, current), current };
    await saveChange(editing, change, await planColumns(editing, change, current.files, tx), undefined, tx);
  });
}
