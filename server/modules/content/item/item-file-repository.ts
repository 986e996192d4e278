import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { hasRow, listIds } from '../../../db/query-helpers';
import { files } from '../../../db/schema/files';
import { itemFiles, items } from '../../../db/schema/items';
import type { Tx } from '../../../db/transaction';
import type { ItemFile } from './item-repository';

export const itemFileRepository = {
  async isAnyTaken(fileIds: readonly string[], itemId: string, tx: Tx): Promise<boolean> {
    if (fileIds.length === 0) return false;
    return hasRow(tx, itemFiles, inArray(itemFiles.fileId, fileIds), ne(itemFiles.itemId, itemId));
  },

  /** Locks the items that contain the file; parents first. */
  async lockItems(fileId: string, tx: Tx): Promise<string[]> {
    const containing = tx.select({ id: itemFiles.itemId }).from(itemFiles).where(eq(itemFiles.fileId, fileId));
    const parents = tx.select({ id: items.parentId }).from(items).where(inArray(items.id, containing));
    await tx.select({ id: items.id }).from(items).where(inArray(items.id, parents)).for('no key update');
    return listIds(tx.select({ id: items.id }).from(items).where(inArray(items.id, containing)).for('update'));
  },

  /** Changes `updatedAt` of the items and their parents, so that caches reload them. */
  async touch(ids: readonly string[], tx: Tx): Promise<void> {
    if (ids.length === 0) return;
    const parents = tx.select({ id: items.parentId }).from(items).where(inArray(items.id, ids));
    const later = sql`greatest(now(), ${items.updatedAt} + interval '1 ms')`;
    await tx
      .update(items)
      .set({ updatedAt: later })
      .where(or(inArray(items.id, ids), inArray(items.id, parents)));
  },

  /**
   * The states of all files that a buyer of the item gets, including those of its published photos. The caller must have locked
   * the item, because giving up a file waits for that lock.
   */
  async listStates(itemId: string, tx: Tx): Promise<(typeof files.$inferSelect)['status'][]> {
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

  async replace(itemId: string, itemFileRows: readonly ItemFile[], tx: Tx): Promise<void> {
    await tx.delete(itemFiles).where(eq(itemFiles.itemId, itemId));
    if (itemFileRows.length > 0) await tx.insert(itemFiles).values(itemFileRows.map((file) => ({ ...file, itemId })));
  },
};
