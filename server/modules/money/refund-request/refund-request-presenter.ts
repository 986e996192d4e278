import { fromCents } from '@contract/base/money';
import type { EndpointReply } from '@contract/schemas';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { getReceiptTitle } from '../receipt/receipt-service';
import type { RefundRequestRow } from './refund-request-repository';
import type { SaleRepository } from './sale-repository';

export type RefundRequestView = EndpointReply<'askForRefund'>;
export type Side = 'fan' | 'creator' | 'operator';

export interface PresentDeps {
  people: Pick<PeopleService, 'publicViews'>;
  settings: Pick<SettingsService, 'read'>;
  saleRepository: SaleRepository;
}

const DAY_MS = 24 * 3600 * 1000;

export async function presentRefundRequests(
  { people, settings, saleRepository }: PresentDeps,
  rows: readonly RefundRequestRow[],
  side: Side,
): Promise<RefundRequestView[]> {
  const [{ sales, orderIds, takes }, persons, site] = await Promise.all([
    saleRepository.readMany(rows.map(({ saleId }) => saleId)),
    people.publicViews(rows.flatMap(({ userId, performerId }) => [userId, performerId ?? userId])),
    settings.read(),
  ]);
  return rows.flatMap((row): RefundRequestView[] => {
    const sale = sales.get(row.saleId);
    if (!sale) return [];
    const [user, performer] = [persons.get(row.userId), persons.get(row.performerId ?? '')];
    const net = takes.get(row.saleId);
    const creator = performer?.name || performer?.username || '';
    const answerBy = new Date(row.createdAt.getTime() + site.refundAnswerDays * DAY_MS);
    return [
      {
        _id: row.id,
        saleId: row.saleId,
        kind: sale.kind,
        title: getReceiptTitle(sale, { creator, siteName: site.siteName }),
        orderId: orderIds.get(row.saleId) ?? null,
        amount: fromCents(sale.amount),
        refundsTo: sale.paymentId === null ? 'wallet' : 'card',
        takes: side !== 'fan' && net !== undefined ? fromCents(net) : null,
        reason: row.reason,
        state: row.state,
        answer: row.answer,
        decidedBy: row.decidedBy,
        decidedAt: row.decidedAt?.toISOString() ?? null,
        answerBy: row.state === 'asked' ? answerBy.toISOString() : null,
        userId: row.userId,
        userInfo: user && !user.isPerformer ? user : null,
        performerId: row.performerId,
        performerInfo: performer?.isPerformer ? performer : null,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
      },
    ];
  });
}
