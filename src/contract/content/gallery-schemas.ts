import { z } from 'zod';
import {
  DateRange,
  DollarsInput,
  KeyParams,
  ListQuery,
  ObjectId,
  True,
  byId,
  byIdIfAllowed,
  byKeyIfAllowed,
  getPage,
} from '../base/common-schemas';
import {
  ContentStatus,
  EditableStatus,
  MediaFile,
  OwnItemsQuery,
  planFields,
  planInput,
  soldItemFields,
} from './content-schemas';
import type { SchemasFor } from '../base/define';
import { limits } from '../base/limits';
import { requiredLine, text } from '../base/field-schemas';
import type { galleryRoutes } from './gallery-routes';

/** Photos sold or shown together. Wire contract 3.6. */
export const Gallery = z.object({
  ...soldItemFields,
  coverPhotoId: ObjectId.nullish(),
  coverPhoto: MediaFile.nullish(),
  numOfItems: z.number(),
  /** Our extension. */
  isLiked: z.boolean().optional(),
  ...planFields,
});

const GalleryFields = z.object({
  title: requiredLine(200),
  description: text(2000).nullish(),
  status: EditableStatus.optional(),
  isSale: z.boolean().optional(),
  isFree: z.boolean().optional(),
  price: DollarsInput.nullish(),
  ...planInput,
});

export const gallerySchemas = {
  createGallery: {
    summary: 'Make an empty gallery',
    mark: 'seen',
    body: GalleryFields,
    data: Gallery,
    errors: ['MISSING_REQUIRED_PROPS', 'DOCUMENTS_NOT_APPROVED', 'PRICE_OUT_OF_BOUNDS'],
  },
  searchPerformerGalleries: {
    summary: "The performer's own galleries of any status",
    mark: 'seen',
    query: OwnItemsQuery,
    data: getPage(Gallery),
  },
  getPerformerGallery: { ...byKeyIfAllowed, summary: 'One own gallery, to edit it', data: Gallery },
  updateGallery: {
    ...byId,
    summary: 'Change an own gallery',
    body: GalleryFields.partial(),
    data: Gallery,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN', 'DOCUMENTS_NOT_APPROVED', 'PRICE_OUT_OF_BOUNDS', 'CONTENT_TAKEN_DOWN'],
  },
  orderGalleryPhotos: {
    ...byIdIfAllowed,
    summary: 'Put the photos of an own gallery into an order',
    mark: 'assumed',
    body: z.object({ photoIds: z.array(ObjectId).max(limits.galleryPhotos) }),
    data: True,
  },
  deleteGallery: { ...byIdIfAllowed, summary: 'Delete an own gallery with its photos', data: True },
  searchGalleries: {
    summary: 'Published galleries of one performer or of everybody',
    mark: 'seen',
    query: ListQuery.extend({
      ...DateRange,
      performerId: ObjectId.optional(),
      excludedId: ObjectId.optional(),
      /** Ignored: only published ones are listed. */
      status: ContentStatus.optional(),
    }),
    data: getPage(Gallery),
  },
  getGallery: {
    summary: 'One gallery by id or slug; counts a view',
    mark: 'seen',
    params: KeyParams,
    data: Gallery,
    errors: ['ENTITY_NOT_FOUND', 'SUBSCRIPTION_INACTIVE'],
  },
} satisfies SchemasFor<typeof galleryRoutes>;
