import type { ParsedUrlQuery } from 'node:querystring';
import { useRouter } from 'next/router';
import { paths } from '@/config/paths';
import { OrderList } from '@/features/money/order/components/order-list';
import { bought } from '@/features/money/order/order-lists';
import { readPage } from '../../site/page-query';
import { MoneyFrame } from '../money-frame';
import { OrdersFilters } from './orders-filters';
import { ordersHref, readOrdersFilter, toOrderQuery, type OrdersSide } from './orders-query';

const side: OrdersSide = {
  path: paths.orders,
  shows: [
    { value: 'all', label: 'All' },
    { value: 'processing', label: 'Being prepared' },
    { value: 'shipping', label: 'On the way' },
    { value: 'delivered', label: 'Delivered' },
    { value: 'refunded', label: 'Refunded' },
  ],
};

export const loadOrders = ({ query }: { query: ParsedUrlQuery }) => [bought.requested(toOrderQuery(query, side))];

export function OrdersScreen() {
  const { query } = useRouter();
  const filter = readOrdersFilter(query, side);
  return (
    <MoneyFrame title="Orders">
      <div>
        <OrdersFilters side={side} placeholder="Item or order number" />
        <OrderList page={readPage(query)} getHref={(page) => ordersHref(side, filter, page)} />
      </div>
    </MoneyFrame>
  );
}
