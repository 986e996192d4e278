import type { Actor } from '../../../access';
import type { FeedService } from '../../content/feed/feed-service';
import type { GalleryService } from '../../content/gallery/gallery-service';
import type { ProductService } from '../../content/product/product-service';
import type { VideoService } from '../../content/video/video-service';
import type { MessageService } from '../../conversation/message/message-service';
import type { FileView } from '../../site/media/media-service';

export interface PurchaseContentDeps {
  message: Pick<MessageService, 'getViews'>;
  contents: {
    feed: Pick<FeedService, 'views'>;
    video: Pick<VideoService, 'views'>;
    gallery: Pick<GalleryService, 'views'>;
    product: Pick<ProductService, 'views'>;
  };
}

type Preview = Pick<FileView, 'thumbnails' | 'width' | 'height' | 'duration'>;

export interface PurchaseContents {
  files: Preview[];
  thumbnail?: Preview | null;
  /** Number of all files, if the item contains more than are in `files`. */
  fileCount?: number;
}

/** Contents by target id. Leaves out deleted targets. */
export async function readPurchaseContents(
  { message, contents: { feed, video, gallery, product } }: PurchaseContentDeps,
  { actor, country }: { actor: Actor; country: string | null },
  rows: readonly { target: string; targetId: string }[],
): Promise<Map<string, PurchaseContents>> {
  const listIds = (target: string) => rows.filter((row) => row.target === target).map((row) => row.targetId);
  const [feeds, messages, videos, galleries, products] = await Promise.all([
    feed.views(listIds('feed'), actor, country),
    message.getViews(listIds('message'), actor),
    video.views(listIds('video'), actor, country),
    gallery.views(listIds('gallery'), actor, country),
    product.views(listIds('product'), actor, country),
  ]);
  const contents = new Map<string, PurchaseContents>([...feeds, ...messages]);
  for (const [id, view] of videos)
    contents.set(id, { files: view.video ? [view.video] : [], thumbnail: view.thumbnail });
  for (const [id, { coverPhoto, numOfItems }] of galleries)
    contents.set(id, { files: coverPhoto ? [coverPhoto] : [], fileCount: numOfItems });
  for (const [id, { image }] of products)
    contents.set(id, { files: [], thumbnail: image ? { thumbnails: [image] } : null });
  return contents;
}
