import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { firstOrNull } from '../../../db/query-helpers';
import { galleries, photos } from '../../../db/schema/assets';
import { files } from '../../../db/schema/files';
import { itemFiles, items } from '../../../db/schema/items';
import type { Executor, Tx } from '../../../db/transaction';

type FileRow = typeof files.$inferSelect;
type GalleryRow = typeof items.$inferSelect;

export interface GalleryExtra {
  coverPhotoId: string | null;
  cover: FileRow | null;
  size: number;
  /** Number of photos that buyers see, including those hidden or deleted after the purchase. */
  sizeForBuyers: number;
}

/** At least 1 ms later than the previous value, even for changes within a millisecond, because caches compare it. */
const later = (at: Date, before = sql`updated_at`) =>
  sql`greatest(${at}::timestamptz, ${before} + interval '1 millisecond')`;

const isPhotoOf = (galleryId: string) => eq(items.parentId, galleryId);
/** True if photo `i` with kind columns `p` is visible in gallery `h`. A deleted gallery keeps deleted photos for buyers. */
const isIn = sql`p.wanted_status = 'active' and p.taken_down_at is null and i.status <> 'file-error' and (i.deleted_at is null or h.deleted_at is not null)`;
/** The chosen cover or, if fans cannot see that one, the first visible photo. */
const shownCover = sql<
  string | null
>`(select i.id from ${items} i join ${photos} p on p.id = i.id join ${items} h on h.id = i.parent_id
  where h.id = ${galleries.id} and ${isIn}
  order by (i.id = ${galleries.coverItemId}) desc nulls last, i.position, i.id limit 1)`;
const size = sql<number>`(select count(*)::int from ${items} i join ${photos} p on p.id = i.id join ${items} h on h.id = i.parent_id
  where h.id = ${galleries.id} and ${isIn})`;

/** Must match what lists of a bought gallery show: `isBought` in `item-list-sql`. */
const sizeForBuyers = sql<number>`(select count(*)::int from ${items} i join ${photos} p on p.id = i.id
  where i.parent_id = ${galleries.id} and p.taken_down_at is null and i.status <> 'draft' and not i.is_scheduled)`;

const countShown = (galleryId: string, tx: Tx): Promise<number> =>
  tx.$count(items, and(isPhotoOf(galleryId), eq(items.status, 'active')));

export const galleryRepository = {
  async listExtras(ids: readonly string[], tx: Executor): Promise<Map<string, GalleryExtra>> {
    const rows = await tx
      .select({ id: galleries.id, coverPhotoId: shownCover, cover: files, size, sizeForBuyers })
      .from(galleries)
      .leftJoin(itemFiles, and(eq(itemFiles.itemId, shownCover), eq(itemFiles.role, 'content')))
      .leftJoin(files, eq(files.id, itemFiles.fileId))
      .where(inArray(galleries.id, ids));
    return new Map(rows.map(({ id, ...extra }) => [id, extra]));
  },

  async save(id: string, tx: Tx): Promise<void> {
    await tx.insert(galleries).values({ id }).onConflictDoNothing();
  },

  async lock(id: string, tx: Tx): Promise<GalleryRow | null> {
    const isGallery = and(eq(items.id, id), eq(items.kind, 'gallery'), isNull(items.deletedAt));
    return firstOrNull(tx.select().from(items).where(isGallery).for('no key update'));
  },

  async nextPosition(galleryId: string, tx: Tx): Promise<number> {
    const [row] = await tx
      .select({ next: sql<number>`coalesce(max(${items.position}) + 1, 0)::int` })
      .from(items)
      .where(isPhotoOf(galleryId));
    return row?.next ?? 0;
  },

  /**
   * Makes caches reload the gallery and its cover. Call it after a photo was added or changed, or before one is deleted. If
   * there is no cover, the first photo becomes the cover.
   *
   * @param leaving id of a photo that is about to be deleted
   */
  async touch(galleryId: string, at: Date, tx: Tx, leaving = ''): Promise<void> {
    await tx.execute(sql`
      with cover as (
        update ${galleries} g set cover_item_id = (
          select i.id from ${items} i join ${photos} p on p.id = i.id
          where i.parent_id = g.id and i.deleted_at is null and i.id <> ${leaving}
          order by (i.id = g.cover_item_id) desc nulls last, (p.wanted_status = 'active') desc, i.position, i.id limit 1)
        where g.id = ${galleryId} returning cover_item_id)
      update ${items} set updated_at = ${later(at)} where id = ${galleryId} or id = (select cover_item_id from cover)`);
  },

  /** Also touches the previous cover, so that caches reload it. */
  async setCover(galleryId: string, photoId: string, at: Date, tx: Tx): Promise<void> {
    await tx.execute(sql`
      with before as (select cover_item_id from ${galleries} where id = ${galleryId}),
        done as (update ${galleries} set cover_item_id = ${photoId} where id = ${galleryId})
      update ${items} set updated_at = ${later(at)}
      where id in (${galleryId}, ${photoId}) or id = (select cover_item_id from before)`);
  },

  /**
   * Copies audience, price, status and removal of a gallery to its photos. Photos with a broken file, and those that operators
   * removed alone, stay hidden.
   *
   * @returns the change in the number of published photos
   */
  async offerPhotosAs(
    { id, audience, price, status, publishedAt, deletedAt, takenDownAt }: GalleryRow,
    at: Date,
    tx: Tx,
  ): Promise<number> {
    const before = await countShown(id, tx);
    // A file may have failed while the gallery was hidden.
    const isBroken = sql`(i.status = 'file-error' or p.wanted_status = 'active' and exists (select 1 from ${itemFiles} f
      join ${files} b on b.id = f.file_id where f.item_id = i.id and b.status = 'error'))`;
    const next = sql`case when ${isBroken} then 'file-error' when ${status === 'active'} and p.taken_down_at is null then p.wanted_status
      when p.wanted_status = 'active' then 'inactive' else p.wanted_status end`;
    await tx.execute(sql`
      update ${items} i set audience = ${audience}, price = ${price}, status = ${next}, updated_at = ${later(at, sql`i.updated_at`)},
        published_at = greatest(i.published_at, ${status === 'active' ? publishedAt : null}::timestamptz),
        deleted_at = coalesce(i.deleted_at, ${deletedAt}::timestamptz), taken_down_at = coalesce(p.taken_down_at, ${takenDownAt}::timestamptz)
      from ${photos} p where p.id = i.id and i.parent_id = ${id}`);
    return (await countShown(id, tx)) - before;
  },

  async order(galleryId: string, photoIds: readonly string[], tx: Tx): Promise<void> {
    await tx.execute(sql`
      update ${items} i set position = o.place, updated_at = i.updated_at
      from (select c.id, row_number() over (order by w.place nulls last, c.position, c.id) - 1 as place
        from ${items} c left join unnest(${sql.param([...photoIds])}::text[]) with ordinality w(id, place) on w.id = c.id
        where c.parent_id = ${galleryId}) o
      where o.id = i.id and i.position <> o.place`);
  },

  async listFiles(galleryId: string, tx: Tx): Promise<{ fileIds: string[]; shown: number }> {
    const rows = await tx
      .select({ fileId: itemFiles.fileId, status: items.status })
      .from(items)
      .innerJoin(itemFiles, eq(itemFiles.itemId, items.id))
      .where(isPhotoOf(galleryId));
    return {
      fileIds: rows.map(({ fileId }) => fileId),
      shown: rows.filter(({ status }) => status === 'active').length,
    };
  },
};
