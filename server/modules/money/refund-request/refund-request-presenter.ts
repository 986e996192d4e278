import { fromCents } from '@contract/base/money';
import type { EndpointReply } from '@contract/schemas';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { getOrderNumber, type OrderRow } from '../order/order-service';
import { getReceiptTitle } from '../receipt/receipt-service';
import type { RefundRequestRow } from './refund-request-repository';
import type { SaleRepository } from './sale-repository';
import { presentState } from './sale-request-service';

export type RefundRequestView = EndpointReply<'askForRefund'>;
export type Side = 'fan' | 'creator' | 'operator';

export interface PresentDeps {
  people: Pick<PeopleService, 'publicViews'>;
  settings: Pick<SettingsService, 'read'>;
  saleRepository: SaleRepository;
}

export async function presentRefundRequests(
  { people, settings, saleRepository }: PresentDeps,
  rows: readonly RefundRequestRow[],
  side: Side,
): Promise<RefundRequestView[]> {
  const [{ sales, orders, takes }, persons, site] = await Promise.all([
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
    const order = orders.get(row.saleId);
    return [
      {
        ...presentState(row, site),
        saleId: row.saleId,
        kind: sale.kind,
        title: getReceiptTitle(sale, { creator, siteName: site.siteName }),
        orderId: order?.id ?? null,
        order: order ? presentOrder(order) : null,
        amount: fromCents(sale.amount),
        refundsTo: sale.paymentId === null ? 'wallet' : 'card',
        takes: side !== 'fan' && net !== undefined ? fromCents(net) : null,
        userId: row.userId,
        userInfo: user && !user.isPerformer ? user : null,
        performerId: row.performerId,
        performerInfo: performer?.isPerformer ? performer : null,
        updatedAt: row.updatedAt.toISOString(),
      },
    ];
  });
}

const presentOrder = (order: OrderRow): NonNullable<RefundRequestView['order']> => ({
  orderNumber: getOrderNumber(order),
  deliveryStatus: order.deliveryStatus,
  productType: order.type,
  downloads: order.downloads,
});
