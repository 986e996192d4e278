import type { EndpointPart } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { readDays } from '../../../db/list-query';
import { readSearchWords } from '../../../db/search-words';
import { AppError } from '../../../errors';
import { writePage, type WrittenReply } from '../../../http/written-reply';
import type { MediaService } from '../../site/media/media-service';
import type { ItemCache } from './item-cache';
import { isOut } from './item-access';
import { createFirstPages } from './item-first-pages';
import type { ItemInput, ItemKind, SeenItem } from './item-kind';
import type { ItemPageRepository, LiveRow } from './item-page-repository';
import { askerOf, type Asker, type ListedKind, type ListFilter, type ListScope } from './item-page-shape';

/** What a list of items may be narrowed to; each kind's contract takes some of it. Wire contract 1.5. */
interface ItemListQuery extends Omit<EndpointPart<'listFeeds', 'query'>, 'type'> {
  type?: string;
  /** What lies in this item, in the order its creator gave it. */
  parentId?: string;
  excludedId?: string;
  isSale?: boolean;
}

/** Items a filtered list counts up to: beyond it a reader does not miss the exact number. */
const MOST_COUNTED = 1_000;

interface ItemListParts<Extra> {
  pages: ItemPageRepository;
  cache: ItemCache<Extra>;
  media: Pick<MediaService, 'presentWithGaps' | 'fillLinks'>;
  readSeen(lives: readonly LiveRow[], viewer: Actor | null): Promise<SeenItem<Extra>[]>;
}

/**
 * Items of one kind: of one creator, of those the viewer follows or subscribes to, or of everybody; newest first, unless
 * asked for the other way round.
 */
export function createItemLists<Extra, View extends { _id: string }>(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  kind: ListedKind & Pick<ItemKind<Extra, ItemInput, View>, 'present' | 'write'>,
  { pages, cache, media, readSeen }: ItemListParts<Extra>,
) {
  const firstPages = createFirstPages(db, kind, { pages, cache });

  function readSum(scope: ListScope, asker: Asker): Promise<number> {
    if (scope.kind === 'all') return cache.counts.get('all', () => pages.sumPublished());
    const whose = scope.kind === 'home' ? asker.viewerId : scope.id;
    const key = JSON.stringify([scope.kind, whose, asker.country]);
    return cache.counts.get(key, () => pages.sumOfScope(scope, asker));
  }

  /**
   * How many items a list has. Counting a hundred thousand rows for each page would cost more than the page itself, so:
   * the end of a list is counted by arriving there; without filters the creators' own counters say it; a filter is counted
   * up to a thousand; and what differs between viewers is not counted: there the number only says whether more follows.
   *
   * @param sum of the creators' counters, where the page brought it along.
   */
  async function readTotal(
    { scope, filter, query, asker }: { scope: ListScope; filter: ListFilter; query: ItemListQuery; asker: Asker },
    { given, hasMore, sum }: { given: number; hasMore: boolean; sum: number | null },
  ): Promise<number> {
    const seen = query.offset + given;
    if (query.beforeId === undefined && !hasMore && (given > 0 || query.offset === 0)) return seen;
    if (isPersonal(filter) || scope.kind === 'within') return hasMore ? seen + 1 : seen;
    if (!isFiltered(filter)) return sum ?? readSum(scope, asker);
    const whose = scope.kind === 'home' ? [scope, asker.viewerId] : [scope];
    const key = JSON.stringify([whose, filter, asker.country]);
    const counted = await cache.counts.get(key, () => pages.countUpTo(MOST_COUNTED, scope, filter, asker));
    return Math.max(counted, hasMore ? seen + 1 : 0);
  }

  async function readList(viewer: Actor | null, query: ItemListQuery, country: string | null): Promise<WrittenReply> {
    const asker = askerOf({ actor: viewer, country }, clock.now());
    const scope = scopeOf(query);
    if (scope.kind === 'home' && viewer === null) return writePage('', 0);
    const filter: ListFilter = {
      type: query.type,
      hasPoll: query.hasPoll,
      isUnlocked: query.isUnlocked,
      excludedId: query.excludedId,
      isSale: query.isSale,
      words: await readSearchWords(db, query.q),
      days: readDays(query),
    };
    const { limit, beforeId } = query;
    const offset = beforeId === undefined ? query.offset : 0;
    // One more than asked for tells whether the list goes on.
    const isAscending = query.sort === 'asc';
    const isFirst =
      offset === 0 && beforeId === undefined && !isAscending && !isPersonal(filter) && scope.kind !== 'within';
    const lives =
      (isFirst && (await firstPages.readFirst(viewer, { scope, filter, limit: limit + 1 }, asker))) ||
      (await pages.readPage(scope, filter, { limit: limit + 1, offset, beforeId, isAscending }, asker));
    // After what was deleted comes nothing, which would read like the end of the list.
    const isAtEnd = beforeId !== undefined && lives.length === 0;
    if (isAtEnd && (await pages.readLive([beforeId], asker)).length === 0) throw new AppError('ENTITY_NOT_FOUND');
    const hasMore = lives.length > limit;
    const rows = lives.slice(0, limit);
    const [page, total] = await Promise.all([
      readSeen(rows, viewer),
      readTotal({ scope, filter, query, asker }, { given: rows.length, hasMore, sum: lives[0]?.scopeTotal ?? null }),
    ]);
    // All who stand to an item in the same way see the same of it, but for the links made for each of them.
    const write = (item: SeenItem<Extra>) =>
      kind.write(
        kind.present(item, (file, access) => media.presentWithGaps(file, { ...access, isOut: isOut(item.parts.row) })),
      );
    const texts = page.map((item) => cache.text(item, () => write(item)));
    return writePage(media.fillLinks(texts.join(','), viewer), total);
  }

  /** A page as the viewer may see it, as it goes out. @throws AppError ENTITY_NOT_FOUND where it would come after what was deleted. */
  return async (viewer: Actor | null, query: ItemListQuery, country: string | null): Promise<WrittenReply> =>
    viewer
      ? readList(viewer, query, country)
      : cache.replies.get(JSON.stringify([query, country]), () => readList(null, query, country));
}

function scopeOf({ performerId, parentId, isHome }: ItemListQuery): ListScope {
  if (parentId !== undefined) return { kind: 'within', id: parentId };
  if (performerId !== undefined) return { kind: 'performer', id: performerId };
  return isHome ? { kind: 'home' } : { kind: 'all' };
}

const isPersonal = ({ isUnlocked, words }: Pick<ListFilter, 'isUnlocked' | 'words'>) =>
  isUnlocked === true || words.length > 0;
const isFiltered = ({ type, hasPoll, days, excludedId, isSale, ...personal }: ListFilter) =>
  [type, days ?? undefined, excludedId, isSale].some((value) => value !== undefined) ||
  hasPoll === true ||
  isPersonal(personal);
