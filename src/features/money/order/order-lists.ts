import { limits } from '@contract/base/limits';
import { orderRoutes } from '@contract/money/order-routes';
import { failureShown } from '@/features/site/ui/ui-slice';
import { callSearch } from '@/store/call-search';
import { createCsvExport } from '@/store/csv-export';
import { createPagedList } from '@/store/paged-list';
import {
  getOpenRefund,
  getOrderName,
  getOrderState,
  getStatusWords,
  type DeliveryStatus,
  type Order,
} from './order-words';

export interface OrderQuery {
  q?: string;
  deliveryStatus?: DeliveryStatus;
  refundRequested?: boolean;
  fromDate?: string;
  toDate?: string;
  offset?: number;
}

export const ORDERS_PER_PAGE = limits.tablePage;

/** Orders that wait for the seller are sorted by the longest wait, all others newest first. */
const getSort = ({ deliveryStatus, refundRequested = false }: OrderQuery) =>
  ({ sortBy: 'createdAt', sort: deliveryStatus === 'processing' || refundRequested ? 'asc' : 'desc' }) as const;

export const bought = createPagedList<Order, OrderQuery>({
  name: 'orders/bought',
  select: (state) => state.orders.bought,
  limit: ORDERS_PER_PAGE,
  load: (query, place) =>
    callSearch(orderRoutes.searchUserOrders, {
      query: { sortBy: 'createdAt', sort: 'desc', ...query, ...place },
    }),
});

export const sold = createPagedList<Order, OrderQuery>({
  name: 'orders/sold',
  select: (state) => state.orders.sold,
  limit: ORDERS_PER_PAGE,
  load: (query, place) => searchSold({ ...query, ...place }),
});

const searchSold = (query: OrderQuery & { limit: number }) =>
  callSearch(orderRoutes.searchOrders, { query: { ...getSort(query), ...query } });

export const soldExport = createCsvExport<Order, OrderQuery>({
  name: 'orders/export',
  select: sold.select,
  load: searchSold,
  fileName: () => 'orders',
  columns: {
    Order: (order) => order.orderNumber,
    Date: (order) => order.createdAt,
    Buyer: (order) => order.userInfo?.name,
    Item: getOrderName,
    Quantity: (order) => order.quantity,
    Status: (order) => getStatusWords(getOrderState(order), 'seller').text,
    'Refund requested': (order) => getOpenRefund(order)?.createdAt,
    Carrier: (order) => order.carrier,
    'Tracking code': (order) => order.shippingCode,
    'Ship to': (order) => order.deliveryAddress,
    Phone: (order) => order.phoneNumber,
    Note: (order) => order.userNote,
    Shipping: (order) => order.shippingPrice,
    Tax: (order) => order.taxAmount,
    Paid: (order) => order.totalPrice,
  },
  onFailure: failureShown,
});
