import { fromCents } from '@contract/base/money';
import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { PeopleService, PersonView } from '../../identity/people/people-service';
import type { ProductService, ProductView } from '../../content/product/product-service';
import type { SaleRequestService, SaleRequestView } from '../refund-request/sale-request-service';
import type { OrderEventRow, OrderRepository, OrderRow } from './order-repository';

export type OrderView = EndpointReply<'searchOrders'>['data'][number];

export interface PresentOrderDeps {
  people: Pick<PeopleService, 'publicViews'>;
  product: Pick<ProductService, 'views'>;
  saleRequest: Pick<SaleRequestService, 'readNewest'>;
  repository: OrderRepository;
}

/** The order number that buyer and seller see. Wire contract 3.9. */
export const getOrderNumber = ({ transactionId }: Pick<OrderRow, 'transactionId'>): string =>
  transactionId.slice(-8).toUpperCase();

/** For example `A print and 2 more`. */
export function nameTogether([first, ...rest]: readonly { name: string }[]): string {
  if (!first) return '';
  return rest.length === 0 ? first.name : `${first.name} and ${rest.length} more`;
}

/** For example `Post RR1`; either part can be missing. */
export const getTracking = ({ carrier, shippingCode }: Pick<OrderRow, 'carrier' | 'shippingCode'>): string =>
  [carrier, shippingCode].filter(Boolean).join(' ');

export const getRefundPlace = ({ isByCard }: Pick<OrderRow, 'isByCard'>): string =>
  isByCard ? 'your card' : 'your wallet';

export async function presentOrders(
  { people, product, saleRequest, repository }: PresentOrderDeps,
  rows: readonly OrderRow[],
  { actor }: { actor: Actor },
): Promise<OrderView[]> {
  const productIds = rows.map(({ productId }) => productId);
  const refunded = rows.filter(({ deliveryStatus }) => deliveryStatus === 'refunded');
  const [persons, requests, cancelled] = await Promise.all([
    people.publicViews(rows.flatMap(({ userId, performerId }) => [userId, performerId])),
    saleRequest.readNewest(rows.map(({ transactionId }) => transactionId)),
    repository.findCancelled(refunded.map(({ id }) => id)),
  ]);
  const products = await product.views(productIds, actor, null, persons);
  return rows.map((row) => presentOrder(row, { persons, products, requests, cancelled }));
}

interface OrderParts {
  persons: Map<string, PersonView>;
  products: Map<string, ProductView>;
  /** By the order's transaction. */
  requests: Map<string, SaleRequestView>;
  /** Ids of the orders that their buyers cancelled. */
  cancelled: Set<string>;
}

function presentOrder(row: OrderRow, { persons, products, requests, cancelled }: OrderParts): OrderView {
  const [performer, user] = [persons.get(row.performerId), persons.get(row.userId)];
  return {
    _id: row.id,
    orderNumber: getOrderNumber(row),
    transactionId: row.transactionId,
    performerId: row.performerId,
    performerInfo: performer?.isPerformer ? performer : null,
    userId: row.userId,
    userInfo: user && !user.isPerformer ? user : null,
    productId: row.productId,
    productInfo: products.get(row.productId) ?? null,
    quantity: row.quantity,
    unitPrice: fromCents(row.unitPrice),
    totalPrice: fromCents(row.totalPrice),
    deliveryStatus: row.deliveryStatus,
    shippingCode: row.shippingCode,
    deliveryAddressId: row.deliveryAddressId,
    deliveryAddress: row.deliveryAddress,
    phoneNumber: row.phoneNumber,
    userNote: row.userNote,
    postalCode: row.postalCode,
    groupId: row.groupId,
    name: row.name,
    productType: row.type,
    shippingPrice: fromCents(row.shippingPrice),
    taxAmount: fromCents(row.taxAmount),
    carrier: row.carrier,
    packedAt: row.packedAt?.toISOString() ?? null,
    downloads:
      row.type === 'digital'
        ? { used: row.downloads, limit: row.downloadLimit, until: row.downloadableUntil?.toISOString() ?? null }
        : null,
    isCancelled: cancelled.has(row.id),
    refundRequest: requests.get(row.transactionId) ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export const isMoneyBack = (kind: OrderEventRow['kind']): boolean => kind === 'cancelled' || kind === 'refunded';

export const presentOrderEvent = (
  { kind, detail, createdAt }: OrderEventRow,
  { name = '', totalPrice }: Pick<OrderView, 'name' | 'totalPrice'>,
) => ({
  kind,
  detail,
  createdAt: createdAt.toISOString(),
  ...(isMoneyBack(kind) && { refunded: { name, amount: totalPrice } }),
});
