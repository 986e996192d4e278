import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents } from '@contract/base/money';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { readDays } from '../../../db/list-query';
import type { PeopleService } from '../../identity/people/people-service';
import { presentEarning } from './earning-presenter';
import type { createEarningRepository, EarningQuery } from './earning-repository';
import { fillSeries } from './earning-series';

const SUBSCRIPTIONS = ['monthly_subscription', 'yearly_subscription'] as const;

/** What creators read of their income. */
export function createEarningReport(
  { clock }: Pick<ServerContext, 'clock'>,
  { people, repository }: { people: PeopleService; repository: ReturnType<typeof createEarningRepository> },
) {
  async function searchEarnings(actor: Actor, query: EarningQuery): Promise<EndpointReply<'searchEarnings'>> {
    assertAllowed(isPerformer(actor));
    const { rows, total } = await repository.search(actor.id, query);
    const views = await people.views(
      rows.map((row) => row.earning.userId),
      actor,
    );
    return { data: rows.map(({ earning, ...about }) => presentEarning(earning, { ...about, people: views })), total };
  }

  return {
    /** Sums over the actor's sales, and over each span when asked. Refunded sales are not in them. */
    async stats(
      actor: Actor,
      query: EndpointPart<'getEarningStats', 'query'>,
    ): Promise<EndpointReply<'getEarningStats'>> {
      assertAllowed(isPerformer(actor));
      const { groupBy } = query;
      const [total, spans] = await Promise.all([
        repository.sum(actor.id, query),
        groupBy ? repository.sumBySpan(actor.id, query, groupBy) : [],
      ]);
      const now = clock.now();
      const range = readDays(query) ?? { from: new Date(spans[0]?.date ?? now), to: now };
      return {
        totalGrossPrice: fromCents(total.gross),
        totalNetPrice: fromCents(total.net),
        totalSiteCommission: fromCents(total.commission),
        ...(groupBy && { series: fillSeries(spans, groupBy, range) }),
      };
    },

    /** What each of these fans paid a creator in all, before commission; who paid nothing is absent. */
    sumByFan: repository.sumByFan,

    /** What each of these posts earned its creator; those never sold are absent. */
    sumByFeed: repository.sumByFeed,

    /** Sums over a creator's sales since a moment. */
    sumSince: repository.sumSince,

    /** When a creator's income leaves its holding period next, and how much that is. */
    findNextRelease: repository.findNextRelease,

    /** The actor's sales with who bought, newest first. */
    search: (actor: Actor, query: EndpointPart<'searchEarnings', 'query'>) => searchEarnings(actor, query),

    /** The same for subscriptions only. */
    searchSubscriptions(
      actor: Actor,
      query: EndpointPart<'searchSubscriptionEarnings', 'query'>,
    ): Promise<EndpointReply<'searchSubscriptionEarnings'>> {
      return searchEarnings(actor, { ...query, types: SUBSCRIPTIONS });
    },
  };
}
