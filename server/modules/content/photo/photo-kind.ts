import { eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { fromCents, toCents, type Cents } from '@contract/base/money';
import type { Photo } from '@contract/content/photo-schemas';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { galleries as galleryRows, photos } from '../../../db/schema/assets';
import { findRow } from '../../../db/query-helpers';
import { items } from '../../../db/schema/items';
import type { Executor, Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { GalleryService } from '../gallery/gallery-service';
import {
  createKindColumns,
  getDraftFiles,
  ITEM_KINDS,
  mergeColumns,
  throwMissing,
  toOffer,
  presentItem,
  presentOffer,
  presentPlan,
  wasPublished,
  type ItemChange,
  type ItemInput,
  type ItemKind,
  type ItemParts,
  type TakedownColumns,
  type PresentFile,
  type StoredColumns,
  type ViewerItem,
} from '../item/item-service';

export type PhotoView = z.input<typeof Photo>;

interface PhotoInput extends EndpointPart<'updatePhoto', 'body'>, ItemInput {
  fileId?: string | undefined;
}

interface PhotoExtra extends Omit<typeof photos.$inferSelect, 'id'> {
  isCover: boolean;
  gallery: Pick<typeof items.$inferSelect, 'id' | 'title' | 'slug' | 'status' | 'audience' | 'price'> | null;
}

interface PhotoFields {
  galleryId: string | null;
  price: Cents;
}

/**
 * A photo in a gallery is offered, sold, hidden and deleted with it. A photo without a gallery is for subscribers. Wire
 * contract 2.9, 3.5.
 */
export const createPhotoKind = (
  db: Db,
  { galleries, now }: { galleries: GalleryService['photos']; now(): Date },
): ItemKind<PhotoExtra, PhotoInput, PhotoView, PhotoFields> => ({
  ...ITEM_KINDS.photo,
  fileTypes: new Set(['performer-photo']),
  shownTypes: new Set(),

  listExtras: (ids, tx) => listExtras(ids, tx ?? db),
  // Not stored as broken: the photo becomes active again once the file is replaced.
  saveExtra: ({ id, status }, { price }, tx) =>
    createKindColumns(db, photos).saveExtra(
      { id },
      { wantedStatus: status === 'file-error' ? 'active' : status, price },
      tx,
    ),

  merge({ price, galleryId, fileId, description, status, scheduledAt, ...input }, current) {
    const extra = current?.extra;
    const own = { ...input, text: description, status: status ?? extra?.wantedStatus, scheduleAt: scheduledAt };
    return {
      columns: mergeColumns(own, current?.row ?? null, 'photo'),
      ...getDraftFiles(current, { fileIds: fileId === undefined ? undefined : [fileId] }),
      kindFields: {
        galleryId: galleryId === undefined ? (current?.row.parentId ?? null) : galleryId,
        price: price === undefined ? (extra?.price ?? toCents(0)) : toCents(price ?? 0),
      },
    };
  },
  checkContent({ fileIds }, files) {
    if (files.get(fileIds[0] ?? '')?.kind !== 'image') throwMissing('photo', 'photo');
  },
  checkPrice: () => undefined,
  createSlug: (_draft, at, attempt) => `photo-${at.getTime() + attempt}`,

  settleTakedown,
  settle: (columns, change, tx) => followGallery(galleries, columns, change, tx),
  async onStored(row, { current }, tx) {
    const touched = new Set([row.parentId, current?.row.parentId ?? null]);
    for (const id of touched) if (id !== null) await galleries.touch(id, now(), tx);
  },
  async onRemove({ id, parentId }, tx) {
    if (parentId !== null) await galleries.touch(parentId, now(), tx, id);
    return [];
  },

  present: presentPhoto,
});

/** Gives a photo the audience, price and publication of its gallery. @throws AppError ENTITY_NOT_FOUND, FORBIDDEN */
async function followGallery(
  galleries: GalleryService['photos'],
  columns: StoredColumns,
  { performerId, current, draft }: ItemChange<PhotoExtra, PhotoFields>,
  tx: Tx,
): Promise<StoredColumns> {
  const id = draft?.kindFields.galleryId ?? null;
  const before = current?.row.parentId ?? null;
  const hasMoved = before !== id;
  const isTakenBack = current !== null && wasPublished(current.row) && !wasPublished(columns);
  if ((hasMoved || isTakenBack) && before !== null && (await galleries.isSold(before, tx)))
    throw new AppError('FORBIDDEN', { message: 'Someone has bought this gallery, so its photos stay in it.' });
  if (id === null) return { ...columns, parentId: null, position: 0, audience: 'subscribers', price: toCents(0) };
  const gallery = await galleries.lock(id, tx);
  if (gallery?.performerId !== performerId) throw new AppError('ENTITY_NOT_FOUND');
  // Its new photos would not be hidden with it.
  if (gallery.takenDownAt !== null) throw new AppError('CONTENT_TAKEN_DOWN');
  return {
    ...columns,
    parentId: id,
    position: hasMoved ? await galleries.nextPosition(id, tx) : columns.position,
    audience: gallery.audience,
    price: gallery.price,
    status: columns.status === 'active' && gallery.status !== 'active' ? 'inactive' : columns.status,
  };
}

/** A photo comes back as its creator left it, unless its gallery is hidden or removed. */
async function settleTakedown(
  { row, extra, files }: ItemParts<PhotoExtra>,
  { status, takenDownAt }: TakedownColumns,
  tx: Tx,
): Promise<TakedownColumns> {
  await tx.update(photos).set({ takenDownAt }).where(eq(photos.id, row.id));
  if (takenDownAt !== null) return { status, takenDownAt };
  const gallery = row.parentId === null ? null : await findRow(tx, items, eq(items.id, row.parentId));
  const next = { takenDownAt: gallery?.takenDownAt ?? null };
  if (extra.wantedStatus !== 'active' || row.deletedAt !== null) return { ...next, status: row.status };
  if (files.some((file) => file.status === 'error')) return { ...next, status: 'file-error' };
  return { ...next, status: gallery === null || gallery.status === 'active' ? 'active' : 'inactive' };
}

function presentPhoto(item: ViewerItem<PhotoExtra>, presentFile: PresentFile): PhotoView {
  const { row, files, extra } = item.parts;
  const [file] = files;
  const open = item.access === 'open';
  const { isSale: _isSale, isFree, ...offer } = presentOffer(item);
  const { gallery } = extra;
  return {
    ...presentItem(item),
    ...offer,
    ...presentPlan(item),
    isFree,
    // As for every kind of item, the title is public. The description of a locked photo is not.
    title: row.title,
    description: open ? row.text : '',
    status: row.status === 'file-error' ? row.status : extra.wantedStatus,
    galleryId: row.parentId,
    gallery: gallery && {
      _id: gallery.id,
      title: gallery.title,
      slug: gallery.slug,
      status: gallery.status,
      isSale: toOffer(gallery.audience).isSale,
      price: fromCents(gallery.price),
    },
    fileId: file?.id ?? '',
    photo: file && presentFile(file, { open }),
    processing: file?.status === 'processing',
    isGalleryCover: extra.isCover,
    price: fromCents(extra.price),
  };
}

const holder = alias(items, 'holder');

async function listExtras(ids: readonly string[], tx: Executor): Promise<Map<string, PhotoExtra>> {
  const { id, title, slug, status, audience, price } = holder;
  const rows = await tx
    .select({
      photo: photos,
      isCover: sql<boolean>`${galleryRows.coverItemId} is not distinct from ${photos.id}`,
      gallery: { id, title, slug, status, audience, price },
    })
    .from(photos)
    .innerJoin(items, eq(items.id, photos.id))
    .leftJoin(holder, eq(holder.id, items.parentId))
    .leftJoin(galleryRows, eq(galleryRows.id, items.parentId))
    .where(inArray(photos.id, ids));
  return new Map(rows.map(({ photo: { id: photoId, ...photo }, ...rest }) => [photoId, { ...photo, ...rest }]));
}
