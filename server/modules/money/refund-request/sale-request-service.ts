import type { EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import type { SettingsService } from '../../site/settings/settings-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import { createRefundRequestRepository, type RefundRequestRow } from './refund-request-repository';

export type SaleRequestView = NonNullable<EndpointReply<'searchOrders'>['data'][number]['refundRequest']>;
export type SaleRequestService = ReturnType<typeof createSaleRequestService>;

const DAY_MS = 24 * 3600 * 1000;

/** Reads refund requests of sales, separate from the service that decides them, because that one needs orders. */
export function createSaleRequestService(
  { db }: Pick<ServerContext, 'db'>,
  { settings }: { settings: Pick<SettingsService, 'read'> },
) {
  const repository = createRefundRequestRepository(db);
  return {
    /** The newest request of each sale, by its id, in one query. */
    async readNewest(saleIds: readonly string[]): Promise<Map<string, SaleRequestView>> {
      if (saleIds.length === 0) return new Map();
      const [rows, site] = await Promise.all([repository.listNewestOfSales(saleIds), settings.read()]);
      return new Map(rows.map((row) => [row.saleId, presentState(row, site)]));
    },

    /** Counts the requests that wait for a creator. */
    countAsked: repository.countAsked,
  };
}

/** Presents how a request stands, for both sides of the sale. */
export function presentState(
  { id, state, reason, answer, decidedBy, decidedAt, createdAt }: RefundRequestRow,
  { refundAnswerDays }: Pick<SiteSettings, 'refundAnswerDays'>,
): SaleRequestView {
  const answerBy = new Date(createdAt.getTime() + refundAnswerDays * DAY_MS);
  return {
    _id: id,
    state,
    reason,
    answer,
    decidedBy,
    decidedAt: decidedAt?.toISOString() ?? null,
    answerBy: state === 'asked' ? answerBy.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
}
