import { consolePaths } from '@/config/console-paths';
import {
  consoleOrder,
  consoleOrders,
  ORDERS_PER_PAGE,
  type ConsoleOrder,
} from '@/features/operations/order/order-feature';
import { omitEmpty } from '@/lib/omit-empty';
import { createListAddress, readText, type Loading } from './console-query';

export const orderAddress = createListAddress<ConsoleOrder['deliveryStatus']>(consolePaths.orders, [
  { value: 'all', label: 'All', empty: 'Nothing was ordered yet.' },
  { value: 'processing', label: 'To ship', empty: 'No order waits to be shipped.' },
  { value: 'shipping', label: 'Shipped', empty: 'No order is on its way.' },
  { value: 'delivered', label: 'Delivered', empty: 'No order was delivered yet.' },
  { value: 'refunded', label: 'Refunded', empty: 'No order was refunded.' },
]);

export function loadOrders({ query }: Loading) {
  const { status: deliveryStatus, ...rest } = orderAddress.toQuery(query, ORDERS_PER_PAGE);
  return [consoleOrders.requested({ ...rest, ...omitEmpty({ deliveryStatus }) })];
}

export const loadOrder = ({ query }: Loading) => [consoleOrder.requested(readText(query['id']))];
