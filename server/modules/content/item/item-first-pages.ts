import { isUser, type Actor } from '../../../access';
import type { Db } from '../../../db/client';
import type { ItemCache } from './item-cache';
import type { ItemPageRepository, PageRow } from './item-page-repository';
import type { Asker, ListedKind, ListFilter, ListScope } from './item-page-shape';
import { createItemRelationRepository, type About, type Relations } from './item-relation-repository';

/** Newest items of everybody in which those of a home page are looked for first. */
const HOME_WINDOW = 300;

/** Items in the order of a list, as a stranger would find them. */
export interface Shelf {
  rows: PageRow[];
  about: About;
  /** There is nothing after them. */
  isWhole: boolean;
}

interface Wanted {
  scope: ListScope;
  /** Without what is decided by who asks. */
  filter: ListFilter;
  limit: number;
}

/**
 * First pages for fans. Which items are the newest is the same for all of them and remembered for a moment; what each may
 * see is not: blocks, subscriptions, purchases and the rest are read anew for every page, and so is whether each item and
 * its creator are still there, and the item's version.
 */
export function createFirstPages(
  db: Db,
  kind: ListedKind,
  { pages, cache }: { pages: Pick<ItemPageRepository, 'readPage'>; cache: Pick<ItemCache<unknown>, 'shelves'> },
) {
  const relations = createItemRelationRepository(db, kind);

  async function readShelf({ scope, filter, limit }: Wanted, { country, now }: Asker): Promise<Shelf> {
    const stranger = { viewerId: null, isAdmin: false, country, now };
    const rows = await pages.readPage(scope, filter, { limit, offset: 0 }, stranger);
    return { rows, about: aboutOf(rows), isWhole: rows.length < limit };
  }

  const getShelf = (wanted: Wanted, asker: Asker): Promise<Shelf> =>
    cache.shelves.get(JSON.stringify([wanted, asker.country]), () => readShelf(wanted, asker));

  /** Items of many creators: some may be by one who keeps the viewer out. */
  async function readMixed(viewerId: string, wanted: Wanted, asker: Asker): Promise<PageRow[] | null> {
    const { rows, about, isWhole } = await getShelf(wanted, asker);
    const known = await relations.read({ viewerId, now: asker.now, ...about });
    const shown = rows.filter((row) => !known.blockedBy.has(row.performerId));
    return shown.length === rows.length || isWhole ? seenBy(shown, known, known, asker) : null;
  }

  async function readHome(viewerId: string, wanted: Wanted, asker: Asker): Promise<PageRow[] | null> {
    const window = { ...wanted, scope: { kind: 'all' } as const, limit: Math.max(HOME_WINDOW, wanted.limit) };
    const { rows, about, isWhole } = await getShelf(window, asker);
    const question = { viewerId, now: asker.now };
    const known = await relations.read({ ...question, ...nothing, creators: about.creators });
    const isMine = ({ performerId: id }: PageRow) =>
      (known.follows.has(id) || known.subscribes.has(id)) && !known.blockedBy.has(id);
    const page = rows.filter(isMine).slice(0, wanted.limit);
    if (page.length < wanted.limit && !isWhole) return null;
    return seenBy(page, known, await relations.read({ ...question, ...aboutOf(page), creators: [] }), asker);
  }

  return {
    /**
     * The first page of a list as a fan finds it now.
     *
     * @returns null when what is remembered does not do: the list itself must be read.
     */
    async readFirst(viewer: Actor | null, wanted: Wanted, asker: Asker): Promise<PageRow[] | null> {
      // Creators see their own items in countries they shut out, and blocks do not hold administrators.
      if (!isUser(viewer) || viewer.isAdmin) return null;
      return wanted.scope.kind === 'home' ? readHome(viewer.id, wanted, asker) : readMixed(viewer.id, wanted, asker);
    },
  };
}

const nothing: About = { creators: [], items: [], polls: [], owners: [] };

function aboutOf(rows: readonly PageRow[]): About {
  const creators = [...new Set(rows.map((row) => row.performerId))];
  const polls = rows.filter((row) => row.hasPoll).map((row) => row.id);
  return { creators, items: rows.map((row) => row.id), polls, owners: creators };
}

/** @returns the items as they are now for the viewer; null when one of them or its creator is not there any more. */
function seenBy(
  rows: readonly PageRow[],
  toCreators: Relations,
  toItems: Relations,
  { country }: Asker,
): PageRow[] | null {
  const { facts } = toItems;
  const seen: PageRow[] = [];
  for (const row of rows) {
    const { id, performerId } = row;
    const live = facts.live.get(id);
    const isShut = country !== null && facts.shut.get(performerId)?.includes(country);
    if (!live || isShut || facts.away.has(performerId)) return null;
    seen.push({
      // Written out: copying whole objects is most of the work of this function.
      id,
      performerId,
      hasPoll: row.hasPoll,
      scopeTotal: row.scopeTotal,
      version: live.version,
      totalLike: live.totalLike,
      totalComment: live.totalComment,
      totalVote: live.totalVote,
      totalBookmark: live.totalBookmark,
      totalView: live.totalView,
      isLiked: toItems.liked.has(id),
      isBookmarked: toItems.bookmarked.has(id),
      isBought: toItems.bought.has(id),
      votedPollId: toItems.voted.get(id) ?? null,
      isSubscribed: toCreators.subscribes.has(performerId),
      isFollowed: toCreators.follows.has(performerId),
      usedTrial: toCreators.usedTrial.has(performerId),
      hasPlatform: toCreators.hasPlatform,
      creator: 'here',
      isKeptOut: false,
    });
  }
  return seen;
}
