import type { z } from 'zod';
import { fromCents } from '@contract/base/money';
import { ProductType, type Product } from '@contract/content/product-schemas';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Db } from '../../../db/client';
import { products } from '../../../db/schema/assets';
import { AppError, requireFound } from '../../../errors';
import {
  createKindColumns,
  createItemKindService,
  createItemUploads,
  getDraftFiles,
  ITEM_KINDS,
  mergeColumns,
  presentItem,
  presentPlan,
  slugByTitle,
  type Edit,
  type FormFiles,
  type ItemDeps,
  type ItemInput,
  type ItemKind,
} from '../item/item-service';

export type ProductView = z.input<typeof Product>;
export type ProductService = ReturnType<typeof createProductService>;
/** What only products have. */
type ProductExtra = Omit<typeof products.$inferSelect, 'id'>;

/** What a form sends, with the ids of the files that came along: absent leaves, null takes away. */
type ProductInput = ProductBody & ItemInput;
type ProductBody = EndpointPart<'updateProduct', 'body'>;

/**
 * What sets products apart from other items: everybody sees what is on sale, and what opens is the file of digital goods.
 * Wire contract 2.11, 3.8.
 */
const productKind = (db: Db): ItemKind<ProductExtra, ProductInput, ProductView, ProductExtra> => ({
  ...ITEM_KINDS.product,
  fileTypes: new Set(['performer-product-digital']),
  shownTypes: new Set(['performer-product-image']),

  ...createKindColumns(db, products),

  merge({ name, description, price, stock, imageId, digitalFileId, scheduledAt, ...input }, current) {
    const offer = { isSale: true, isFree: false, price: current && price === undefined ? undefined : (price ?? 0) };
    const type = input.type ?? current?.row.type ?? 'physical';
    return {
      columns: mergeColumns(
        { ...input, ...offer, type, title: name, tagline: description, scheduleAt: scheduledAt },
        current?.row ?? null,
        'product',
      ),
      ...getDraftFiles(current, {
        fileIds: digitalFileId === undefined ? digitalFileId : [digitalFileId],
        thumbnailId: imageId,
      }),
      kindFields: { stock: stock ?? current?.extra.stock ?? 0 },
    };
  },
  checkContent({ columns, fileIds }) {
    if (columns.type === 'digital' && fileIds.length === 0)
      throw new AppError('INVALID_OR_MISSING_FILE', { message: 'A digital product needs its file.' });
  },
  checkPrice: () => undefined,
  createSlug: slugByTitle('product'),

  present(item, presentFile) {
    const { row, files, thumbnail, extra } = item.parts;
    const [file] = files;
    return {
      ...presentItem(item),
      ...presentPlan(item),
      name: row.title,
      type: ProductType.parse(row.type),
      price: fromCents(row.price),
      stock: extra.stock,
      imageId: thumbnail?.id ?? null,
      image: thumbnail && presentFile(thumbnail, { open: true }).url,
      isBought: item.state.isBought,
      digitalFileId: item.isOwner ? (file?.id ?? null) : null,
      digitalFileUrl: item.isOwner && file ? presentFile(file, { open: true }).url : null,
    };
  },
});

/** What comes along with a form takes the place of the files that it names. */
const fields = {
  imageId: ['image', 'performer-product-image'],
  digitalFileId: ['digitalFile', 'performer-product-digital'],
} as const;

/** Products: what a creator's store offers. */
export function createProductService(context: Pick<ServerContext, 'db' | 'clock' | 'jobs'>, deps: ItemDeps) {
  const { media } = deps;
  const goods = createItemKindService(context, productKind(context.db), deps);
  const { withFiles } = createItemUploads(context, media);

  return {
    ...goods,

    /** Puts a product into the store. @throws AppError INVALID_OR_MISSING_FILE for digital goods without their file */
    put: (actor: Actor, body: EndpointPart<'createProduct', 'body'>, files: FormFiles): Promise<ProductView> =>
      withFiles(actor, files, fields, (ids) => goods.create(actor, { ...body, ...ids })),

    /** Changes what the form names; a file that comes takes the place of the one before. */
    edit: (actor: Actor, id: string, body: ProductBody, files: FormFiles, edit: Edit = {}): Promise<ProductView> =>
      withFiles(actor, files, fields, (ids) => goods.edit(actor, id, { ...body, ...ids }, edit)),

    /**
     * A link to the file of digital goods, for who bought them.
     *
     * @throws AppError ENTITY_NOT_FOUND for what the caller cannot see, and where there is no file; FORBIDDEN before it is bought
     */
    async getDownload(
      actor: Actor,
      id: string,
      country: string | null,
    ): Promise<EndpointReply<'getProductDownloadLink'>> {
      const { row, access } = requireFound(await goods.findFor({ actor, country }, await goods.find(id)));
      const [file] = await goods.listFiles(row.id);
      const { url } = media.present(requireFound(file ?? null), { viewer: actor, open: access === 'open' });
      if (typeof url !== 'string') throw new AppError('FORBIDDEN');
      return { downloadLink: url };
    },
  };
}
