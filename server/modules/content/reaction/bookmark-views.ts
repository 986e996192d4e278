import type { EntitlementService } from '../entitlement/entitlement-service';
import type { FeedService } from '../feed/feed-service';
import type { GalleryService } from '../gallery/gallery-service';
import type { ProductService } from '../product/product-service';
import type { VideoService } from '../video/video-service';
import type { CardView, PeopleService } from '../../identity/people/people-service';
import type { Viewer } from '../subject/subject-service';
import type { BookmarkViews } from './reaction-service';

interface CardDeps {
  people: Pick<PeopleService, 'findMany' | 'cards'>;
  entitlement: Pick<EntitlementService, 'of'>;
}

interface Contents {
  feed: Pick<FeedService, 'views'>;
  video: Pick<VideoService, 'views'>;
  gallery: Pick<GalleryService, 'views'>;
  product: Pick<ProductService, 'views'>;
}

/** Creators by id, as the viewer finds them. */
export const createBookmarkCards = (deps: CardDeps) => ({
  cards: (ids: readonly string[], viewer: Viewer) => listPerformers(ids, viewer, deps),
});

/** What bookmarks point at. */
export const createBookmarkViews = ({
  contents: { feed, video, gallery, product },
  cards,
}: {
  contents: Contents;
  cards: ReturnType<typeof createBookmarkCards>['cards'];
}): BookmarkViews => ({
  feed: (ids, { actor, country }) => feed.views(ids, actor, country),
  video: (ids, { actor, country }) => video.views(ids, actor, country),
  gallery: (ids, { actor, country }) => gallery.views(ids, actor, country),
  product: (ids, { actor, country }) => product.views(ids, actor, country),
  performer: cards,
});

/** Cards of the creators who are there for the viewer: active and approved, and keeping out neither them nor their country. */
async function listPerformers(
  ids: readonly string[],
  { actor, country }: Viewer,
  { people, entitlement }: CardDeps,
): Promise<Map<string, CardView>> {
  const [rows, relations, cards] = await Promise.all([
    people.findMany(ids),
    entitlement.of(actor, ids),
    people.cards(ids, actor),
  ]);
  for (const { account, performer } of rows) {
    const isClosed = country !== null && performer?.blockedCountries.includes(country);
    const isShown = account.status === 'active' && performer?.verifiedDocument === true;
    if (!isShown || relations.isBlockedBy(account.id) || isClosed) cards.delete(account.id);
  }
  return cards;
}
