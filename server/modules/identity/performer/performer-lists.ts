import { eq, type SQL } from 'drizzle-orm';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Viewer } from '../../../access';
import type { ServerContext } from '../../../context';
import { accounts } from '../../../db/schema/accounts';
import { readSearchWords } from '../../../db/search-words';
import { createTtlCache, type TtlCache } from '../../../lib/ttl-cache';
import type { CardView, PeopleService } from '../people/people-service';
import { byRank, getOrder, matchesFilter, type PerformerQuery } from './performer-filter';
import type { PerformerListPage, PerformerListRepository } from './performer-list-repository';

/** Wire contract 1.2. */
const SAMPLE_SIZE = 50;
const MIN_CACHED_TOTAL = 500;

interface PerformerListDeps extends Pick<ServerContext, 'db' | 'clock'> {
  people: Pick<PeopleService, 'cards'>;
  lists: PerformerListRepository;
  totals: TtlCache<number>;
}

/**
 * Counting ten thousand creators takes longer than reading a page, so large totals are cached. They may include creators who
 * block the viewer.
 */
export const createTotalCache = ({ clock }: Pick<ServerContext, 'clock'>): TtlCache<number> =>
  createTtlCache<number>({
    ttlMs: 5_000,
    most: 1_000,
    now: () => clock.now().getTime(),
    isWorthKeeping: (total) => total >= MIN_CACHED_TOTAL,
  });

export async function searchPerformers(
  deps: PerformerListDeps,
  query: PerformerQuery,
  viewer: Viewer,
): Promise<EndpointReply<'searchPerformers'>> {
  const { words, where } = await readFilter(deps, query, viewer);
  const order = getOrder(query, words, deps.clock.now());
  return listPage(deps, { ...query, where, order, withTotal: words.length > 0 }, query, viewer);
}

/** Ignores the query's limit and offset. */
export async function samplePerformers(
  deps: PerformerListDeps,
  query: PerformerQuery,
  viewer: Viewer,
): Promise<EndpointReply<'listRandomPerformers'>> {
  const { where } = await readFilter(deps, query, viewer);
  const ids = await deps.lists.listRandomIds(viewer, where, SAMPLE_SIZE);
  return { data: await listCards(deps, ids, viewer) };
}

export function listTopPerformers(
  deps: PerformerListDeps,
  query: EndpointPart<'listTopPerformers', 'query'>,
  viewer: Viewer,
): Promise<EndpointReply<'listTopPerformers'>> {
  const where = query.gender && eq(accounts.gender, query.gender);
  return listPage(deps, { ...query, where, order: byRank }, { gender: query.gender }, viewer);
}

async function readFilter({ db, clock }: PerformerListDeps, query: PerformerQuery, { actor }: Viewer) {
  const words = query.q === undefined ? [] : await readSearchWords(db, query.q);
  return { words, where: matchesFilter(query, words, { viewerId: actor?.id ?? null, now: clock.now() }) };
}

async function listPage(
  deps: PerformerListDeps,
  page: PerformerListPage,
  filter: Partial<PerformerQuery>,
  viewer: Viewer,
): Promise<{ data: CardView[]; total: number }> {
  const { ids, total } = await deps.lists.listIds(viewer, page);
  const isEmptyFirstPage = page.withTotal && page.offset === 0;
  const [data, counted] = await Promise.all([
    listCards(deps, ids, viewer),
    total ?? (isEmptyFirstPage ? 0 : countListed(deps, filter, viewer, page.where)),
  ]);
  return { data, total: counted };
}

async function listCards({ people }: PerformerListDeps, ids: readonly string[], viewer: Viewer): Promise<CardView[]> {
  const cards = await people.cards(ids, viewer.actor);
  return ids.map((id) => cards.get(id)).filter((card) => card !== undefined);
}

function countListed(
  { lists, totals }: PerformerListDeps,
  filter: Partial<PerformerQuery>,
  viewer: Viewer,
  where: SQL | undefined,
): Promise<number> {
  const { limit: _limit, offset: _offset, sort: _sort, sortBy: _sortBy, ...rest } = filter;
  const followerId = rest.followed === undefined ? null : viewer.actor?.id;
  const key = JSON.stringify([rest, viewer.country, followerId]);
  return totals.get(key, () => lists.count(viewer, where));
}
