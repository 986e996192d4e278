import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { AppError, found } from '../../../errors';
import type { UploadedFile } from '../../../http/uploads';
import type { MediaService } from '../../site/media/media-service';
import { createItemUploads, uploadFields, type ItemService } from '../item/item-service';
import { createProductKind, type ProductView } from './product-kind';
import { createProductRepository } from './product-repository';

export type { ProductView } from './product-kind';
export type ProductService = ReturnType<typeof createProductService>;

const purposes = {
  image: uploadFields['performer-product-image'],
  digitalFile: uploadFields['performer-product-digital'],
};

type Files = Partial<Record<string, UploadedFile>>;

/** What was sent, with the files that came along in the place of those that it names. */
const withIds = <Body extends EndpointPart<'updateProduct', 'body'>>(
  body: Body,
  { image, digitalFile }: Partial<Record<keyof typeof purposes, string>>,
) => ({ ...body, imageId: image ?? body.imageId, digitalFileId: digitalFile ?? body.digitalFileId });

/** Products: what a creator's store offers. */
export function createProductService(
  context: Pick<ServerContext, 'db'>,
  { items, media }: { items: Pick<ItemService, 'define'>; media: MediaService },
) {
  const products = items.define(createProductKind(createProductRepository(context.db)));
  const { withFiles } = createItemUploads(context, media);

  return {
    ...products,

    /** Puts a product into the store. @throws AppError INVALID_OR_MISSING_FILE for digital goods without their file */
    put: (actor: Actor, body: EndpointPart<'createProduct', 'body'>, files: Files): Promise<ProductView> =>
      withFiles(actor, files, purposes, (ids) => products.create(actor, withIds(body, ids))),

    /** Changes what the form names; a file that comes takes the place of the one before. */
    async edit(
      actor: Actor,
      id: string,
      body: EndpointPart<'updateProduct', 'body'>,
      files: Files,
    ): Promise<ProductView> {
      await withFiles(actor, files, purposes, (ids) => products.update(actor, id, withIds(body, ids)));
      return products.getOwn(actor, id);
    },

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
      const { row, access } = found(await products.see(await products.find(id), { actor, country }));
      const [file] = await products.listFiles(row.id);
      const { url } = media.present(found(file ?? null), { viewer: actor, open: access === 'open' });
      if (typeof url !== 'string') throw new AppError('FORBIDDEN');
      return { downloadLink: url };
    },
  };
}
