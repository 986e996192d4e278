import { limits } from '@contract/base/limits';
import { feedRoutes } from '@contract/content/feed-routes';
import { galleryRoutes } from '@contract/content/gallery-routes';
import { productRoutes } from '@contract/content/product-routes';
import { videoRoutes } from '@contract/content/video-routes';

/** Kinds that a search lists. Photos are found with their galleries. Wire contract 2.6 to 2.10. */
const listRoutes = {
  feed: feedRoutes.listFeeds,
  video: videoRoutes.searchVideos,
  gallery: galleryRoutes.searchGalleries,
  product: productRoutes.searchProducts,
} as const;

const totals = { feed: 'totalFeed', video: 'totalVideo', gallery: 'totalGallery', product: 'totalProduct' } as const;

export type FoundKind = keyof typeof listRoutes;

/** In the order of their tabs. */
export const foundKinds = (Object.keys(listRoutes) as FoundKind[]).map((kind) => ({
  kind,
  route: listRoutes[kind],
  total: totals[kind],
}));

/** A search counts only up to `limits.mostFound`. @returns undefined if nothing was found */
export const getFoundCount = (count: number | undefined): number | string | undefined =>
  count === undefined || count < limits.mostFound ? count || undefined : `${limits.mostFound}+`;
