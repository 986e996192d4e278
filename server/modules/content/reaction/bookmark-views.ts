import type { EntitlementService } from '../entitlement/entitlement-service';
import type { FeedService } from '../feed/feed-service';
import type { CardView, PeopleService } from '../../identity/people/people-service';
import type { Viewer } from '../subject/subject-service';
import type { BookmarkViews } from './reaction-service';

interface ViewDeps {
  feed: Pick<FeedService, 'views'>;
  people: Pick<PeopleService, 'findMany' | 'cards'>;
  entitlement: Pick<EntitlementService, 'of'>;
}

/** What bookmarks point at. Kinds that nothing here is of are absent, and nobody can have bookmarked them. */
export function createBookmarkViews({ feed, people, entitlement }: ViewDeps): BookmarkViews {
  return {
    feed: (ids, { actor, country }) => feed.views(ids, actor, country),
    performer: (ids, viewer) => listPerformers(ids, viewer, { people, entitlement }),
  };
}

/** Cards of the creators who are there for the viewer: active and approved, and keeping out neither them nor their country. */
async function listPerformers(
  ids: readonly string[],
  { actor, country }: Viewer,
  { people, entitlement }: Omit<ViewDeps, 'feed'>,
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
