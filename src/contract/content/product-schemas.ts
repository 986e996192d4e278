import { z } from 'zod';
import {
  Dollars,
  DollarsText,
  ListQuery,
  NumberText,
  ObjectId,
  True,
  byId,
  byIdIfAllowed,
  byKey,
  byKeyIfAllowed,
  each,
  getList,
  getPage,
} from '../base/common-schemas';
import { limits } from '../base/limits';
import {
  ContentStatus,
  ContentStats,
  EditableStatus,
  OwnItemsQuery,
  bookmarkFlags,
  itemFields,
  itemFileErrors,
  planFields,
  planInput,
} from './content-schemas';
import type { SchemasFor } from '../base/define';
import { CountryCode, absentIfEmpty, clearable, requiredLine, text } from '../base/field-schemas';
import type { productRoutes } from './product-routes';

export const ProductType = z.enum(['physical', 'digital']);

const days = z.number().int();

/** Our extension. */
const deliveryFields = {
  /** Per parcel, whatever the quantity. A parcel costs the highest of its products' prices. */
  shippingPrice: Dollars.optional(),
  /** Two-letter codes of the countries that it ships to; empty: all countries. */
  shipsTo: z.array(z.string()).optional(),
  /** Days until it is sent, and days in transit; 0: unknown. */
  ...each(['packDays', 'deliverDays'], days.optional()),
  /** Digital goods: how many download links a buyer can create, and for how many days; 0: no limit. */
  ...each(['downloadLimit', 'downloadDays'], days.optional()),
};

/** Public view, without the digital file. Wire contract 3.8. */
export const ProductPublic = z.object({
  ...itemFields,
  name: z.string(),
  slug: z.string(),
  type: ProductType,
  price: Dollars,
  stock: z.number(),
  ...deliveryFields,
  imageId: ObjectId.nullish(),
  /** A URL, not a file. */
  image: z.string().nullish(),
  ...bookmarkFlags,
  stats: ContentStats,
  /** Whether the viewer bought this digital product, and whether they like it; our extension. */
  isBought: z.boolean().optional(),
  isLiked: z.boolean().optional(),
});

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
  /** The stock that the form showed, so that units sold since then are not added back. Our extension. */
  stockSeen: NumberText.pipe(z.number().int().min(0).max(limits.productStock)).optional(),
  shippingPrice: clearable(DollarsText),
  shipsTo: z.union([z.literal('').transform(() => []), getList(CountryCode)]).optional(),
  ...each(
    ['packDays', 'deliverDays', 'downloadDays'],
    NumberText.pipe(days.min(0).max(limits.deliveryDays)).optional(),
  ),
  downloadLimit: NumberText.pipe(z.number().int().min(0).max(limits.downloads)).optional(),
  /** Files that the caller uploaded before, instead of those in the form; our extension. */
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
    errors: itemFileErrors,
  },
  searchPerformerProducts: {
    summary: "The performer's own products of any status",
    mark: 'seen',
    query: OwnItemsQuery.extend({ type: ProductType.optional() }),
    data: getPage(Product),
  },
  getPerformerProduct: { ...byKeyIfAllowed, summary: 'One own product, to edit it', data: Product },
  updateProduct: {
    ...byId,
    summary: 'Change an own product or replace its files',
    body: ProductFields.partial(),
    files,
    data: Product,
    errors: [...byIdIfAllowed.errors, ...itemFileErrors, 'CONTENT_TAKEN_DOWN'],
  },
  deleteProduct: { ...byIdIfAllowed, summary: 'Take a product out of the store', data: True },
  searchProducts: {
    summary: 'Products on sale of one performer or of everybody',
    mark: 'seen',
    query: ListQuery.extend({
      performerId: ObjectId.optional(),
      excludedId: ObjectId.optional(),
      type: ProductType.optional(),
      /** Ignored: only products on sale are listed. */
      status: ContentStatus.optional(),
    }),
    data: getPage(ProductPublic),
  },
  getProduct: { ...byKey, summary: 'One product by id or slug; counts a view', data: ProductPublic },
  getProductDownloadLink: {
    ...byId,
    errors: [...byIdIfAllowed.errors, 'DOWNLOADS_USED_UP'],
    summary: 'A short-lived link to the file of a bought digital product',
    data: z.object({ downloadLink: z.string() }),
  },
} satisfies SchemasFor<typeof productRoutes>;
