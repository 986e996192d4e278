import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { type Actor, isOperator, isPerformer, type Viewer } from '../../../access';
import type { ServerContext } from '../../../context';
import { refreshSearchWords } from '../../../db/search-words';
import { createTtlCache } from '../../../lib/ttl-cache';
import type { ItemService } from '../item/item-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { PerformerService } from '../../identity/performer/performer-service';
import { createKeywordRepository } from './keyword-repository';

const DAY_MS = 24 * 3600 * 1000;
const days = { day: 1, week: 7, month: 30 } as const;

/** Maximum number of suggestions of each kind. Our extension. */
const suggested = { creators: 4, itemsOfEachKind: 3, keywords: 4, popular: 8 } as const;
const SUGGESTABLE_DAYS = 90;
const POPULAR_DAYS = days.month;
const POPULAR_TTL_MS = 60_000;

const plain = (keyword: string) => keyword.trim().toLowerCase().replaceAll(/\s+/g, ' ');

const toQuery = (q: string, limit: number) => ({ q, limit, offset: 0, sort: 'desc' as const });

interface SearchDeps {
  performer: Pick<PerformerService, 'search'>;
  items: Pick<ItemService, 'countFound' | 'suggest'>;
  people: Pick<PeopleService, 'cards'>;
  /** A keyed hash of account and keyword, stored in the table of searchers. */
  hash(text: string): string;
}

interface Searching extends Omit<SearchDeps, 'hash'>, Pick<ServerContext, 'clock' | 'failures'> {
  keywords: ReturnType<typeof createKeywordRepository>;
  popular: ReturnType<typeof createTtlCache<string[]>>;
  daysAgo(count: number): Date;
}

export type SearchService = ReturnType<typeof createSearchService>;

/** Wire contract 2.19. */
export function createSearchService(
  { db, clock, failures }: Pick<ServerContext, 'db' | 'clock' | 'failures'>,
  { performer, items, people, hash }: SearchDeps,
) {
  const keywords = createKeywordRepository(db, hash);
  const popular = createTtlCache<string[]>({ ttlMs: POPULAR_TTL_MS, most: 1, now: () => clock.now().getTime() });
  const daysAgo = (count: number) => new Date(clock.now().getTime() - count * DAY_MS);
  const searching: Searching = { clock, failures, performer, items, people, keywords, popular, daysAgo };

  return {
    /** Counts what is found, and records the search. @param body.fromPerformerId counts only this creator's content */
    async search(
      viewer: Viewer,
      { keyword, objectType = '', fromPerformerId }: EndpointPart<'searchKeyword', 'body'>,
    ): Promise<EndpointReply<'searchKeyword'>> {
      const [performers, found] = await Promise.all([
        fromPerformerId === undefined ? performer.search(toQuery(keyword, 1), viewer) : null,
        items.countFound(viewer, keyword, fromPerformerId),
        record(searching, plain(keyword), objectType, viewer.actor),
      ]);
      return {
        totalPerformer: performers?.total ?? 0,
        totalFeed: found.feed,
        totalProduct: found.product,
        totalVideo: found.video,
        totalGallery: found.gallery,
      };
    },

    suggest: (viewer: Viewer, q?: string) => suggest(searching, viewer, q),

    readWords: () => refreshSearchWords(db),

    sweep: (): Promise<void> => keywords.forgetBefore(daysAgo(SUGGESTABLE_DAYS)),

    forgetAccount: (accountId: string): Promise<void> => keywords.forgetAccount(accountId),

    /**
     * Most used first. Compatible backends allow only creators and operators; ours also gives fans the keywords that can be
     * suggested.
     */
    async listKeywords(
      actor: Actor,
      { dateRange, ...query }: EndpointPart<'listKeywords', 'query'>,
    ): Promise<EndpointReply<'listKeywords'>> {
      const { rows, total } = await keywords.list(query, {
        usedSince: dateRange && daysAgo(days[dateRange]),
        suggestableSince: isOperator(actor) || isPerformer(actor) ? undefined : daysAgo(SUGGESTABLE_DAYS),
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

/** A failure is only reported, so that a search gets a response even if it cannot be recorded. */
async function record(
  { keywords, clock, failures }: Searching,
  keyword: string,
  objectType: string,
  actor: Actor | null,
): Promise<void> {
  try {
    await keywords.record({ keyword, objectType, accountId: actor?.id ?? null, now: clock.now() });
  } catch (error) {
    failures.report('database', 'search count', error);
  }
}

/**
 * Suggests creators, titles and keywords that the viewer can find, for a text that is being typed. Without `q`, suggests
 * popular keywords of the last month. Records nothing.
 */
async function suggest(
  { keywords, popular, performer, items, people, daysAgo }: Searching,
  viewer: Viewer,
  q = '',
): Promise<EndpointReply<'suggestSearch'>> {
  const nothing = { creators: [], items: [], keywords: [] };
  if (q.trim() === '') {
    const load = () => keywords.listSuggestable({ since: daysAgo(POPULAR_DAYS), limit: suggested.popular });
    return { ...nothing, keywords: await popular.get('', load) };
  }
  if (!/[\p{L}\p{N}]{2}/u.test(q)) return nothing;
  const [performers, titles, offered] = await Promise.all([
    performer.search(toQuery(q, suggested.creators), viewer),
    items.suggest(viewer, q, suggested.itemsOfEachKind),
    keywords.listSuggestable({ words: plain(q), since: daysAgo(SUGGESTABLE_DAYS), limit: suggested.keywords }),
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
}
