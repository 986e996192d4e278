import type { z } from 'zod';
import { Gallery } from '@contract/content/gallery-schemas';
import type { EndpointPart } from '@contract/schemas';
import { AppError } from '../../../errors';
import { writerOf } from '../../../http/written-reply';
import {
  checkUnlockPrice,
  mergeColumns,
  presentItem,
  presentOffer,
  presentPlan,
  slugOfTitle,
  type ItemInput,
  type ItemKind,
} from '../item/item-service';
import type { GalleryExtra, GalleryRepository } from './gallery-repository';

export type GalleryView = z.input<typeof Gallery>;
export type GalleryInput = EndpointPart<'updateGallery', 'body'> & ItemInput;

/** What sets galleries apart from other items: they hold photos instead of files. Wire contract 2.8, 3.6. */
export const createGalleryKind = (
  repository: GalleryRepository,
  { now, onPhotosChange }: { now(): Date; onPhotosChange(galleryId: string): void },
): ItemKind<GalleryExtra, GalleryInput, GalleryView, null> => ({
  kind: 'gallery',
  noun: 'gallery',
  announcedAs: 'gallery',
  counter: 'statGalleries',
  fileTypes: new Set(),
  shownTypes: new Set(),

  listExtras: repository.listExtras,
  isCoverInWork: ({ cover }) => cover?.status === 'processing',
  saveExtra: ({ id }, _wish, tx) => repository.save(id, tx),

  merge: ({ description, scheduledAt, ...input }, current) => ({
    columns: mergeColumns({ ...input, tagline: description, scheduleAt: scheduledAt }, current?.row ?? null, 'gallery'),
    ...{ fileIds: [], thumbnailId: null, teaserId: null, wish: null },
  }),
  checkContent: () => undefined,
  checkPrice: checkUnlockPrice,
  slugOf: ({ columns }, at, attempt) => slugOfTitle(columns.title, { fallback: 'gallery', now: at, attempt }),
  async onStored(row, { current }, tx) {
    if (!current) return;
    await repository.offerPhotosAs(row, now(), tx);
    tx.afterCommit(() => onPhotosChange(row.id));
  },
  async onRemove({ id, performerId }, tx) {
    const { fileIds, shown } = await repository.listFiles(id, tx);
    await repository.addPhotos(performerId, -shown, tx);
    tx.afterCommit(() => onPhotosChange(id));
    return fileIds;
  },

  async checkForSale({ id }, tx) {
    const { shown } = await repository.listFiles(id, tx);
    if (shown === 0)
      throw new AppError('NOTHING_TO_PAY', { message: 'There are no photos in this gallery. You were not charged.' });
  },

  present(item, presentFile) {
    const { row, extra } = item.parts;
    return {
      ...presentItem(item),
      ...presentOffer(item),
      ...presentPlan(item),
      title: row.title,
      coverPhotoId: extra.coverPhotoId,
      coverPhoto: extra.cover && presentFile(extra.cover, { open: item.access === 'open' }),
      numOfItems: extra.size,
    };
  },
  write: writerOf(Gallery),
});
