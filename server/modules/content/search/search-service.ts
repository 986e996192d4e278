import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { refreshSearchWords } from '../../../db/search-words';
import type { ItemService } from '../item/item-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { PerformerService } from '../../identity/performer/performer-service';
import type { Viewer } from '../subject/subject-service';
import { createSearchRepository } from './search-repository';

const DAY_MS = 24 * 3600 * 1000;
const days = { day: 1, week: 7, month: 30 } as const;

/** How much is suggested at most, and how often somebody searched for what others are offered. Ours. */
const suggested = { creators: 4, itemsOfEachKind: 3, keywords: 4, attempts: 3 } as const;
/** How long a keyword is kept that was used less often than this. */
const kept = { days: 90, attempts: 3 } as const;

const plain = (keyword: string) => keyword.trim().toLowerCase().replaceAll(/\s+/g, ' ');

export type SearchService = ReturnType<typeof createSearchService>;

/** What people look for, and how much of it there is. Wire contract 2.19. */
export function createSearchService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  {
    performer,
    items,
    people,
  }: {
    performer: Pick<PerformerService, 'search'>;
    items: Pick<ItemService, 'countFound' | 'suggest'>;
    people: Pick<PeopleService, 'cards'>;
  },
) {
  const repository = createSearchRepository(db);
  const first = (q: string, limit: number) => ({ q, limit, offset: 0, sort: 'desc' as const });

  return {
    /**
     * How much the lists of each kind give for a keyword, which is counted.
     *
     * @param body.fromPerformerId counts this creator's content only.
     */
    async search(
      viewer: Viewer,
      { keyword, objectType = '', fromPerformerId }: EndpointPart<'searchKeyword', 'body'>,
    ): Promise<EndpointReply<'searchKeyword'>> {
      const now = clock.now();
      const [performers, found] = await Promise.all([
        fromPerformerId === undefined ? performer.search(first(keyword, 1), viewer) : null,
        items.countFound(viewer, keyword, fromPerformerId),
        repository.record({
          id: newId(now.getTime()),
          keyword: plain(keyword),
          objectType,
          createdAt: now,
          updatedAt: now,
        }),
      ]);
      return {
        totalPerformer: performers?.total ?? 0,
        totalFeed: found.feed,
        totalProduct: found.product,
        totalVideo: found.video,
        totalGallery: found.gallery,
      };
    },

    /**
     * What to offer somebody who has typed so much: creators, titles, and what many searched for. Only what this viewer may
     * find; nothing is recorded.
     */
    async suggest(viewer: Viewer, q = ''): Promise<EndpointReply<'suggestSearch'>> {
      if (!/[\p{L}\p{N}]{2}/u.test(q)) return { creators: [], items: [], keywords: [] };
      const [performers, titles, keywords] = await Promise.all([
        performer.search(first(q, suggested.creators), viewer),
        items.suggest(viewer, q, suggested.itemsOfEachKind),
        repository.suggest(plain(q), { atLeast: suggested.attempts, limit: suggested.keywords }),
      ]);
      const authors = await people.cards([...new Set(titles.map(({ performerId }) => performerId))], viewer.actor);
      return {
        creators: performers.data,
        items: titles.flatMap(({ id, performerId, kind, slug, title }) => {
          const author = authors.get(performerId);
          return author && title !== '' ? [{ _id: id, kind, slug, title, performer: author }] : [];
        }),
        keywords,
      };
    },

    /** Learns the words there are now. A job does so every ten minutes. */
    readWords: () => refreshSearchWords(db),

    /** Forgets keywords that few used, and nobody lately. */
    async sweep(): Promise<void> {
      await repository.forget({ before: new Date(clock.now().getTime() - kept.days * DAY_MS), below: kept.attempts });
    },

    /** What people search for, most used first; with `dateRange` what they searched for lately. */
    async listKeywords({
      dateRange,
      ...query
    }: EndpointPart<'listKeywords', 'query'>): Promise<EndpointReply<'listKeywords'>> {
      const since = dateRange ? new Date(clock.now().getTime() - days[dateRange] * DAY_MS) : null;
      const { rows, total } = await repository.list({ ...query, since });
      const data = rows.map(({ id, createdAt, updatedAt, ...row }) => ({
        ...row,
        _id: id,
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      }));
      return { data, total };
    },
  };
}
