import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { firstOrNull } from '../../../db/query-helpers';
import { galleries, photos } from '../../../db/schema/assets';
import { files } from '../../../db/schema/files';
import { itemFiles, items } from '../../../db/schema/items';
import type { Executor, Tx } from '../../../db/transaction';

type FileRow = typeof files.$inferSelect;
type GalleryRow = typeof items.$inferSelect;

/** What only galleries have. */
export interface GalleryExtra {
  coverPhotoId: string | null;
  cover: FileRow | null;
  /** Photos that somebody who may open it finds in it. */
  size: number;
  /** The same for its buyers, who keep photos that were hidden or taken away since. */
  sizeForBuyers: number;
}

/** Another moment than before, also of two changes within one millisecond: whoever remembers an item goes by it. */
const changed = (at: Date, before = sql`updated_at`) =>
  sql`greatest(${at}::timestamptz, ${before} + interval '1 millisecond')`;

export type GalleryRepository = ReturnType<typeof createGalleryRepository>;

/** Galleries, and the photos that lie in them. */
export function createGalleryRepository(db: Db) {
  const lyingIn = (galleryId: string) => eq(items.parentId, galleryId);
  /** Photo `i` with what is its own, `p`, where whoever opens gallery `h` finds it; one that is taken away is its buyers’ only, with all they had. */
  const isIn = sql`p.wanted_status = 'active' and i.status <> 'file-error' and (i.deleted_at is null or h.deleted_at is not null)`;
  /** The cover, in whose place another photo stands for as long as fans do not find it. */
  const shownCover = sql<
    string | null
  >`(select i.id from ${items} i join ${photos} p on p.id = i.id join ${items} h on h.id = i.parent_id
    where h.id = ${galleries.id} and ${isIn}
    order by (i.id = ${galleries.coverItemId}) desc nulls last, i.position, i.id limit 1)`;
  const size = sql<number>`(select count(*)::int from ${items} i join ${photos} p on p.id = i.id join ${items} h on h.id = i.parent_id
    where h.id = ${galleries.id} and ${isIn})`;

  /** As lists of what lies in a bought gallery: `isBought` in `item-page-sql`. */
  const sizeForBuyers = sql<number>`(select count(*)::int from ${items} i
    where i.parent_id = ${galleries.id} and i.status <> 'draft' and not i.is_scheduled)`;

  const countShown = (galleryId: string, tx: Tx): Promise<number> =>
    tx.$count(items, and(lyingIn(galleryId), eq(items.status, 'active')));

  return {
    /** One query for any number of galleries. */
    async listExtras(ids: readonly string[], tx: Executor = db): Promise<Map<string, GalleryExtra>> {
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

    /** A gallery, kept as it is until the transaction ends. */
    async hold(id: string, tx: Tx): Promise<GalleryRow | null> {
      const isGallery = and(eq(items.id, id), eq(items.kind, 'gallery'), isNull(items.deletedAt));
      return firstOrNull(tx.select().from(items).where(isGallery).for('no key update'));
    },

    /** The place after the last photo. */
    async nextPosition(galleryId: string, tx: Tx): Promise<number> {
      const [row] = await tx
        .select({ next: sql<number>`coalesce(max(${items.position}) + 1, 0)::int` })
        .from(items)
        .where(lyingIn(galleryId));
      return row?.next ?? 0;
    },

    /**
     * A photo came, changed or goes: the gallery and its cover are others for all who remember them, and it has a cover while
     * it can: the one it had, else the first.
     *
     * @param leaving a photo that is about to be deleted.
     */
    async touch(galleryId: string, at: Date, tx: Tx, leaving = ''): Promise<void> {
      await tx.execute(sql`
        with cover as (
          update ${galleries} g set cover_item_id = (
            select i.id from ${items} i join ${photos} p on p.id = i.id
            where i.parent_id = g.id and i.deleted_at is null and i.id <> ${leaving}
            order by (i.id = g.cover_item_id) desc nulls last, (p.wanted_status = 'active') desc, i.position, i.id limit 1)
          where g.id = ${galleryId} returning cover_item_id)
        update ${items} set updated_at = ${changed(at)} where id = ${galleryId} or id = (select cover_item_id from cover)`);
    },

    /** Makes a photo the cover of the gallery it lies in; the one before knows that it is none any more. */
    async setCover(galleryId: string, photoId: string, at: Date, tx: Tx): Promise<void> {
      await tx.execute(sql`
        with before as (select cover_item_id from ${galleries} where id = ${galleryId}),
          done as (update ${galleries} set cover_item_id = ${photoId} where id = ${galleryId})
        update ${items} set updated_at = ${changed(at)}
        where id in (${galleryId}, ${photoId}) or id = (select cover_item_id from before)`);
    },

    /**
     * Offers the photos of a gallery as it is offered itself. Photos with a broken file stay hidden. None was seen before its
     * gallery was.
     *
     * @returns how many more are published by that, or fewer.
     */
    async offerPhotosAs(
      { id, audience, price, status, publishedAt, deletedAt }: GalleryRow,
      at: Date,
      tx: Tx,
    ): Promise<number> {
      const before = await countShown(id, tx);
      // One may have broken while nobody saw it.
      const isBroken = sql`(i.status = 'file-error' or p.wanted_status = 'active' and exists (select 1 from ${itemFiles} f
        join ${files} b on b.id = f.file_id where f.item_id = i.id and b.status = 'error'))`;
      const next = sql`case when ${isBroken} then 'file-error' when ${status === 'active'} then p.wanted_status
        when p.wanted_status = 'active' then 'inactive' else p.wanted_status end`;
      await tx.execute(sql`
        update ${items} i set audience = ${audience}, price = ${price}, status = ${next}, updated_at = ${changed(at, sql`i.updated_at`)},
          published_at = greatest(i.published_at, ${status === 'active' ? publishedAt : null}::timestamptz),
          deleted_at = coalesce(i.deleted_at, ${deletedAt}::timestamptz)
        from ${photos} p where p.id = i.id and i.parent_id = ${id}`);
      return (await countShown(id, tx)) - before;
    },

    /** Puts photos into this order; others keep theirs behind them. */
    async order(galleryId: string, photoIds: readonly string[], tx: Tx): Promise<void> {
      await tx.execute(sql`
        update ${items} i set position = o.place, updated_at = i.updated_at
        from (select c.id, row_number() over (order by w.place nulls last, c.position, c.id) - 1 as place
          from ${items} c left join unnest(${sql.param([...photoIds])}::text[]) with ordinality w(id, place) on w.id = c.id
          where c.parent_id = ${galleryId}) o
        where o.id = i.id and i.position <> o.place`);
    },

    /** Files of all photos of a gallery, and how many of them are published. */
    async listFiles(galleryId: string, tx: Tx): Promise<{ fileIds: string[]; shown: number }> {
      const rows = await tx
        .select({ fileId: itemFiles.fileId, status: items.status })
        .from(items)
        .innerJoin(itemFiles, eq(itemFiles.itemId, items.id))
        .where(lyingIn(galleryId));
      return {
        fileIds: rows.map(({ fileId }) => fileId),
        shown: rows.filter(({ status }) => status === 'active').length,
      };
    },
  };
}
