import type { z } from 'zod';
import type { Gallery } from '@contract/content/gallery-schemas';
import type { EndpointPart } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import {
  checkUnlockPrice,
  createItemKindService,
  ITEM_KINDS,
  mergeColumns,
  presentItem,
  presentOffer,
  presentPlan,
  slugByTitle,
  type ItemDeps,
  type ItemInput,
  type ItemKind,
} from '../item/item-service';
import { createGalleryRepository, type GalleryExtra, type GalleryRepository } from './gallery-repository';

export type GalleryView = z.input<typeof Gallery>;
export type GalleryService = ReturnType<typeof createGalleryService>;
type GalleryInput = EndpointPart<'updateGallery', 'body'> & ItemInput;

/** What sets galleries apart from other items: they hold photos instead of files. Wire contract 2.8, 3.6. */
const createGalleryKind = (
  repository: GalleryRepository,
  { now, addToCreator }: { now(): Date; addToCreator: ItemDeps['repository']['addToCreator'] },
): ItemKind<GalleryExtra, GalleryInput, GalleryView, null> => ({
  ...ITEM_KINDS.gallery,
  fileTypes: new Set(),
  shownTypes: new Set(),

  listExtras: repository.listExtras,
  saveExtra: ({ id }, _wish, tx) => repository.save(id, tx),

  merge: ({ description, scheduledAt, ...input }, current) => ({
    columns: mergeColumns({ ...input, tagline: description, scheduleAt: scheduledAt }, current?.row ?? null, 'gallery'),
    ...{ fileIds: [], thumbnailId: null, teaserId: null, wish: null },
  }),
  checkContent: () => undefined,
  checkPrice: checkUnlockPrice,
  slugOf: slugByTitle('gallery'),
  async onStored(row, { current }, tx) {
    if (!current) return;
    await addToCreator(row.performerId, 'statPhotos', await repository.offerPhotosAs(row, now(), tx), tx);
  },
  async onRemove({ id, performerId }, tx) {
    const { fileIds, shown } = await repository.listFiles(id, tx);
    await addToCreator(performerId, 'statPhotos', -shown, tx);
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
      numOfItems: item.state.isBought ? extra.sizeForBuyers : extra.size,
    };
  },
});

/** Galleries: photos that are shown or sold together. What becomes of a gallery becomes of the photos in it. */
export function createGalleryService(context: Pick<ServerContext, 'db' | 'clock' | 'jobs'>, deps: ItemDeps) {
  const { db, clock } = context;
  const { addToCreator, isSold } = deps.repository;
  const repository = createGalleryRepository(db);
  const now = () => clock.now();
  const galleries = createItemKindService(context, createGalleryKind(repository, { now, addToCreator }), deps);

  return {
    ...galleries,

    /** Puts the photos of an own gallery into an order; those that are not named come behind, as they were. */
    async orderPhotos(actor: Actor, id: string, photoIds: readonly string[]): Promise<true> {
      await inTransaction(db, async (tx) => {
        await galleries.lockOwn(actor, id, tx);
        await repository.order(id, photoIds, tx);
        await repository.touch(id, now(), tx);
        tx.afterCommit(galleries.forgetLists);
      });
      return true;
    },

    /** For the photos in it. */
    photos: {
      hold: repository.hold,
      nextPosition: repository.nextPosition,
      /** @see GalleryRepository.setCover; whoever remembers the gallery forgets it. */
      async setCover(...[id, photoId, at, tx]: Parameters<typeof repository.setCover>): Promise<void> {
        await repository.setCover(id, photoId, at, tx);
        tx.afterCommit(galleries.forgetLists);
      },
      /** @see GalleryRepository.touch; whoever remembers the gallery forgets it. */
      async touch(...[id, at, tx, leaving]: Parameters<typeof repository.touch>): Promise<void> {
        await repository.touch(id, at, tx, leaving);
        tx.afterCommit(galleries.forgetLists);
      },
      isSold: (id: string, tx: Tx) => isSold({ kind: 'gallery', id, parentId: null }, tx),
    },
  };
}
