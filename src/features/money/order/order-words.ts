import { roundDollars } from '@contract/base/money';
import { isRefundOpen } from '@contract/money/refund-state';
import type { EndpointData } from '@contract/schemas';
import { nameQuantity, pluralise } from '@/lib/format-count';
import { isFiniteNumber } from '@/lib/known';

export type Order = EndpointData<'searchOrders'>['data'][number];
export type OrderDetails = EndpointData<'getOrder'>;
export type DeliveryStatus = Order['deliveryStatus'];

/** Orders from one creator that were paid together and are shipped together. */
export interface Parcel {
  /** Id of the first order. */
  _id: string;
  orders: Order[];
  /** Orders that were not refunded; all orders if all were. */
  kept: Order[];
  /** Dollars that went back to the buyer. */
  refunded: number;
  status: DeliveryStatus;
  /** Whether the buyer cancelled all of it. */
  isCancelled: boolean;
}

const steps: DeliveryStatus[] = ['processing', 'shipping', 'delivered', 'refunded'];

const statusWords = {
  processing: { buyer: 'Being prepared', seller: 'To ship', tone: 'warn' },
  shipping: { buyer: 'On its way', seller: 'Shipped', tone: 'accent' },
  delivered: { buyer: 'Delivered', seller: 'Delivered', tone: 'success' },
  refunded: { buyer: 'Refunded', seller: 'Refunded', tone: 'plain' },
} as const;

type StatusOf = Pick<Parcel, 'status'> & { isCancelled?: boolean | undefined };

/** A status that only newer backends know is shown unchanged. */
export function getStatusWords({ status, isCancelled }: StatusOf, side: 'buyer' | 'seller') {
  if (status === 'refunded' && isCancelled) return { text: 'Cancelled', tone: 'plain' } as const;
  const words = statusWords[status] as (typeof statusWords)[DeliveryStatus] | undefined;
  return { text: words?.[side] ?? status, tone: words?.tone ?? 'plain' } as const;
}

/** If the backend sends no product type, an order delivered without an address or tracking code is a file. */
export function isPhysical({ productType, productInfo, deliveryStatus, ...order }: Order): boolean {
  const type = productType ?? productInfo?.type;
  if (type) return type === 'physical';
  return deliveryStatus !== 'delivered' || Boolean(order.shippingCode || order.deliveryAddress);
}

export const getOrderName = ({ name, productInfo }: Order): string => name || productInfo?.name || 'A product';

export const getQuantityName = (order: Order): string => nameQuantity(order.quantity, getOrderName(order));

export const getOrderState = ({ deliveryStatus: status, isCancelled }: Order): StatusOf => ({ status, isCancelled });

export function nameParcel([first, ...rest]: readonly Order[]): string {
  if (!first) return '';
  return rest.length === 0 ? getQuantityName(first) : `${getQuantityName(first)} and ${rest.length} more`;
}

type OrderRefund = NonNullable<Order['refundRequest']>;

/** The buyer's request that is not decided yet. */
export function getOpenRefund({ refundRequest, deliveryStatus }: Order): OrderRefund | null {
  return refundRequest && isRefundOpen(refundRequest.state) && deliveryStatus !== 'refunded' ? refundRequest : null;
}

const sum = (orders: readonly Order[], get: (order: Order) => number | undefined) =>
  roundDollars(orders.reduce((total, order) => total + (get(order) ?? 0), 0));

/** `shipping` is null if the backend does not send it. */
export const getSums = (orders: readonly Order[]) => ({
  goods: sum(orders, ({ unitPrice, quantity }) => unitPrice * quantity),
  shipping: orders.some(({ shippingPrice }) => isFiniteNumber(shippingPrice))
    ? sum(orders, ({ shippingPrice }) => shippingPrice)
    : null,
  tax: sum(orders, ({ taxAmount }) => taxAmount),
  total: sum(orders, ({ totalPrice }) => totalPrice),
});

export const isKept = ({ deliveryStatus }: Order): boolean => deliveryStatus !== 'refunded';

/** The status of the shipped order that has progressed least. */
function getParcelStatus(kept: readonly Order[]): DeliveryStatus {
  const sent = kept.filter(isPhysical);
  const counted = (sent.length > 0 ? sent : kept).map(({ deliveryStatus }) => deliveryStatus);
  return steps.find((step) => counted.includes(step)) ?? counted[0] ?? 'refunded';
}

function toParcel(orders: Order[]): Parcel {
  const kept = orders.some(isKept) ? orders.filter(isKept) : orders;
  return {
    _id: orders[0]?._id ?? '',
    orders,
    kept,
    refunded: getSums(orders.filter((order) => !isKept(order))).total,
    status: getParcelStatus(kept),
    isCancelled: orders.every(({ isCancelled }) => isCancelled === true),
  };
}

/** Groups adjacent rows with the same group and creator. Without group ids, each row is a parcel. */
export function groupParcels(rows: readonly Order[]): Parcel[] {
  const parcels: Order[][] = [];
  for (const row of rows) {
    const last = parcels.at(-1);
    const isSame = row.groupId && last?.[0]?.groupId === row.groupId && last[0].performerId === row.performerId;
    if (isSame) last.push(row);
    else parcels.push([row]);
  }
  return parcels.map(toParcel);
}

export function getParcelOf({ parcel: others = [], timeline, paidWith: _paid, ...order }: OrderDetails): Parcel {
  const parcel = toParcel([order, ...others]);
  return { ...parcel, isCancelled: parcel.isCancelled || timeline?.at(-1)?.kind === 'cancelled' };
}

export const listToShip = (orders: readonly Order[]) =>
  orders.filter((order) => order.deliveryStatus === 'processing' && isPhysical(order));

/** Whether the buyer asks for a refund of all that is to be shipped. */
export function isShippingInDoubt({ orders }: Parcel): boolean {
  const toShip = listToShip(orders);
  return toShip.length > 0 && toShip.every(getOpenRefund);
}

const DAY_MS = 86_400_000;

/** Counted from the day of the order; null if the seller promised no day. */
export function getPromisedDay(orders: readonly Order[], until: 'packed' | 'delivered'): string | null {
  const days = orders.filter(isPhysical).map(({ productInfo }) => {
    const { packDays = 0, deliverDays = 0 } = productInfo ?? {};
    if (until === 'packed') return packDays;
    return deliverDays > 0 ? packDays + deliverDays : 0;
  });
  const most = Math.max(0, ...days);
  const began = Date.parse(orders[0]?.createdAt ?? '');
  return most > 0 && !Number.isNaN(began) ? new Date(began + most * DAY_MS).toISOString() : null;
}

/** Such as `Nordpost RR1`, from the first order that has tracking. */
export function getTracking(orders: readonly Order[]): { carrier: string; code: string } | null {
  const sent = orders.find(({ carrier, shippingCode }) => carrier || shippingCode);
  return sent ? { carrier: sent.carrier ?? '', code: sent.shippingCode } : null;
}

/** `4 of 5 downloads left`, `No downloads left`; null if downloads are unlimited or not counted. */
export function describeDownloads({ downloads }: Order): string | null {
  if (!downloads || downloads.limit === null) return null;
  const left = Math.max(0, downloads.limit - downloads.used);
  return left === 0 ? 'No downloads left' : `${left} of ${pluralise(downloads.limit, 'download')} left`;
}

export function canDownload({ deliveryStatus, downloads, ...order }: Order, now: number): boolean {
  if (deliveryStatus === 'refunded' || isPhysical({ deliveryStatus, downloads, ...order })) return false;
  if (!downloads) return true;
  const isOver = downloads.until !== null && Date.parse(downloads.until) < now;
  return !isOver && (downloads.limit === null || downloads.used < downloads.limit);
}

/** Where a refund goes, such as `your wallet`. @param whose `your`, or a name with `’s`. */
export const getRefundPlace = (paidWith: OrderDetails['paidWith'], whose: string): string =>
  paidWith === 'card' ? `the card ${whose === 'your' ? 'you' : 'they'} paid with` : `${whose} wallet`;
