import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import type { FeedService } from '../feed/feed-service';
import type { PerformerService } from '../../identity/performer/performer-service';
import type { Viewer } from '../subject/subject-service';
import { createSearchRepository } from './search-repository';

const DAY_MS = 24 * 3600 * 1000;
const days = { day: 1, week: 7, month: 30 } as const;

export type SearchService = ReturnType<typeof createSearchService>;

/** What people look for, and how much of it there is. Wire contract 2.19. */
export function createSearchService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { performer, feed }: { performer: Pick<PerformerService, 'search'>; feed: Pick<FeedService, 'list'> },
) {
  const repository = createSearchRepository(db);

  return {
    /**
     * How much the lists of each kind give for a keyword, which is counted. Products, videos and galleries have no lists
     * to count in yet.
     *
     * @param body.fromPerformerId counts this creator's content only.
     */
    async search(
      viewer: Viewer,
      { keyword, objectType = '', fromPerformerId }: EndpointPart<'searchKeyword', 'body'>,
    ): Promise<EndpointReply<'searchKeyword'>> {
      const now = clock.now();
      const words = keyword.toLowerCase().replaceAll(/\s+/g, ' ');
      const first = { q: keyword, limit: 1, offset: 0, sort: 'desc' as const };
      const [performers, feeds] = await Promise.all([
        fromPerformerId === undefined ? performer.search(first, viewer) : null,
        feed.list(viewer.actor, { ...first, performerId: fromPerformerId }, viewer.country),
        repository.record({ id: newId(now.getTime()), keyword: words, objectType, createdAt: now, updatedAt: now }),
      ]);
      return {
        totalPerformer: performers?.total ?? 0,
        totalFeed: feeds.total,
        totalProduct: 0,
        totalVideo: 0,
        totalGallery: 0,
      };
    },

    /** What people search for, most used first; with `dateRange` what they searched for lately. */
    async listKeywords({
      q,
      dateRange,
      sort,
      limit,
      offset,
    }: EndpointPart<'listKeywords', 'query'>): Promise<EndpointReply<'listKeywords'>> {
      const since = dateRange ? new Date(clock.now().getTime() - days[dateRange] * DAY_MS) : null;
      const { rows, total } = await repository.list({ q, since, sort, limit, offset });
      const data = rows.map((row) => ({
        _id: row.id,
        keyword: row.keyword,
        objectType: row.objectType,
        attempt: row.attempt,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      }));
      return { data, total };
    },
  };
}
