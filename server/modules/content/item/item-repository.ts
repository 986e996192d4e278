import { and, asc, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { existsIn } from '../../../db/conditions';
import { firstOrNull, hasRow, listIds, lockRow, findRow } from '../../../db/query-helpers';
import { performers } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { itemFiles, items, type itemKinds } from '../../../db/schema/items';
import { purchases } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { groupBy } from '../../../lib/group-by';

export type ItemRow = typeof items.$inferSelect;
export type NewItem = typeof items.$inferInsert;
export type ItemKindName = (typeof itemKinds)[number];
export type ItemFile = Pick<typeof itemFiles.$inferInsert, 'fileId' | 'role' | 'position'>;
type FileRow = typeof files.$inferSelect;

/** An item with its files, the same for every viewer. */
export interface ItemContents {
  row: ItemRow;
  /** In the order its creator gave them. */
  files: FileRow[];
  thumbnail: FileRow | null;
  teaser: FileRow | null;
}

/** Counters of creators: how many items of a kind are published. */
export type ItemCounter = 'statFeeds' | 'statPhotos' | 'statVideos' | 'statGalleries' | 'statProducts';

/** What people do to items that is counted there. */
type ReactionCounter = 'totalLike' | 'totalComment' | 'totalBookmark';

export type ItemRepository = ReturnType<typeof createItemRepository>;

/** Items of every kind, by id. Pages of them are read by the page repositories. */
export function createItemRepository(db: Db) {
  return {
    /** Two queries for any number of items; unknown ids are absent. */
    async listContents(ids: readonly string[], tx: Executor = db): Promise<ItemContents[]> {
      if (ids.length === 0) return [];
      const rows = await tx.select().from(items).where(inArray(items.id, ids));
      const held = await tx
        .select({ itemId: itemFiles.itemId, role: itemFiles.role, file: files })
        .from(itemFiles)
        .innerJoin(files, eq(files.id, itemFiles.fileId))
        .where(inArray(itemFiles.itemId, ids))
        .orderBy(asc(itemFiles.position));
      const heldBy = groupBy(held, ({ itemId }) => itemId);
      return rows.map((row) => {
        const own = heldBy.get(row.id) ?? [];
        const shown = (role: 'thumbnail' | 'teaser') => own.find((one) => one.role === role)?.file ?? null;
        return {
          row,
          files: own.filter(({ role }) => role === 'content').map(({ file }) => file),
          thumbnail: shown('thumbnail'),
          teaser: shown('teaser'),
        };
      });
    },

    find: (id: string): Promise<ItemRow | null> => findRow(db, items, eq(items.id, id)),

    /** By id or slug. */
    findByKey: (kind: ItemKindName, key: string): Promise<ItemRow | null> =>
      findRow(db, items, eq(items.kind, kind), or(eq(items.id, key), eq(items.slug, key))),

    /**
     * The item, kept from changing until the transaction ends.
     *
     * @param isHeld it may lie in another, which is locked first then: many who change what lies in one item go one after the
     * other, and none holds what another waits for.
     */
    async lock(id: string, tx: Tx, { isHeld = false } = {}): Promise<ItemRow | null> {
      const holder = tx.select({ id: items.parentId }).from(items).where(eq(items.id, id));
      if (isHeld) await tx.select({ id: items.id }).from(items).where(inArray(items.id, holder)).for('no key update');
      return lockRow(tx, items, eq(items.id, id));
    },

    /** The item, kept as it is until the transaction ends; any number of buyers may hold it at once. */
    hold: (id: string, tx: Tx): Promise<ItemRow | null> =>
      firstOrNull(tx.select().from(items).where(eq(items.id, id)).for('share')),

    /** @returns null when its kind has the slug already. */
    async insert(row: NewItem, tx: Tx): Promise<ItemRow | null> {
      const target = [items.kind, items.slug];
      return firstOrNull(tx.insert(items).values(row).onConflictDoNothing({ target }).returning());
    },

    async update(id: string, change: Partial<NewItem>, tx: Tx): Promise<void> {
      await tx.update(items).set(change).where(eq(items.id, id));
    },

    async remove(id: string, tx: Tx): Promise<void> {
      await tx.delete(items).where(eq(items.id, id));
    },

    async replaceFiles(itemId: string, held: readonly ItemFile[], tx: Tx): Promise<void> {
      await tx.delete(itemFiles).where(eq(itemFiles.itemId, itemId));
      if (held.length > 0) await tx.insert(itemFiles).values(held.map((file) => ({ ...file, itemId })));
    },

    /** Whether an item other than this one holds one of these files already. */
    async isAnyTaken(fileIds: readonly string[], itemId: string, tx: Tx): Promise<boolean> {
      if (fileIds.length === 0) return false;
      return hasRow(tx, itemFiles, inArray(itemFiles.fileId, fileIds), ne(itemFiles.itemId, itemId));
    },

    /** Items that hold or show a file, and as what. */
    listOfFile: (fileId: string, tx: Executor = db): Promise<{ row: ItemRow; role: ItemFile['role'] }[]> =>
      tx
        .select({ row: items, role: itemFiles.role })
        .from(itemFiles)
        .innerJoin(items, eq(items.id, itemFiles.itemId))
        .where(eq(itemFiles.fileId, fileId)),

    /** Items that hold or show a file, locked; what they lie in is locked before them. */
    async lockOfFile(fileId: string, tx: Tx): Promise<string[]> {
      const holding = tx.select({ id: itemFiles.itemId }).from(itemFiles).where(eq(itemFiles.fileId, fileId));
      const holders = tx.select({ id: items.parentId }).from(items).where(inArray(items.id, holding));
      await tx.select({ id: items.id }).from(items).where(inArray(items.id, holders)).for('no key update');
      return listIds(tx.select({ id: items.id }).from(items).where(inArray(items.id, holding)).for('update'));
    },

    /** Makes them, and what they lie in, other versions of themselves. */
    async touch(ids: readonly string[], tx: Tx): Promise<void> {
      if (ids.length === 0) return;
      const holders = tx.select({ id: items.parentId }).from(items).where(inArray(items.id, ids));
      const later = sql`greatest(now(), ${items.updatedAt} + interval '1 ms')`;
      await tx
        .update(items)
        .set({ updatedAt: later })
        .where(or(inArray(items.id, ids), inArray(items.id, holders)));
    },

    /**
     * States of the files that a buyer of an item gets, each once: its own, and those of the published photos in it. Asked under
     * the lock of the item, which whoever gives a file up waits for.
     */
    async listFileStates(itemId: string, tx: Tx): Promise<FileRow['status'][]> {
      const rows = await tx
        .selectDistinct({ status: files.status })
        .from(itemFiles)
        .innerJoin(items, eq(items.id, itemFiles.itemId))
        .innerJoin(files, eq(files.id, itemFiles.fileId))
        .where(
          and(
            eq(itemFiles.role, 'content'),
            or(eq(items.id, itemId), and(eq(items.parentId, itemId), eq(items.status, 'active'))),
          ),
        );
      return rows.map(({ status }) => status);
    },

    /** Whether somebody bought it, or what it lies in. */
    async isSold(
      { kind, id, parentId }: Pick<ItemRow, 'kind' | 'id' | 'parentId'>,
      tx: Executor = db,
    ): Promise<boolean> {
      const asItself = and(eq(purchases.target, kind), eq(purchases.targetId, id));
      const asPart =
        parentId === null ? undefined : and(eq(purchases.target, 'gallery'), eq(purchases.targetId, parentId));
      return hasRow(tx, purchases, or(asItself, asPart));
    },

    /** Items whose time has come, earliest first. */
    async listDue(now: Date): Promise<Pick<ItemRow, 'id' | 'kind'>[]> {
      const isApproved = existsIn(
        performers,
        eq(performers.id, items.performerId),
        eq(performers.verifiedDocument, true),
      );
      const isDue = and(items.isScheduled, eq(items.status, 'inactive'), lte(items.publishAt, now));
      return db
        .select({ id: items.id, kind: items.kind })
        .from(items)
        .where(and(isDue, isNull(items.deletedAt), isApproved))
        .orderBy(asc(items.publishAt))
        .limit(500);
    },

    /** A creator's items that are not taken away yet, of every kind. */
    async listOwned(performerId: string): Promise<Pick<ItemRow, 'id' | 'kind'>[]> {
      return db
        .select({ id: items.id, kind: items.kind })
        .from(items)
        .where(and(eq(items.performerId, performerId), isNull(items.deletedAt)))
        .orderBy(asc(items.id));
    },

    /** A creator's likes are those of everything they made. Wire contract 2.22. */
    async addToCreator(performerId: string, counter: ItemCounter | 'statLikes', step: number, tx: Tx): Promise<void> {
      if (step === 0) return;
      const change = { [counter]: sql`greatest(0, ${performers[counter]} + ${step})` };
      await tx.update(performers).set(change).where(eq(performers.id, performerId));
    },

    /**
     * Counts one more like, comment or bookmark, or one less. That is no change of the item: its place among the creator's
     * last changed stays.
     *
     * @returns whose it is; null when it is gone.
     */
    async count(id: string, counter: ReactionCounter, step: 1 | -1, tx: Tx): Promise<string | null> {
      const [row] = await tx
        .update(items)
        .set({ [counter]: sql`greatest(0, ${items[counter]} + ${step})`, updatedAt: sql`${items.updatedAt}` })
        .where(eq(items.id, id))
        .returning({ performerId: items.performerId });
      return row?.performerId ?? null;
    },
  };
}
