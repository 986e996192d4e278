import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { shorten } from '@contract/base/shorten';
import { countPublished, lockItem, type ItemEditing } from './item-editing';
import type { ItemInput, ItemParts, TakedownColumns } from './item-kind';
import { listItemFiles } from './item-repository';

/** Content that operators removed or restored. */
export interface TakenDownContent {
  ownerId: string;
  title: string;
  /** Needed to restore it; empty for a comment. */
  statusBefore: string;
}

const MAX_TITLE_LENGTH = 80;

export const toTakedownTitle = (...texts: readonly string[]): string =>
  shorten(texts.find((text) => text.trim() !== '') ?? '', MAX_TITLE_LENGTH);

/**
 * Hides an item from all but its creator and moderators. Everything that lists, opens, counts or sells items needs the status
 * `active`, which such an item cannot have, or asks `itemAccess`.
 *
 * @throws AppError ENTITY_NOT_FOUND, CHANGED_ELSEWHERE if it is already removed
 */
export async function takeDownItem<Extra, Input extends ItemInput, KindFields>(
  editing: ItemEditing<Extra, Input, KindFields>,
  id: string,
  tx: Tx,
): Promise<TakenDownContent> {
  const row = await lockItem(editing, id, tx);
  if (row?.kind !== editing.kind.kind) throw new AppError('ENTITY_NOT_FOUND');
  if (row.takenDownAt !== null)
    throw new AppError('CHANGED_ELSEWHERE', { message: 'This is already removed. Reload the page to see by whom.' });
  const status = row.status === 'active' ? 'inactive' : row.status;
  const current = requireFound((await editing.readParts([id], tx))[0]);
  await change(editing, current, { status, takenDownAt: editing.clock.now() }, tx);
  return {
    ownerId: row.performerId,
    title: toTakedownTitle(row.title, row.tagline, row.text),
    statusBefore: row.status,
  };
}

/** @returns false if its creator has deleted it since */
export async function restoreItem<Extra, Input extends ItemInput, KindFields>(
  editing: ItemEditing<Extra, Input, KindFields>,
  id: string,
  statusBefore: string,
  tx: Tx,
): Promise<boolean> {
  const row = await lockItem(editing, id, tx);
  if (row?.kind !== editing.kind.kind || row.takenDownAt === null) return false;
  const current = requireFound((await editing.readParts([id], tx))[0]);
  const isBroken = listItemFiles(current).some((file) => file.status === 'error');
  const published = isBroken ? ('file-error' as const) : ('active' as const);
  const status = statusBefore === 'active' && row.deletedAt === null ? published : row.status;
  await change(editing, current, { status, takenDownAt: null }, tx);
  return row.deletedAt === null;
}

async function change<Extra, Input extends ItemInput, KindFields>(
  editing: ItemEditing<Extra, Input, KindFields>,
  current: ItemParts<Extra>,
  wanted: TakedownColumns,
  tx: Tx,
): Promise<void> {
  const { clock, kind, repository, pages } = editing;
  const { row } = current;
  const next = kind.settleTakedown ? await kind.settleTakedown(current, wanted, tx) : wanted;
  const columns = { ...next, updatedAt: clock.now() };
  await repository.update(row.id, columns, tx);
  await kind.onStored?.({ ...row, ...columns }, { performerId: row.performerId, current, draft: null }, tx);
  await countPublished(editing, row.performerId, row.status, next.status, tx);
  tx.afterCommit(pages.forget);
}
