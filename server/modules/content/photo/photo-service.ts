import type { EndpointPart } from '@contract/schemas';
import type { Actor, Viewer } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { GalleryService } from '../gallery/gallery-service';
import {
  createItemKindService,
  createItemUploads,
  type Edit,
  type FormFiles,
  type ItemDeps,
} from '../item/item-service';
import { createPhotoKind, type PhotoView } from './photo-kind';

export type { PhotoView } from './photo-kind';

const fields = { fileId: ['photo', 'performer-photo'] } as const;

interface PhotoDeps extends ItemDeps {
  gallery: Pick<GalleryService, 'photos'>;
}

export function createPhotoService(context: Pick<ServerContext, 'db' | 'clock' | 'jobs'>, deps: PhotoDeps) {
  const { db, clock } = context;
  const galleries = deps.gallery.photos;
  const now = () => clock.now();
  const photos = createItemKindService(context, createPhotoKind(db, { galleries, now }), deps);
  const { withFiles } = createItemUploads({ db }, deps.media);
  const getAlt = (fileId: string | undefined, alt: string | null | undefined) =>
    fileId === undefined || alt === undefined ? undefined : [{ fileId, alt: alt ?? '' }];

  return {
    ...photos,

    /** Takes an uploaded or already stored image. A gallery’s first photo becomes its cover. @throws AppError NO_FILE */
    upload(actor: Actor, { alt, ...body }: EndpointPart<'uploadPhoto', 'body'>, files: FormFiles): Promise<PhotoView> {
      if (!files['photo'] && !body.fileId) throw new AppError('NO_FILE');
      return withFiles(actor, files, fields, ({ fileId = body.fileId }) =>
        photos.create(actor, { ...body, fileId, fileAlts: getAlt(fileId, alt) }),
      );
    },

    async edit(
      actor: Actor,
      id: string,
      { alt, ...input }: EndpointPart<'updatePhoto', 'body'>,
      edit: Edit = {},
    ): Promise<PhotoView> {
      const fileId = input.fileId ?? (await photos.getOwn(actor, id)).fileId;
      return photos.edit(actor, id, { ...input, fileAlts: getAlt(fileId, alt) }, edit);
    },

    /** @throws AppError ENTITY_NOT_FOUND for a photo without a gallery */
    async makeCover(actor: Actor, id: string): Promise<PhotoView> {
      await inTransaction(db, async (tx) => {
        const row = await photos.lockOwn(actor, id, tx);
        if (row.parentId === null) throw new AppError('ENTITY_NOT_FOUND');
        await galleries.setCover(row.parentId, id, now(), tx);
        tx.afterCommit(photos.forgetLists);
      });
      return photos.getOwn(actor, id);
    },

    listMine: (actor: Actor, { galleryId, ...query }: EndpointPart<'searchPerformerPhotos', 'query'>) =>
      photos.listOwn(actor, { ...query, parentId: galleryId }),

    list: ({ actor, country }: Viewer, { galleryId, ...query }: EndpointPart<'listPhotos', 'query'>) =>
      photos.list(actor, { ...query, parentId: galleryId }, country),

    /** @param key id or username @throws AppError ENTITY_NOT_FOUND */
    async listByPerformer(
      { actor, country }: Viewer,
      key: string,
      { galleryId, ...query }: EndpointPart<'listPhotosOfPerformer', 'query'>,
    ) {
      const { account } = requireFound(await deps.people.findByKey(key));
      const whose = galleryId === undefined ? { performerId: account.id } : { parentId: galleryId };
      return photos.list(actor, { ...query, ...whose }, country);
    },
  };
}
