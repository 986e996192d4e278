import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { refreshSearchWords } from '../../../db/search-words';
import { createTtlCache } from '../../../lib/ttl-cache';
import type { ItemService } from '../item/item-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { PerformerService } from '../../identity/performer/performer-service';
import type { Viewer } from '../target/target-service';
import { createKeywordRepository } from './keyword-repository';

const DAY_MS = 24 * 3600 * 1000;
const days = { day: 1, week: 7, month: 30 } as const;

/** How much is suggested at most. Ours. */
const suggested = { creators: 4, itemsOfEachKind: 3, keywords: 4, popular: 8 } as const;
/** Days for which a search makes its keyword one to offer. */
const OFFERED_DAYS = 90;
/** The same for what is offered before anything is typed. */
const POPULAR_DAYS = days.month;
const POPULAR_TTL_MS = 60_000;

const plain = (keyword: string) => keyword.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** What people look for, and how much of it there is. Wire contract 2.19. */
export function createSearchService(
  { db, clock, failures }: Pick<ServerContext, 'db' | 'clock' | 'failures'>,
  {
    performer,
    items,
    people,
    hash,
  }: {
    performer: Pick<PerformerService, 'search'>;
    items: Pick<ItemService, 'countFound' | 'suggest'>;
    people: Pick<PeopleService, 'cards'>;
    /** Keyed: makes of account and keyword what is stored of who searched. */
    hash(text: string): string;
  },
) {
  const first = (q: string, limit: number) => ({ q, limit, offset: 0, sort: 'desc' as const });

  const keywords = createKeywordRepository(db, hash);
  /** The same for everyone. */
  const popular = createTtlCache<string[]>({ ttlMs: POPULAR_TTL_MS, most: 1, now: () => clock.now().getTime() });
  const daysAgo = (count: number) => new Date(clock.now().getTime() - count * DAY_MS);

  /** Counts a search. One that cannot be counted is answered all the same. */
  async function record(keyword: string, objectType: string, actor: Actor | null): Promise<void> {
    try {
      await keywords.record({ keyword, objectType, accountId: actor?.id ?? null, now: clock.now() });
    } catch (error) {
      failures.report('database', 'counting searches', error);
    }
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
        record(plain(keyword), objectType, viewer.actor),
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
     * Suggests creators, titles and keywords for a text that is being typed, only from what the viewer may find. Without `q` it
     * suggests the keywords of the last month. Nothing is recorded.
     */
    async suggest(viewer: Viewer, q = ''): Promise<EndpointReply<'suggestSearch'>> {
      const nothing = { creators: [], items: [], keywords: [] };
      if (q.trim() === '') {
        const ask = () => keywords.listOffered({ since: daysAgo(POPULAR_DAYS), limit: suggested.popular });
        return { ...nothing, keywords: await popular.get('', ask) };
      }
      if (!/[\p{L}\p{N}]{2}/u.test(q)) return nothing;
      const [performers, titles, offered] = await Promise.all([
        performer.search(first(q, suggested.creators), viewer),
        items.suggest(viewer, q, suggested.itemsOfEachKind),
        keywords.listOffered({ words: plain(q), since: daysAgo(OFFERED_DAYS), limit: suggested.keywords }),
      ]);
      const authors = await people.cards([...new Set(titles.map(({ performerId }) => performerId))], viewer.actor);
      return {
        creators: performers.data,
        items: titles.flatMap(({ id, performerId, kind, slug, title }) => {
          const author = authors.get(performerId);
          return author && title !== '' ? [{ _id: id, kind, slug, title, performer: author }] : [];
        }),
        keywords: offered,
      };
    },

    /** Learns the words there are now. A job does so every ten minutes. */
    readWords: () => refreshSearchWords(db),

    /** Forgets who searched for what, and keywords that nobody uses any more, after a quarter. */
    sweep: (): Promise<void> => keywords.forgetBefore(daysAgo(OFFERED_DAYS)),

    /** Forgets what an account that is deleted searched for. */
    forgetAccount: (accountId: string): Promise<void> => keywords.forgetAccount(accountId),

    /**
     * Keywords, most used first; with `dateRange` those used in it. The family limits this to creators and operators; fans get
     * the keywords that they may be offered.
     */
    async listKeywords(
      actor: Actor,
      { dateRange, ...query }: EndpointPart<'listKeywords', 'query'>,
    ): Promise<EndpointReply<'listKeywords'>> {
      const { rows, total } = await keywords.list(query, {
        usedSince: dateRange && daysAgo(days[dateRange]),
        offeredSince: actor.isAdmin || isPerformer(actor) ? undefined : daysAgo(OFFERED_DAYS),
      });
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

export type SearchService = ReturnType<typeof createSearchService>;
