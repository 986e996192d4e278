import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, assertUnchanged, requireFound } from '../../../errors';
import type { FileRow, MediaService } from '../../site/media/media-service';
import {
  allFilesOf,
  filesNamedBy,
  heldFilesOf,
  isDue,
  shouldAnnounce,
  planPublication,
  type ItemDraft,
} from './item-draft';
import { createItemValidation, type ItemCheckParts } from './item-validation';
import { canPublish } from './item-access';
import type { ItemChange, ItemInput, ItemKind, ItemParts, ReadItemParts, StoredColumns } from './item-kind';
import type { ItemPageCache } from './item-page-cache';
import type { ItemRepository, ItemRow } from './item-repository';

interface ItemEditingParts<Extra> extends ItemCheckParts {
  repository: ItemRepository;
  readParts: ReadItemParts<Extra>;
  media: MediaService;
  pages: Pick<ItemPageCache, 'forget'>;
}

/** What an edit began from. */
export interface Edit {
  revision?: number | undefined;
}

/** Making, changing and taking away items of one kind. */
export function createItemEditing<Extra, Input extends ItemInput, View extends { _id: string }, Wish>(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  kind: ItemKind<Extra, Input, View, Wish>,
  deps: ItemEditingParts<Extra>,
) {
  const { repository, readParts, media, pages } = deps;
  const { check, assertMayPublish, assertBuyersKeepFiles, isSold } = createItemValidation(kind, deps);
  const countPublished = (
    performerId: string,
    before: ItemRow['status'] | null,
    after: ItemRow['status'] | null,
    tx: Tx,
  ) => repository.addToCreator(performerId, kind.counter, Number(after === 'active') - Number(before === 'active'), tx);

  const lock = (id: string, tx: Tx) => repository.lock(id, tx, { isHeld: kind.parentKind !== undefined });

  /** The actor's own item, locked. @throws AppError FORBIDDEN for another's; ENTITY_NOT_FOUND when they cannot see it. */
  async function lockOwn(actor: Actor, id: string, tx: Tx): Promise<ItemRow> {
    assertAllowed(canPublish(actor));
    const row = await lock(id, tx);
    assertManageable(actor, row, kind);
    return row;
  }

  /** Columns that a draft decides: as it is planned by itself, and as stored, where what it lies in had its say. */
  async function columnsOf(
    change: ItemChange<Extra, Wish> & { draft: ItemDraft<Wish> },
    files: readonly FileRow[],
    tx: Tx,
  ): Promise<Record<'planned' | 'stored', StoredColumns>> {
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

  /** @param row with the status it has by itself. */
  async function saveBelongings(
    row: Pick<ItemRow, 'id' | 'performerId' | 'status'>,
    draft: ItemDraft<Wish>,
    alts: ItemInput['fileAlts'],
    tx: Tx,
  ): Promise<void> {
    await repository.replaceFiles(row.id, heldFilesOf(draft), tx);
    await kind.saveExtra(row, draft.wish, tx);
    const mine = new Set([...draft.fileIds, draft.thumbnailId]);
    await media.setAlts(
      row.performerId,
      (alts ?? []).filter(({ fileId }) => mine.has(fileId)),
      tx,
    );
    tx.afterCommit(pages.forget);
  }

  /** Announces what was just published, and publishes in time what was just scheduled. */
  async function followUp(
    before: ItemRow | null,
    after: Pick<ItemRow, 'id' | 'status' | 'isScheduled' | 'publishAt'>,
    tx: Tx,
  ): Promise<void> {
    if (shouldAnnounce(before, after)) await jobs.send('announce-item', { itemId: after.id, looks: 0 }, { tx });
    // Also every minute, but an item that is due in between should not wait. Promises R-4.
    if (after.isScheduled && after.publishAt) await jobs.send('publish-scheduled', {}, { tx, runAt: after.publishAt });
  }

  /** A change of what is there, with all that follows from it. */
  async function store(
    change: ItemChange<Extra, Wish> & { draft: ItemDraft<Wish>; current: ItemParts<Extra> },
    { planned, stored }: Record<'planned' | 'stored', StoredColumns>,
    alts: ItemInput['fileAlts'],
    tx: Tx,
  ): Promise<void> {
    const { row } = change.current;
    await repository.update(row.id, { ...stored, revision: row.revision + 1 }, tx);
    await saveBelongings({ ...row, status: planned.status }, change.draft, alts, tx);
    await kind.onStored?.({ ...row, ...stored }, change, tx);
    await countPublished(row.performerId, row.status, stored.status, tx);
    await followUp(row, { id: row.id, ...stored }, tx);
  }

  async function insertWithFreeSlug(
    row: Omit<Parameters<ItemRepository['insert']>[0], 'slug'>,
    draft: ItemDraft<Wish>,
    tx: Tx,
  ): Promise<ItemRow> {
    for (let attempt = 0; ; attempt += 1) {
      const stored = await repository.insert({ ...row, slug: kind.slugOf(draft, clock.now(), attempt) }, tx);
      if (stored) return stored;
    }
  }

  return {
    lock,
    lockOwn,

    /**
     * Publishes, schedules or drafts an item.
     *
     * @param publishedAt for content that is older than its entry, such as a demo's; now unless given.
     * @returns its id.
     * @throws AppError DOCUMENTS_NOT_APPROVED, MISSING_REQUIRED_PROPS, PRICE_OUT_OF_BOUNDS, INVALID_OR_MISSING_FILE, and what
     * its kind refuses.
     */
    async create(actor: Actor, input: Input, { publishedAt }: { publishedAt?: Date } = {}): Promise<string> {
      assertAllowed(canPublish(actor));
      const draft = kind.merge(input, null);
      return inTransaction(db, async (tx) => {
        const change = { performerId: actor.id, draft, current: null };
        const files = await check(draft, actor, '', tx);
        const { planned, stored } = await columnsOf(change, files, tx);
        await assertMayPublish(actor, stored, tx);
        const at = publishedAt ?? clock.now();
        const moments = { publishedAt: at, createdAt: at, updatedAt: at };
        const own = { id: newId(at.getTime()), kind: kind.kind, performerId: actor.id };
        const row = await insertWithFreeSlug({ ...stored, ...own, ...moments }, draft, tx);
        await saveBelongings({ ...row, status: planned.status }, draft, input.fileAlts, tx);
        await kind.onStored?.(row, change, tx);
        await countPublished(actor.id, null, row.status, tx);
        // What is older than its entry is no news.
        if (!publishedAt) await followUp(null, row, tx);
        return row.id;
      });
    },

    /**
     * Changes an own item. Files it no longer names are deleted, unless somebody bought them; broken ones may be replaced.
     *
     * @param revision the one that its editor began from.
     * @throws AppError as `create`; CHANGED_ELSEWHERE; FORBIDDEN for another's item, or when sold files would go.
     */
    async update(actor: Actor, id: string, input: Input, { revision }: Edit = {}): Promise<true> {
      await inTransaction(db, async (tx) => {
        const row = await lockOwn(actor, id, tx);
        assertUnchanged(revision, row);
        const current = requireFound((await readParts([id], tx))[0]);
        const draft = kind.merge(input, current);
        const files = await check(draft, actor, id, tx);
        await assertBuyersKeepFiles(row, current, draft, tx);
        const change = { performerId: actor.id, draft, current };
        const columns = await columnsOf(change, files, tx);
        await assertMayPublish(actor, columns.stored, tx);
        await store(change, columns, input.fileAlts, tx);
        const named = new Set(filesNamedBy(draft));
        await media.remove(
          allFilesOf(current).flatMap((file) => (named.has(file.id) ? [] : [file.id])),
          tx,
        );
      });
      return true;
    },

    /** Publishes one whose time has come, as it stands; does nothing about another. */
    async publishDue(id: string): Promise<void> {
      await inTransaction(db, async (tx) => {
        const row = await lock(id, tx);
        if (!row || row.deletedAt !== null || !isDue(row, clock.now())) return;
        const [current] = await readParts([id], tx);
        if (!current) return;
        // Nothing was sent: it leaves all as it is, and its plan is carried out.
        const change = { performerId: row.performerId, draft: kind.merge({} as Input, current), current };
        await store(change, await columnsOf(change, current.files, tx), undefined, tx);
      });
    },

    /**
     * Takes an own item away. One that somebody bought is hidden from everybody else instead and stays with its buyers,
     * files and all: they paid to keep it.
     */
    async remove(actor: Actor, id: string): Promise<true> {
      await inTransaction(db, async (tx) => {
        const row = await lockOwn(actor, id, tx);
        const current = requireFound((await readParts([id], tx))[0]);
        if (await isSold(row, tx)) {
          const at = clock.now();
          const hidden = { status: 'inactive', isScheduled: false, deletedAt: at, updatedAt: at } as const;
          await repository.update(id, hidden, tx);
          await kind.onStored?.({ ...row, ...hidden }, { performerId: actor.id, current, draft: null }, tx);
        } else {
          const within = (await kind.onRemove?.(row, tx)) ?? [];
          await repository.remove(id, tx);
          await media.remove([...allFilesOf(current).map((file) => file.id), ...within], tx);
        }
        await countPublished(actor.id, row.status, null, tx);
        tx.afterCommit(pages.forget);
      });
      return true;
    },
  };
}

/**
 * Stops who may not change an item, in the words that tell no more than they may know.
 *
 * @throws AppError ENTITY_NOT_FOUND, FORBIDDEN
 */
export function assertManageable(
  actor: Actor,
  row: ItemRow | null,
  { kind }: Pick<ItemKind, 'kind'>,
): asserts row is ItemRow {
  const isThere = row?.kind === kind && row.deletedAt === null;
  if (!isThere || (row.performerId !== actor.id && row.status !== 'active')) throw new AppError('ENTITY_NOT_FOUND');
  assertAllowed(isPerformer(actor) && row.performerId === actor.id);
}
