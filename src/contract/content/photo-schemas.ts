import { z } from 'zod';
import {
  Dollars,
  DollarsText,
  KeyParams,
  ListQuery,
  ObjectId,
  True,
  byId,
  byIdIfAllowed,
  getPage,
} from '../base/common-schemas';
import {
  ContentStatus,
  EditableStatus,
  MediaFile,
  OwnState,
  accessFields,
  itemFields,
  itemFileErrors,
  planFields,
  planInput,
} from './content-schemas';
import type { SchemasFor } from '../base/define';
import { absentIfEmpty, clearable, line, text } from '../base/field-schemas';
import { Gallery } from './gallery-schemas';
import type { photoRoutes } from './photo-routes';

/** Wire contract 3.5. A photo in a gallery is unlocked with the gallery. */
export const Photo = z.object({
  ...itemFields,
  galleryId: ObjectId.nullish(),
  gallery: Gallery.pick({ _id: true, title: true, slug: true, status: true, isSale: true, price: true }).nullish(),
  fileId: ObjectId,
  photo: MediaFile.nullish(),
  title: z.string(),
  processing: z.boolean(),
  isGalleryCover: z.boolean(),
  price: Dollars.nullish(),
  isSubscribed: z.boolean().optional(),
  isBought: z.boolean().optional(),
  ...accessFields,
  ...planFields,
});

const PhotoFields = z.object({
  title: line(200).optional(),
  description: clearable(text(2000)),
  status: EditableStatus.optional(),
  price: clearable(DollarsText),
  galleryId: clearable(ObjectId),
  /** Alternative text. Our extension. */
  alt: clearable(text(500)),
  ...planInput,
});

const PhotoQuery = ListQuery.extend({ galleryId: ObjectId.optional() });

export const photoSchemas = {
  uploadPhoto: {
    summary: "Store a photo; a gallery's first one becomes its cover",
    mark: 'seen',
    /** `fileId`: an image that the caller uploaded before, instead of one in the form; our extension. */
    body: PhotoFields.extend({ fileId: absentIfEmpty(ObjectId) }),
    files: { photo: { kinds: ['image'] } },
    data: Photo,
    errors: ['NO_FILE', ...itemFileErrors, 'ENTITY_NOT_FOUND', 'CONTENT_TAKEN_DOWN'],
  },
  searchPerformerPhotos: {
    summary: "The performer's own photos of any status",
    mark: 'seen',
    query: PhotoQuery.extend({ status: ContentStatus.optional(), state: OwnState.optional() }),
    data: getPage(Photo),
  },
  setPhotoCover: { ...byIdIfAllowed, summary: 'Make an own photo the cover of its gallery', data: Photo },
  updatePhoto: {
    ...byId,
    summary: 'Change an own photo or move it to another gallery',
    /** `fileId`: an image that the caller uploaded before, to replace the current one; our extension. */
    body: PhotoFields.extend({ fileId: absentIfEmpty(ObjectId) }),
    data: Photo,
    errors: [
      'INVALID_OR_MISSING_FILE',
      'ENTITY_NOT_FOUND',
      'FORBIDDEN',
      'DOCUMENTS_NOT_APPROVED',
      'PRICE_OUT_OF_BOUNDS',
      'CONTENT_TAKEN_DOWN',
    ],
  },
  deletePhoto: { ...byIdIfAllowed, summary: 'Delete an own photo', data: True },
  listPhotos: {
    summary: 'Published photos of a gallery, a performer or everybody',
    mark: 'seen',
    query: PhotoQuery.extend({ performerId: ObjectId.optional() }),
    data: getPage(Photo),
  },
  listPhotosOfPerformer: {
    summary: 'Published photos of one performer',
    mark: 'seen-path',
    params: z.object({ performerId: KeyParams.shape.id }),
    query: PhotoQuery,
    data: getPage(Photo),
    errors: ['ENTITY_NOT_FOUND'],
  },
} satisfies SchemasFor<typeof photoRoutes>;
