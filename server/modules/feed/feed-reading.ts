import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../access';
import type { ServerContext } from '../../context';
import { readDays } from '../../db/list-query';
import { AppError, found } from '../../errors';
import { createShortMemory } from '../../short-memory';
import type { EntitlementService } from '../entitlement/entitlement-service';
import type { MediaService } from '../media/media-service';
import type { PeopleService } from '../people/people-service';
import type { Asker, FeedFilter, FeedScope, LiveRow, createFeedPageRepository } from './feed-page-repository';
import type { FeedPartsReader } from './feed-parts';
import { createFeedPerformers } from './feed-performers';
import { presentFeed, type FeedView } from './feed-presenter';
import { canSeeFeed } from './feed-policy';
import type { FeedRepository } from './feed-repository';

type ListQuery = EndpointPart<'listFeeds', 'query'>;

/** Milliseconds for which a count is good enough: it draws no line anybody pays by. */
const COUNT_MEMORY_MS = 5_000;
/** Posts a filtered list counts up to: beyond it a reader does not miss the exact number. */
const MOST_COUNTED = 1_000;

export interface FeedReadingParts {
  repository: FeedRepository;
  pages: ReturnType<typeof createFeedPageRepository>;
  parts: FeedPartsReader;
  media: MediaService;
  people: PeopleService;
  entitlement: EntitlementService;
}

/** Lists and single posts as one viewer may see them. */
export function createFeedReading({ clock }: Pick<ServerContext, 'clock'>, deps: FeedReadingParts) {
  const { repository, pages, parts, media, people, entitlement } = deps;
  const performers = createFeedPerformers(people);
  const counts = createShortMemory<number>({
    ttlMs: COUNT_MEMORY_MS,
    most: 500,
    now: () => clock.now().getTime(),
  });

  const askerOf = (viewer: Actor | null, country: string | null): Asker => ({
    viewerId: viewer?.id ?? null,
    isAdmin: viewer?.isAdmin ?? false,
    country,
    now: clock.now(),
  });

  async function present(lives: readonly LiveRow[], viewer: Actor | null): Promise<FeedView[]> {
    const known = await parts.read(lives);
    const performerIds = [...known.values()].map(({ row }) => row.performerId);
    const creators = await performers.read(performerIds);
    const result: FeedView[] = [];
    for (const live of lives) {
      const post = known.get(live.id);
      const creator = post && creators.get(post.row.performerId);
      // Deleted since the page was read.
      if (!post || !creator) continue;
      result.push(presentFeed({ parts: post, live, viewer, performer: performers.seenBy(creator, live) }, media));
    }
    return result;
  }

  /** Whose posts a query is about, and how many those are without further filters. Null when nobody's. */
  async function readScope(query: ListQuery, asker: Asker): Promise<{ scope: FeedScope; total: number } | null> {
    if (query.performerId !== undefined) {
      const [row] = await pages.listShown([query.performerId], asker);
      return row ? { scope: { kind: 'performer', id: row.id }, total: row.total } : null;
    }
    if (query.isHome) {
      if (asker.viewerId === null) return null;
      const rows = await pages.listHome({ ...asker, viewerId: asker.viewerId });
      const total = rows.reduce((sum, row) => sum + row.total, 0);
      return rows.length > 0 ? { scope: { kind: 'performers', ids: rows.map((row) => row.id) }, total } : null;
    }
    return { scope: { kind: 'all' }, total: await counts.get('all', () => pages.sumPublished()) };
  }

  /**
   * How many posts a list has. Counting a hundred thousand rows for each page would cost more than the page itself, so:
   * the end of a list is counted by arriving there; without filters the creators' own counters say it; a filter is counted
   * up to a thousand; and what differs between viewers is not counted: there the number only says whether more follows.
   */
  async function readTotal(
    { scope, total }: { scope: FeedScope; total: number },
    { filter, query, asker }: { filter: FeedFilter; query: ListQuery; asker: Asker },
    { given, hasMore }: { given: number; hasMore: boolean },
  ): Promise<number> {
    const seen = query.offset + given;
    if (query.beforeId === undefined && !hasMore && (given > 0 || query.offset === 0)) return seen;
    if (!isFiltered(filter)) return total;
    if (isPersonal(filter)) return hasMore ? seen + 1 : seen;
    const key = JSON.stringify([scope, filter, asker.country]);
    const counted = await counts.get(key, () => pages.countUpTo(MOST_COUNTED, scope, filter, asker));
    return Math.max(counted, hasMore ? seen + 1 : 0);
  }

  return {
    /** Posts of one creator, of those the viewer follows or subscribes to, or of everybody; newest first. */
    async list(viewer: Actor | null, query: ListQuery, country: string | null): Promise<EndpointReply<'listFeeds'>> {
      const asker = askerOf(viewer, country);
      const whose = await readScope(query, asker);
      if (!whose) return { data: [], total: 0 };
      const filter: FeedFilter = {
        type: query.type,
        hasPoll: query.hasPoll,
        isUnlocked: query.isUnlocked,
        words: splitWords(query.q),
        days: readDays(query),
      };
      const { limit, beforeId } = query;
      const offset = beforeId === undefined ? query.offset : 0;
      // One more than asked for tells whether the list goes on.
      const lives = await pages.readPage(whose.scope, filter, { limit: limit + 1, offset, beforeId }, asker);
      const hasMore = lives.length > limit;
      const page = lives.slice(0, limit);
      const [data, total] = await Promise.all([
        present(page, viewer),
        readTotal(whose, { filter, query, asker }, { given: page.length, hasMore }),
      ]);
      return { data, total };
    },

    /**
     * One post by id or slug. Closed parts are closed, not refused.
     *
     * @throws AppError ENTITY_NOT_FOUND also for a hidden post and for a viewer whom its creator keeps out.
     */
    async get(viewer: Actor | null, key: string, country: string | null): Promise<FeedView> {
      const row = found(await repository.findByKey(key));
      const [live] = await pages.readLive([row.id], askerOf(viewer, country));
      if (!live || !canSeeFeed(row, live, viewer)) throw new AppError('ENTITY_NOT_FOUND');
      await entitlement.assertNotBlocked(row.performerId, viewer, country);
      const [view] = await present([live], viewer);
      return found(view);
    },

    /**
     * Posts by id for other areas (bookmarks, purchases): those the viewer may see, unknown and hidden ones are absent.
     */
    async views(
      ids: readonly string[],
      viewer: Actor | null,
      country: string | null = null,
    ): Promise<Map<string, FeedView>> {
      if (ids.length === 0) return new Map();
      const asker = askerOf(viewer, country);
      const lives = await pages.readLive([...new Set(ids)], asker);
      const known = await parts.read(lives);
      const creators = [...known.values()].map(({ row }) => row.performerId);
      const shown = new Set((await pages.listShown(creators, asker)).map((row) => row.id));
      const visible = lives.filter((live) => {
        const row = known.get(live.id)?.row;
        return row && shown.has(row.performerId) && canSeeFeed(row, live, viewer);
      });
      return new Map((await present(visible, viewer)).map((view) => [view._id, view]));
    },

    /** Own posts as they are, whatever their state. */
    async presentOwn(ids: readonly string[], owner: Actor): Promise<FeedView[]> {
      if (ids.length === 0) return [];
      const lives = await pages.readLive(ids, askerOf(owner, null));
      const byId = new Map((await present(lives, owner)).map((view) => [view._id, view]));
      return ids.map((id) => byId.get(id)).filter((view) => view !== undefined);
    },

    /** Counts are out of date: a post was published, hidden or changed here. */
    forgetCounts: (): void => counts.forget(),
  };
}

/** Wire contract 1.5: everything but letters and digits falls away; what it parted must occur, each by itself. */
function splitWords(q: string | undefined): string[] {
  return (
    (q ?? '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.slice(0, 8) ?? []
  );
}

const isPersonal = ({ isUnlocked, words }: FeedFilter) => isUnlocked === true || words.length > 0;
const isFiltered = ({ type, hasPoll, days, isUnlocked, words }: FeedFilter) =>
  type !== undefined || hasPoll === true || days !== null || isUnlocked === true || words.length > 0;
