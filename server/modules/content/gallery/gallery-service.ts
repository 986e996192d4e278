import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { assertOwn, type ItemService } from '../item/item-service';
import { createGalleryKind, type GalleryInput, type GalleryView } from './gallery-kind';
import { createGalleryRepository } from './gallery-repository';

export type { GalleryView } from './gallery-kind';
export type GalleryService = ReturnType<typeof createGalleryService>;

/** Galleries: photos that are shown or sold together. What becomes of a gallery becomes of the photos in it. */
export function createGalleryService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { items }: { items: Pick<ItemService, 'define' | 'onChange' | 'isSold'> },
) {
  const repository = createGalleryRepository(db);
  const now = () => clock.now();
  const onPhotosChange = (galleryId: string) => items.onChange({ id: galleryId, kind: 'photo' });
  const galleries = items.define(createGalleryKind(repository, { now, onPhotosChange }));

  return {
    ...galleries,

    /** Changes what was sent. @returns the gallery as its creator sees it. */
    async edit(actor: Actor, id: string, input: GalleryInput): Promise<GalleryView> {
      await galleries.update(actor, id, input);
      return galleries.getOwn(actor, id);
    },

    /** Puts the photos of an own gallery into an order; those that are not named come behind, as they were. */
    async orderPhotos(actor: Actor, id: string, photoIds: readonly string[]): Promise<void> {
      await inTransaction(db, async (tx) => {
        assertOwn(actor, await galleries.lock(id, tx), 'gallery');
        await repository.order(id, photoIds, tx);
        await repository.touch(id, now(), tx);
        tx.afterCommit(() => {
          galleries.onChange(id);
          onPhotosChange(id);
        });
      });
    },

    /** For the photos in it. */
    photos: {
      hold: repository.hold,
      nextPosition: repository.nextPosition,
      /** @see GalleryRepository.setCover; whoever remembers the gallery forgets it. */
      async setCover(...[id, photoId, at, tx]: Parameters<typeof repository.setCover>): Promise<void> {
        await repository.setCover(id, photoId, at, tx);
        tx.afterCommit(() => galleries.onChange(id));
      },
      /** @see GalleryRepository.touch; whoever remembers the gallery forgets it. */
      async touch(...[id, at, tx, leaving]: Parameters<typeof repository.touch>): Promise<void> {
        await repository.touch(id, at, tx, leaving);
        tx.afterCommit(() => galleries.onChange(id));
      },
      isSold: (id: string, tx: Parameters<typeof items.isSold>[1]) =>
        items.isSold({ kind: 'gallery', id, parentId: null }, tx),
    },
  };
}
