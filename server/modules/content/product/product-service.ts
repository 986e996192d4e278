import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { cents, fromCents, toCents } from '@contract/base/money';
import { ProductType, type Product } from '@contract/content/product-schemas';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Db } from '../../../db/client';
import { products } from '../../../db/schema/assets';
import { items } from '../../../db/schema/items';
import type { Tx } from '../../../db/transaction';
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
  type ItemForSale,
} from '../item/item-service';

export type ProductView = z.input<typeof Product>;
export type ProductService = ReturnType<typeof createProductService>;
type ProductExtra = Omit<typeof products.$inferSelect, 'id'>;

export type Goods = typeof products.$inferSelect & ItemForSale & { type: z.infer<typeof ProductType> };

/** With the ids of uploaded files. Absent fields keep their value, null clears it. */
type ProductInput = ProductBody & ItemInput;
type ProductBody = EndpointPart<'updateProduct', 'body'>;

/** Products for sale are visible to everyone; only the file of a digital product has to be bought. Wire contract 2.11, 3.8. */
const productKind = (db: Db): ItemKind<ProductExtra, ProductInput, ProductView, ProductExtra> => ({
  ...ITEM_KINDS.product,
  fileTypes: new Set(['performer-product-digital']),
  shownTypes: new Set(['performer-product-image']),

  ...createKindColumns(db, products),

  merge(sent, current) {
    const { name, description, price, imageId, digitalFileId, scheduledAt, ...input } = sent;
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
      kindFields: mergeExtra(sent, current?.extra ?? null),
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
      shippingPrice: fromCents(extra.shippingPrice),
      shipsTo: extra.shipsTo,
      packDays: extra.packDays,
      deliverDays: extra.deliverDays,
      downloadLimit: extra.downloadLimit,
      downloadDays: extra.downloadDays,
      imageId: thumbnail?.id ?? null,
      image: thumbnail && presentFile(thumbnail, { open: true }).url,
      isBought: item.state.isBought,
      digitalFileId: item.isOwner ? (file?.id ?? null) : null,
      digitalFileUrl: item.isOwner && file ? presentFile(file, { open: true }).url : null,
    };
  },
});

const noExtra: ProductExtra = {
  stock: 0,
  shippingPrice: cents(0),
  shipsTo: [],
  packDays: 0,
  deliverDays: 0,
  downloadLimit: 0,
  downloadDays: 0,
};

/** Applies the form's stock as a change, so that pieces sold since the form was opened stay sold. */
function mergeExtra(sent: ProductInput, current: ProductExtra | null): ProductExtra {
  const before = current ?? noExtra;
  const { stock = before.stock, stockSeen = before.stock, shippingPrice } = sent;
  return {
    stock: Math.max(0, stock + before.stock - stockSeen),
    shippingPrice: shippingPrice === undefined ? before.shippingPrice : toCents(shippingPrice ?? 0),
    shipsTo: sent.shipsTo ?? before.shipsTo,
    packDays: sent.packDays ?? before.packDays,
    deliverDays: sent.deliverDays ?? before.deliverDays,
    downloadLimit: sent.downloadLimit ?? before.downloadLimit,
    downloadDays: sent.downloadDays ?? before.downloadDays,
  };
}

/** Uploaded files take precedence over ids in the form. */
const fields = {
  imageId: ['image', 'performer-product-image'],
  digitalFileId: ['digitalFile', 'performer-product-digital'],
} as const;

export function createProductService(context: Pick<ServerContext, 'db' | 'clock' | 'jobs'>, deps: ItemDeps) {
  const { media } = deps;
  const goods = createItemKindService(context, productKind(context.db), deps);
  const { withFiles } = createItemUploads(context, media);

  return {
    ...goods,

    /** @throws AppError INVALID_OR_MISSING_FILE for a digital product without a file */
    put: (actor: Actor, body: EndpointPart<'createProduct', 'body'>, files: FormFiles): Promise<ProductView> =>
      withFiles(actor, files, fields, (ids) => goods.create(actor, { ...body, ...ids })),

    edit: (actor: Actor, id: string, body: ProductBody, files: FormFiles, edit: Edit = {}): Promise<ProductView> =>
      withFiles(actor, files, fields, (ids) => goods.edit(actor, id, { ...body, ...ids }, edit)),

    /**
     * Products that can be ordered now, locked until the transaction ends, so that nobody else edits them or takes their stock.
     * Lacks products that cannot be ordered.
     */
    async lockGoods(ids: readonly string[], buyerId: string, tx: Tx): Promise<Map<string, Goods>> {
      const goodsById = new Map<string, Goods>();
      // Locks in a fixed order, so that two carts cannot deadlock.
      const sorted = [...new Set(ids)].sort();
      for (const id of sorted) {
        const offer = await goods.lockForSale(id, buyerId, tx);
        const [row] = await tx
          .select({ product: products, type: items.type })
          .from(products)
          .innerJoin(items, eq(items.id, products.id))
          .where(eq(products.id, id))
          .for('no key update', { of: products });
        if (offer && row) goodsById.set(id, { ...row.product, ...offer, type: ProductType.parse(row.type) });
      }
      return goodsById;
    },

    /** The caller must have checked the stock with `lockGoods`. */
    async changeStock(id: string, by: number, tx: Tx): Promise<void> {
      // An edit that is being saved has read the stock, and would overwrite the change.
      await tx.select({ id: items.id }).from(items).where(eq(items.id, id)).for('share');
      await tx
        .update(products)
        .set({ stock: sql`${products.stock} + ${by}` })
        .where(eq(products.id, id));
    },

    /**
     * @throws AppError ENTITY_NOT_FOUND if the product is hidden from the caller or has no file; FORBIDDEN if the caller has
     * not bought it
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
