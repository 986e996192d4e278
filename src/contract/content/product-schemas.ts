import { z } from 'zod';
import {
  DateRange,
  Dollars,
  DollarsText,
  IdParams,
  KeyParams,
  ListQuery,
  NumberText,
  ObjectId,
  True,
  pageOf,
} from '../base/common-schemas';
import { limits } from '../base/limits';
import {
  ContentStatus,
  ContentStats,
  EditableStatus,
  OwnState,
  bookmarkFlags,
  itemFields,
  planFields,
  planInput,
} from './content-schemas';
import type { SchemasFor } from '../base/define';
import { absentIfEmpty, clearable, requiredLine, text } from '../base/field-schemas';
import type { productRoutes } from './product-routes';

export const ProductType = z.enum(['physical', 'digital']);

/** What anybody may see of a product: no digital file. Wire contract 3.8. */
export const ProductPublic = z.object({
  ...itemFields,
  name: z.string(),
  slug: z.string(),
  type: ProductType,
  price: Dollars,
  /** Pieces left of a physical product. */
  stock: z.number(),
  imageId: ObjectId.nullish(),
  /** An address, not a file. */
  image: z.string().nullish(),
  ...bookmarkFlags,
  stats: ContentStats,
  /** The viewer bought this digital product; ours. */
  isBought: z.boolean().optional(),
});

/** The owner's view. */
export const Product = ProductPublic.extend({
  digitalFileId: ObjectId.nullish(),
  digitalFileUrl: z.string().nullish(),
  ...planFields,
});

const ProductFields = z.object({
  name: requiredLine(200),
  type: ProductType.optional(),
  description: clearable(text(5000)),
  status: EditableStatus.optional(),
  price: clearable(DollarsText),
  stock: NumberText.pipe(z.number().int().min(0).max(limits.productStock)).optional(),
  /** Own files that came up before, instead of those of the form; ours. */
  imageId: clearable(ObjectId),
  digitalFileId: absentIfEmpty(ObjectId),
  ...planInput,
});

const files = { image: { kinds: ['image'] }, digitalFile: { kinds: ['any'] } } as const;

export const productSchemas = {
  createProduct: {
    summary: 'Put a product into the store; a digital one needs its file',
    mark: 'seen',
    body: ProductFields,
    files,
    data: Product,
    errors: ['INVALID_IMAGE', 'INVALID_OR_MISSING_FILE', 'PAYLOAD_TOO_LARGE', 'DOCUMENTS_NOT_APPROVED'],
  },
  searchPerformerProducts: {
    summary: "The performer's own products of any status",
    mark: 'seen',
    query: ListQuery.extend({
      ...DateRange,
      status: ContentStatus.optional(),
      state: OwnState.optional(),
      type: ProductType.optional(),
    }),
    data: pageOf(Product),
  },
  getPerformerProduct: {
    summary: 'One own product, to edit it',
    mark: 'seen',
    params: KeyParams,
    data: Product,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN'],
  },
  updateProduct: {
    summary: 'Change an own product or replace its files',
    mark: 'seen',
    params: IdParams,
    body: ProductFields.partial(),
    files,
    data: Product,
    errors: [
      'ENTITY_NOT_FOUND',
      'FORBIDDEN',
      'INVALID_IMAGE',
      'INVALID_OR_MISSING_FILE',
      'PAYLOAD_TOO_LARGE',
      'DOCUMENTS_NOT_APPROVED',
    ],
  },
  deleteProduct: {
    summary: 'Take a product out of the store',
    mark: 'seen',
    params: IdParams,
    data: True,
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN'],
  },
  searchProducts: {
    summary: 'Products on sale of one performer or of everybody',
    mark: 'seen',
    query: ListQuery.extend({
      performerId: ObjectId.optional(),
      excludedId: ObjectId.optional(),
      type: ProductType.optional(),
      /** Only those on sale come, whatever it says. */
      status: ContentStatus.optional(),
    }),
    data: pageOf(ProductPublic),
  },
  getProduct: {
    summary: 'One product by id or slug; counts a view',
    mark: 'seen',
    params: KeyParams,
    data: ProductPublic,
    errors: ['ENTITY_NOT_FOUND'],
  },
  getProductDownloadLink: {
    summary: 'A short-lived link to the file of a bought digital product',
    mark: 'seen',
    params: IdParams,
    data: z.object({ downloadLink: z.string() }),
    errors: ['ENTITY_NOT_FOUND', 'FORBIDDEN'],
  },
} satisfies SchemasFor<typeof productRoutes>;
