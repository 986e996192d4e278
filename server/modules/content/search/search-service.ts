import { and, desc, gte, ilike, lt, ne, sql, sum } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { directionOf } from '../../../db/list-query';
import { pageOf } from '../../../db/rows';
import { searchKeywords } from '../../../db/schema/social';
import { anywhere, refreshSearchWords } from '../../../db/search-words';
import type { ItemService } from '../item/item-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { PerformerService } from '../../identity/performer/performer-service';
import type { Viewer } from '../subject/subject-service';

const DAY_MS = 24 * 3600 * 1000;
const days = { day: 1, week: 7, month: 30 } as const;

/** How much is suggested at most, and how often somebody searched for what others are offered. Ours. */
const suggested = { creators: 4, itemsOfEachKind: 3, keywords: 4, attempts: 3 } as const;
/** How long a keyword is kept that was used less often than this. */
const kept = { days: 90, attempts: 3 } as const;

const plain = (keyword: string) => keyword.trim().toLowerCase().replaceAll(/\s+/g, ' ');

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
  const first = (q: string, limit: number) => ({ q, limit, offset: 0, sort: 'desc' as const });

  /** Counts one more search for a keyword. */
  async function record(keyword: string, objectType: string): Promise<void> {
    const now = clock.now();
    await db
      .insert(searchKeywords)
      .values({ id: newId(now.getTime()), keyword, objectType, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [searchKeywords.keyword, searchKeywords.objectType],
        set: { attempt: sql`${searchKeywords.attempt} + 1`, updatedAt: now },
      });
  }

  /** Other keywords that say this, most used first. */
  async function listOften(words: string): Promise<string[]> {
    const attempts = sum(searchKeywords.attempt);
    const rows = await db
      .select({ keyword: searchKeywords.keyword })
      .from(searchKeywords)
      .where(and(ilike(searchKeywords.keyword, anywhere(words)), ne(searchKeywords.keyword, words)))
      .groupBy(searchKeywords.keyword)
      .having(gte(attempts, sql`${suggested.attempts}`))
      .orderBy(desc(attempts), searchKeywords.keyword)
      .limit(suggested.keywords);
    return rows.map(({ keyword }) => keyword);
  }

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
      const [performers, found] = await Promise.all([
        fromPerformerId === undefined ? performer.search(first(keyword, 1), viewer) : null,
        items.countFound(viewer, keyword, fromPerformerId),
        record(plain(keyword), objectType),
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
        listOften(plain(q)),
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
      const before = new Date(clock.now().getTime() - kept.days * DAY_MS);
      await db
        .delete(searchKeywords)
        .where(and(lt(searchKeywords.updatedAt, before), lt(searchKeywords.attempt, kept.attempts)));
    },

    /** What people search for, most used first; with `dateRange` what they searched for lately. */
    async listKeywords({
      q,
      dateRange,
      sort,
      ...page
    }: EndpointPart<'listKeywords', 'query'>): Promise<EndpointReply<'listKeywords'>> {
      const { keyword, attempt, updatedAt, id } = searchKeywords;
      const where = and(
        q?.trim() ? ilike(keyword, anywhere(q.trim())) : undefined,
        dateRange && gte(updatedAt, new Date(clock.now().getTime() - days[dateRange] * DAY_MS)),
      );
      const order = [attempt, updatedAt, id].map(directionOf(sort));
      const { rows, total } = await pageOf(db, searchKeywords, { ...page, where, order });
      const data = rows.map((row) => ({
        ...row,
        _id: row.id,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      }));
      return { data, total };
    },
  };
}
