import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { ProductService } from '../../content/product/product-service';
import type { OrderRepository } from './order-repository';

export interface DownloadDeps extends Pick<ServerContext, 'db' | 'clock'> {
  product: Pick<ProductService, 'getDownload'>;
  repository: OrderRepository;
}

/** Counts the download, since an order can limit downloads. @throws AppError DOWNLOADS_USED_UP, and as `product.getDownload` */
export async function downloadProduct(
  { db, clock, product, repository }: DownloadDeps,
  actor: Actor,
  { id: productId, country }: { id: string; country: string | null },
): Promise<EndpointReply<'getProductDownloadLink'>> {
  const link = await product.getDownload(actor, productId, country);
  await inTransaction(db, async (tx) => {
    const row = await repository.lockDigital(actor.id, productId, tx);
    if (!row) return;
    const isOver = row.downloadableUntil !== null && row.downloadableUntil < clock.now();
    if (isOver || (row.downloadLimit !== null && row.downloads >= row.downloadLimit))
      throw new AppError('DOWNLOADS_USED_UP');
    await repository.update(row.id, { downloads: row.downloads + 1 }, tx);
  });
  return link;
}
