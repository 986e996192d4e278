import type { z } from 'zod';
import type { Gallery } from '@contract/content/gallery-schemas';
import type { EndpointPart } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Db } from '../../../db/client';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import {
  checkUnlockPrice,
  createItemKindService,
  ITEM_KINDS,
  itemCounterRepository,
  mergeColumns,
  presentItem,
  presentOffer,
  presentPlan,
  slugByTitle,
  type ItemDeps,
  type ItemInput,
  type ItemKind,
} from '../item/item-service';
import { galleryRepository, type GalleryExtra } from './gallery-repository';

export type GalleryView = z.input<typeof Gallery>;
export type GalleryService = ReturnType<typeof createGalleryService>;
type GalleryInput = EndpointPart<'updateGallery', 'body'> & ItemInput;

/** Unlike other items, a gallery has photos instead of files. Wire contract 2.8, 3.6. */
const createGalleryKind = (db: Db, now: () => Date): ItemKind<GalleryExtra, GalleryInput, GalleryView, null> => ({
  ...ITEM_KINDS.gallery,
  fileTypes: new Set(),
  shownTypes: new Set(),

  listExtras: (ids, tx = db) => galleryRepository.listExtras(ids, tx),
  saveExtra: ({ id }, _fields, tx) => galleryRepository.save(id, tx),

  merge: ({ description, scheduledAt, ...input }, current) => ({
    columns: mergeColumns({ ...input, tagline: description, scheduleAt: scheduledAt }, current?.row ?? null, 'gallery'),
    fileIds: [],
    thumbnailId: null,
    teaserId: null,
    kindFields: null,
  }),
  checkContent: () => undefined,
  checkPrice: checkUnlockPrice,
  createSlug: slugByTitle('gallery'),
  async onStored(row, { current }, tx) {
    if (!current) return;
    await itemCounterRepository.addToCreator(
      row.performerId,
      'statPhotos',
      await galleryRepository.offerPhotosAs(row, now(), tx),
      tx,
    );
  },
  async onRemove({ id, performerId }, tx) {
    const { fileIds, shown } = await galleryRepository.listFiles(id, tx);
    await itemCounterRepository.addToCreator(performerId, 'statPhotos', -shown, tx);
    return fileIds;
  },

  async getSaleRefusal({ id }, tx) {
    const { shown } = await galleryRepository.listFiles(id, tx);
    const message = 'There are no photos in this gallery. You were not charged.';
    return shown === 0 ? new AppError('NOTHING_TO_PAY', { message }) : null;
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
      numOfItems: item.state.isBought ? extra.sizeForBuyers : extra.size,
    };
  },
});

export function createGalleryService(context: Pick<ServerContext, 'db' | 'clock' | 'jobs'>, deps: ItemDeps) {
  const { db, clock } = context;
  const now = () => clock.now();
  const galleries = createItemKindService(context, createGalleryKind(db, now), deps);

  return {
    ...galleries,

    async orderPhotos(actor: Actor, id: string, photoIds: readonly string[]): Promise<true> {
      await inTransaction(db, async (tx) => {
        await galleries.lockOwn(actor, id, tx);
        await galleryRepository.order(id, photoIds, tx);
        await galleryRepository.touch(id, now(), tx);
        tx.afterCommit(galleries.forgetLists);
      });
      return true;
    },

    photos: {
      lock: galleryRepository.lock,
      nextPosition: galleryRepository.nextPosition,
      async setCover(...[id, photoId, at, tx]: Parameters<typeof galleryRepository.setCover>): Promise<void> {
        await galleryRepository.setCover(id, photoId, at, tx);
        tx.afterCommit(galleries.forgetLists);
      },
      async touch(...[id, at, tx, leaving]: Parameters<typeof galleryRepository.touch>): Promise<void> {
        await galleryRepository.touch(id, at, tx, leaving);
        tx.afterCommit(galleries.forgetLists);
      },
      isSold: (id: string, tx: Tx) => deps.repository.isSold({ kind: 'gallery', id, parentId: null }, tx),
    },
  };
}
