import { assertAllowed, type Actor } from '../../../access';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { FileRow } from '../../site/media/media-service';
import { checkFiles, listDraftFileIds, throwMissing, wasPublished, type ItemDraft } from './item-draft';
import type { ItemEditing } from './item-editing';
import { itemFileRepository } from './item-file-repository';
import type { ItemInput } from './item-kind';
import type { ItemContents, ItemRow } from './item-repository';

/** False for an item that fans have never seen, since it was not part of its parent's sale or of a ticket. */
export async function isItemSold(
  { repository }: Pick<ItemEditing<never, never, never>, 'repository'>,
  row: ItemRow,
  tx: Tx,
): Promise<boolean> {
  if (!wasPublished(row)) return repository.isSold({ ...row, parentId: null }, tx);
  const streamId = row.kind === 'video' ? await repository.findStreamId(row.id, tx) : null;
  return repository.isSold({ ...row, streamId }, tx);
}

/** Every creator can save drafts; only approved ones can publish or schedule. */
export async function assertCanPublish(
  { people }: Pick<ItemEditing<never, never, never>, 'people'>,
  actor: Actor,
  after: Pick<ItemRow, 'status' | 'isScheduled'>,
  tx: Tx,
): Promise<void> {
  if (!after.isScheduled && (after.status === 'draft' || after.status === 'inactive')) return;
  const person = requireFound(await people.find(actor.id, tx));
  assertAllowed(person.performer?.verifiedDocument === true, 'DOCUMENTS_NOT_APPROVED');
}

/**
 * @param itemId empty for a new item
 * @returns the files of the draft, locked until the transaction ends
 * @throws AppError INVALID_OR_MISSING_FILE, MISSING_REQUIRED_PROPS, PRICE_OUT_OF_BOUNDS
 */
export async function validateDraft<Extra, Input extends ItemInput, KindFields>(
  { kind, media, settings }: ItemEditing<Extra, Input, KindFields>,
  draft: ItemDraft<KindFields>,
  actor: Actor,
  itemId: string,
  tx: Tx,
): Promise<FileRow[]> {
  const files = await media.lock(listDraftFileIds(draft), tx);
  const own = new Map(files.filter(({ ownerId }) => ownerId === actor.id).map((file) => [file.id, file]));
  checkFiles(draft, own, kind);
  kind.checkContent(draft, own);
  if (draft.columns.isScheduled && draft.columns.publishAt === null) throwMissing('scheduleAt', kind.noun);
  kind.checkPrice(draft, await settings.read(tx));
  // For example, the same draft may already have been saved from another tab.
  if (await itemFileRepository.isAnyTaken(listDraftFileIds(draft), itemId, tx))
    throw new AppError('INVALID_OR_MISSING_FILE', {
      message: 'A file of this is in something you saved before. Remove it, then add it again.',
    });
  return files;
}

/** A sold item keeps its files, but broken ones can be replaced, one for one. @throws AppError FORBIDDEN */
export async function assertBuyersKeepFiles(
  { repository, kind }: Pick<ItemEditing<never, never, never>, 'repository'> & { kind: { noun: string } },
  { row, files }: ItemContents,
  draft: ItemDraft,
  tx: Tx,
): Promise<void> {
  const removed = files.filter((file) => !draft.fileIds.includes(file.id));
  if (removed.length === 0 || !(await isItemSold({ repository }, row, tx))) return;
  if (removed.some(({ status }) => status !== 'error'))
    throw new AppError('FORBIDDEN', {
      message: `Someone has bought this ${kind.noun}, so its files can’t be removed.`,
    });
  if (draft.fileIds.length < files.length)
    throw new AppError('FORBIDDEN', {
      message: `Someone has bought this ${kind.noun}. Replace the broken file with another one instead of removing it.`,
    });
}
