import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { existsIn, isOpenAccount } from '../../../db/conditions';
import { findRow, firstOrNull, hasRow, lockRow } from '../../../db/query-helpers';
import { performers } from '../../../db/schema/accounts';
import { videos } from '../../../db/schema/assets';
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

export interface ItemContents {
  row: ItemRow;
  files: FileRow[];
  thumbnail: FileRow | null;
  teaser: FileRow | null;
}

export const listItemFiles = ({ files, thumbnail, teaser }: ItemContents): FileRow[] =>
  [...files, thumbnail, teaser].filter((file) => file !== null);

export const isProcessing = (contents: ItemContents): boolean =>
  listItemFiles(contents).some(({ status }) => status === 'processing');

export type ItemRepository = ReturnType<typeof createItemRepository>;

async function listContents(ids: readonly string[], tx: Executor): Promise<ItemContents[]> {
  if (ids.length === 0) return [];
  const rows = await tx.select().from(items).where(inArray(items.id, ids));
  const attached = await tx
    .select({ itemId: itemFiles.itemId, role: itemFiles.role, file: files })
    .from(itemFiles)
    .innerJoin(files, eq(files.id, itemFiles.fileId))
    .where(inArray(itemFiles.itemId, ids))
    .orderBy(asc(itemFiles.position));
  const filesByItem = groupBy(attached, ({ itemId }) => itemId);
  return rows.map((row) => {
    const own = filesByItem.get(row.id) ?? [];
    const shown = (role: 'thumbnail' | 'teaser') => own.find((one) => one.role === role)?.file ?? null;
    return {
      row,
      files: own.filter(({ role }) => role === 'content').map(({ file }) => file),
      thumbnail: shown('thumbnail'),
      teaser: shown('teaser'),
    };
  });
}

function listDue(db: Db, now: Date): Promise<Pick<ItemRow, 'id' | 'kind'>[]> {
  const isApproved = existsIn(performers, eq(performers.id, items.performerId), eq(performers.verifiedDocument, true));
  const isDue = and(items.isScheduled, eq(items.status, 'inactive'), lte(items.publishAt, now));
  return db
    .select({ id: items.id, kind: items.kind })
    .from(items)
    .where(and(isDue, isNull(items.deletedAt), isNull(items.takenDownAt), isApproved, isOpenAccount(items.performerId)))
    .orderBy(asc(items.publishAt))
    .limit(500);
}

export function createItemRepository(db: Db) {
  return {
    listContents: (ids: readonly string[], tx: Executor = db) => listContents(ids, tx),

    find: (id: string): Promise<ItemRow | null> => findRow(db, items, eq(items.id, id)),

    findByKey: (kind: ItemKindName, key: string): Promise<ItemRow | null> =>
      findRow(db, items, eq(items.kind, kind), or(eq(items.id, key), eq(items.slug, key))),

    /**
     * @param hasParent whether items of this kind can have a parent. The parent is then locked first, so that changes of its
     * children are serialized and cannot deadlock
     */
    async lock(id: string, tx: Tx, { hasParent = false } = {}): Promise<ItemRow | null> {
      const parent = tx.select({ id: items.parentId }).from(items).where(eq(items.id, id));
      if (hasParent)
        await tx.select({ id: items.id }).from(items).where(inArray(items.id, parent)).for('no key update');
      return lockRow(tx, items, eq(items.id, id));
    },

    /** Prevents changes until the transaction ends. Any number of buyers can hold this lock at the same time. */
    lockShared: (id: string, tx: Tx): Promise<ItemRow | null> =>
      firstOrNull(tx.select().from(items).where(eq(items.id, id)).for('share')),

    /** @returns null if another item of this kind has the slug */
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

    listByFile: (fileId: string, tx: Executor = db): Promise<{ row: ItemRow; role: ItemFile['role'] }[]> =>
      tx
        .select({ row: items, role: itemFiles.role })
        .from(itemFiles)
        .innerJoin(items, eq(items.id, itemFiles.itemId))
        .where(eq(itemFiles.fileId, fileId)),

    async isSold(
      { kind, id, parentId, streamId }: Pick<ItemRow, 'kind' | 'id' | 'parentId'> & { streamId?: string | null },
      tx: Executor = db,
    ): Promise<boolean> {
      const isBought = (target: string, targetId: string | null = null) =>
        targetId === null ? undefined : and(eq(purchases.target, target), eq(purchases.targetId, targetId));
      return hasRow(tx, purchases, or(isBought(kind, id), isBought('gallery', parentId), isBought('stream', streamId)));
    },

    async findStreamId(id: string, tx: Executor): Promise<string | null> {
      return (await findRow(tx, videos, eq(videos.id, id)))?.streamId ?? null;
    },

    listDue: (now: Date) => listDue(db, now),

    async listOwned(performerId: string): Promise<Pick<ItemRow, 'id' | 'kind'>[]> {
      return db
        .select({ id: items.id, kind: items.kind })
        .from(items)
        .where(and(eq(items.performerId, performerId), isNull(items.deletedAt)))
        .orderBy(asc(items.id));
    },
  };
}
