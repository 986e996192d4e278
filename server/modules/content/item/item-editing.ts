import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { PeopleService } from '../../identity/people/people-service';
import type { FileRow, MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { canPublish } from './item-access';
import { planPublication, shouldAnnounce, toItemFiles, type ItemDraft } from './item-draft';
import { itemCounterRepository } from './item-counter-repository';
import { itemFileRepository } from './item-file-repository';
import type { ItemChange, ItemInput, ItemKind, ItemParts, ReadItemParts, StoredColumns } from './item-kind';
import type { ItemPageCache } from './item-page-cache';
import type { ItemRepository, ItemRow } from './item-repository';

export interface ItemEditing<Extra, Input extends ItemInput, KindFields> extends Pick<
  ServerContext,
  'db' | 'clock' | 'jobs'
> {
  kind: Omit<ItemKind<Extra, Input, { _id: string }, KindFields>, 'present'>;
  repository: ItemRepository;
  readParts: ReadItemParts<Extra>;
  media: MediaService;
  people: Pick<PeopleService, 'find'>;
  settings: Pick<SettingsService, 'read'>;
  pages: Pick<ItemPageCache, 'forget'>;
}

type AnyItemEditing = Pick<ItemEditing<never, never, never>, 'repository' | 'clock' | 'jobs'> & {
  kind: Pick<ItemKind, 'kind' | 'counter' | 'parentKind'>;
};

/** `planned`: columns according to the draft alone. `stored`: after the parent has changed them. */
interface PlannedColumns {
  planned: StoredColumns;
  stored: StoredColumns;
}

export type DraftChange<Extra, KindFields> = ItemChange<Extra, KindFields> & { draft: ItemDraft<KindFields> };

export const lockItem = ({ repository, kind }: AnyItemEditing, id: string, tx: Tx): Promise<ItemRow | null> =>
  repository.lock(id, tx, { hasParent: kind.parentKind !== undefined });

export async function lockOwnItem(editing: AnyItemEditing, actor: Actor, id: string, tx: Tx): Promise<ItemRow> {
  assertAllowed(canPublish(actor));
  const row = await lockItem(editing, id, tx);
  assertManageable(actor, row, editing.kind);
  return row;
}

/** @throws AppError FORBIDDEN for another creator's published item; ENTITY_NOT_FOUND for one that is not published */
export function assertManageable(
  actor: Actor,
  row: ItemRow | null,
  { kind }: Pick<ItemKind, 'kind'>,
): asserts row is ItemRow {
  const exists = row?.kind === kind && row.deletedAt === null;
  if (!exists || (row.performerId !== actor.id && row.status !== 'active')) throw new AppError('ENTITY_NOT_FOUND');
  assertAllowed(isPerformer(actor) && row.performerId === actor.id);
}

/** The text and files that were judged stay as they were until an appeal is decided. @throws AppError CONTENT_TAKEN_DOWN */
export function assertNotTakenDown({ takenDownAt }: Pick<ItemRow, 'takenDownAt'>): void {
  if (takenDownAt !== null) throw new AppError('CONTENT_TAKEN_DOWN');
}

export async function planColumns<Extra, Input extends ItemInput, KindFields>(
  { clock, kind }: ItemEditing<Extra, Input, KindFields>,
  change: DraftChange<Extra, KindFields>,
  files: readonly FileRow[],
  tx: Tx,
): Promise<PlannedColumns> {
  const now = clock.now();
  const isBroken = files.some((file) => file.status === 'error');
  const { columns } = change.draft;
  const current = change.current?.row ?? null;
  const planned = {
    ...columns,
    ...planPublication(columns, current, { now, isBroken }),
    pinnedAt: columns.isPinned ? (current?.pinnedAt ?? now) : null,
    updatedAt: now,
  };
  return { planned, stored: kind.settle ? await kind.settle(planned, change, tx) : planned };
}

export async function saveChange<Extra, Input extends ItemInput, KindFields>(
  editing: ItemEditing<Extra, Input, KindFields>,
  change: DraftChange<Extra, KindFields> & { current: ItemParts<Extra> },
  { planned, stored }: PlannedColumns,
  alts: ItemInput['fileAlts'],
  tx: Tx,
): Promise<void> {
  const { repository, kind } = editing;
  const { row } = change.current;
  await repository.update(row.id, { ...stored, revision: row.revision + 1 }, tx);
  await saveParts(editing, { ...row, status: planned.status }, change.draft, alts, tx);
  await kind.onStored?.({ ...row, ...stored }, change, tx);
  await countPublished(editing, row.performerId, row.status, stored.status, tx);
  await sendPublicationJobs(editing, row, { id: row.id, ...stored }, tx);
}

/** @param row with the status that the draft alone would give it */
export async function saveParts<Extra, Input extends ItemInput, KindFields>(
  { kind, media, pages }: ItemEditing<Extra, Input, KindFields>,
  row: Pick<ItemRow, 'id' | 'performerId' | 'status'>,
  draft: ItemDraft<KindFields>,
  alts: ItemInput['fileAlts'],
  tx: Tx,
): Promise<void> {
  await itemFileRepository.replace(row.id, toItemFiles(draft), tx);
  await kind.saveExtra(row, draft.kindFields, tx);
  const describable = new Set([...draft.fileIds, draft.thumbnailId]);
  await media.setAlts(
    row.performerId,
    (alts ?? []).filter(({ fileId }) => describable.has(fileId)),
    tx,
  );
  tx.afterCommit(pages.forget);
}

export const countPublished = (
  { kind }: AnyItemEditing,
  performerId: string,
  before: ItemRow['status'] | null,
  after: ItemRow['status'] | null,
  tx: Tx,
): Promise<void> =>
  itemCounterRepository.addToCreator(
    performerId,
    kind.counter,
    Number(after === 'active') - Number(before === 'active'),
    tx,
  );

export async function sendPublicationJobs(
  { jobs }: AnyItemEditing,
  before: ItemRow | null,
  after: Pick<ItemRow, 'id' | 'status' | 'isScheduled' | 'publishAt'>,
  tx: Tx,
): Promise<void> {
  if (shouldAnnounce(before, after)) await jobs.send('announce-item', { itemId: after.id, looks: 0 }, { tx });
  // A job publishes all due items every minute; this additional job publishes the item at its exact time. Promises R-4.
  if (after.isScheduled && after.publishAt) await jobs.send('publish-scheduled', {}, { tx, runAt: after.publishAt });
}
