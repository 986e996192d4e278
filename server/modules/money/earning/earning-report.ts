import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents, type Cents } from '@contract/base/money';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { readDays } from '../../../db/list-query';
import type { PeopleService, PersonView } from '../../identity/people/people-service';
import type { EarningQuery, EarningReportRepository } from './earning-report-repository';
import type { EarningRow } from './earning-repository';

export type EarningView = EndpointReply<'searchEarnings'>['data'][number];

const DAY_MS = 24 * 3600 * 1000;
const SUBSCRIPTIONS = ['monthly_subscription', 'yearly_subscription'] as const;

export function createEarningReport(
  { clock }: Pick<ServerContext, 'clock'>,
  { people, repository }: { people: Pick<PeopleService, 'views'>; repository: EarningReportRepository },
) {
  async function searchEarnings(actor: Actor, query: EarningQuery): Promise<EndpointReply<'searchEarnings'>> {
    assertAllowed(isPerformer(actor));
    const { rows, total } = await repository.search(actor.id, query);
    const ids = rows.map((row) => row.earning.userId);
    const views = await people.views(ids, actor);
    return { data: rows.map(({ earning, ...texts }) => presentEarning(earning, { ...texts, people: views })), total };
  }

  return {
    /** Leaves out refunded sales. `series` is present if the request has `groupBy`. */
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

    search: searchEarnings,

    searchSubscriptions(
      actor: Actor,
      query: EndpointPart<'searchSubscriptionEarnings', 'query'>,
    ): Promise<EndpointReply<'searchSubscriptionEarnings'>> {
      return searchEarnings(actor, { ...query, types: SUBSCRIPTIONS });
    },
  };
}

/** Wire contract 3.14. `userInfo` is the fan's public view. */
function presentEarning(
  row: EarningRow,
  { itemName, userNote, people }: { itemName: string | null; userNote: string | null; people: Map<string, PersonView> },
): EarningView {
  const user = people.get(row.userId);
  return {
    _id: row.id,
    userId: row.userId,
    userInfo: user && !user.isPerformer ? user : null,
    performerId: row.performerId,
    transactionId: row.transactionId,
    sourceType: row.sourceType as EarningView['sourceType'],
    type: row.type as EarningView['type'],
    grossPrice: fromCents(row.grossPrice),
    netPrice: fromCents(row.netPrice),
    siteCommission: row.siteCommission,
    isPaid: row.isPaid,
    paidAt: row.paidAt?.toISOString() ?? null,
    paymentGateway: row.paymentGateway as EarningView['paymentGateway'],
    isToken: row.isToken,
    itemName,
    ...(userNote && { userNote }),
    availableAt: (row.releasedAt ?? row.releaseAt).toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

type Span = 'day' | 'week' | 'month';

interface Sums {
  /** First day of the span, such as `2026-01-31`. */
  date: string;
  gross: Cents;
  net: Cents;
}

/** Longest span of each kind, in days. */
const MAX_DAYS = { day: 1, week: 7, month: 31 } as const satisfies Record<Span, number>;

/** Limit per response: almost three years of days, more than a chart can show. */
const MAX_SPANS = 1000;

/**
 * Adds zeros for spans without a sale, so that a chart can draw the series directly. Weeks start on Monday; UTC.
 *
 * @param rows oldest first.
 * @param range `to` is exclusive; only its newest 1000 spans are returned.
 */
function fillSeries(rows: readonly Sums[], span: Span, range: { from: Date; to: Date }) {
  const byDate = new Map(rows.map((row) => [row.date, row]));
  const dates: string[] = [];
  const earliest = new Date(range.to.getTime() - MAX_SPANS * MAX_DAYS[span] * DAY_MS);
  const from = range.from > earliest ? range.from : earliest;
  for (let day = startOfSpan(from, span); day < range.to; day = nextSpan(day, span)) {
    dates.push(day.toISOString().slice(0, 10));
    if (dates.length > MAX_SPANS) dates.shift();
  }
  return dates.map((date) => {
    const sums = byDate.get(date);
    return { date, grossPrice: sums ? fromCents(sums.gross) : 0, netPrice: sums ? fromCents(sums.net) : 0 };
  });
}

function startOfSpan(moment: Date, span: Span): Date {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()];
  if (span === 'month') return new Date(Date.UTC(year, month, 1));
  const sinceMonday = (moment.getUTCDay() + 6) % 7;
  return new Date(Date.UTC(year, month, span === 'week' ? day - sinceMonday : day));
}

/** @param day first day of a span; adding the longest span of its kind always leads into the next one */
function nextSpan(day: Date, span: Span): Date {
  return startOfSpan(new Date(day.getTime() + MAX_DAYS[span] * DAY_MS), span);
}
