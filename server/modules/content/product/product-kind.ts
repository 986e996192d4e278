import type { z } from 'zod';
import { fromCents } from '@contract/base/money';
import { ProductPublic, ProductType, type Product } from '@contract/content/product-schemas';
import type { EndpointPart } from '@contract/schemas';
import { AppError } from '../../../errors';
import { writerOf } from '../../../http/written-reply';
import {
  draftFilesOf,
  mergeColumns,
  presentItem,
  presentPlan,
  slugOfTitle,
  type ItemInput,
  type ItemKind,
} from '../item/item-service';
import type { createProductRepository, ProductExtra } from './product-repository';

export type ProductView = z.input<typeof Product>;

/** What a form sends, with the ids of the files that came along: absent leaves, null takes away. */
export type ProductInput = EndpointPart<'updateProduct', 'body'> & ItemInput;

/**
 * What sets products apart from other items: everybody sees what is on sale, and what opens is the file of digital goods.
 * Wire contract 2.11, 3.8.
 */
export const createProductKind = ({
  listExtras,
  save,
}: ReturnType<typeof createProductRepository>): ItemKind<ProductExtra, ProductInput, ProductView, ProductExtra> => ({
  kind: 'product',
  noun: 'product',
  announcedAs: null,
  counter: 'statProducts',
  fileTypes: new Set(['performer-product-digital']),
  shownTypes: new Set(['performer-product-image']),

  listExtras,
  saveExtra: ({ id }, wish, tx) => save({ id, ...wish }, tx),

  merge({ name, description, price, stock, imageId, digitalFileId, scheduledAt, ...input }, current) {
    const held = draftFilesOf(current);
    const offer = { isSale: true, isFree: false, price: current && price === undefined ? undefined : (price ?? 0) };
    const type = input.type ?? current?.row.type ?? 'physical';
    return {
      columns: mergeColumns(
        { ...input, ...offer, type, title: name, tagline: description, scheduleAt: scheduledAt },
        current?.row ?? null,
        'product',
      ),
      fileIds: digitalFileId === undefined ? held.fileIds : [digitalFileId],
      thumbnailId: imageId === undefined ? held.thumbnailId : imageId,
      teaserId: null,
      wish: { stock: stock ?? current?.extra.stock ?? 0 },
    };
  },
  checkContent({ columns, fileIds }) {
    if (columns.type === 'digital' && fileIds.length === 0)
      throw new AppError('INVALID_OR_MISSING_FILE', { message: 'A digital product needs its file.' });
  },
  checkPrice: () => undefined,
  slugOf: ({ columns }, now, attempt) => slugOfTitle(columns.title, { fallback: 'product', now, attempt }),

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
      isBought: item.live.isBought,
      digitalFileId: item.isOwner ? (file?.id ?? null) : null,
      digitalFileUrl: item.isOwner && file ? presentFile(file, { open: true }).url : null,
    };
  },
  write: writerOf(ProductPublic),
});
