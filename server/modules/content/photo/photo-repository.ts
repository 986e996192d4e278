import { eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { galleries, photos } from '../../../db/schema/assets';
import { items } from '../../../db/schema/items';
import type { Executor, Tx } from '../../../db/transaction';

/** What only photos have. */
export interface PhotoExtra extends Omit<typeof photos.$inferSelect, 'id'> {
  isCover: boolean;
  /** The gallery it lies in. */
  gallery: Pick<typeof items.$inferSelect, 'id' | 'title' | 'slug' | 'status' | 'audience' | 'price'> | null;
}

export function createPhotoRepository(db: Db) {
  const holder = alias(items, 'holder');
  return {
    /** One query for any number of photos. */
    async listExtras(ids: readonly string[], tx: Executor = db): Promise<Map<string, PhotoExtra>> {
      const { id, title, slug, status, audience, price } = holder;
      const rows = await tx
        .select({
          photo: photos,
          isCover: sql<boolean>`${galleries.coverItemId} is not distinct from ${photos.id}`,
          gallery: { id, title, slug, status, audience, price },
        })
        .from(photos)
        .innerJoin(items, eq(items.id, photos.id))
        .leftJoin(holder, eq(holder.id, items.parentId))
        .leftJoin(galleries, eq(galleries.id, items.parentId))
        .where(inArray(photos.id, [...ids]));
      return new Map(
        rows.map(({ photo, ...rest }) => [photo.id, { wantedStatus: photo.wantedStatus, price: photo.price, ...rest }]),
      );
    },

    async save(row: typeof photos.$inferInsert, tx: Tx): Promise<void> {
      await tx.insert(photos).values(row).onConflictDoUpdate({ target: photos.id, set: row });
    },
  };
}
