import type { ParsedUrlQuery } from 'node:querystring';
import { useRouter } from 'next/router';
import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { SaleTable } from '@/features/money/order/components/sale-table';
import { sold } from '@/features/money/order/order-lists';
import { selectHasReceivedRefunds } from '@/features/money/refund/refund-support';
import { useAppSelector } from '@/store/hooks';
import type { StoreState } from '@/store/state';
import { readPage } from '../../site/page-query';
import { PageTitle } from '../../site/page-title';
import { OrdersFilters } from './orders-filters';
import { ordersHref, readOrdersFilter, toOrderQuery, type OrdersSide } from './orders-query';

/** The default shows orders to ship. ux.md SH-7. */
const plain: OrdersSide = {
  path: paths.sales,
  shows: [
    { value: 'processing', label: 'To ship' },
    { value: 'shipping', label: 'Shipped' },
    { value: 'delivered', label: 'Delivered' },
    { value: 'refunded', label: 'Refunded' },
    { value: 'all', label: 'All' },
  ],
};

const [toShip, ...later] = plain.shows;
const withRefunds: OrdersSide = {
  ...plain,
  shows: [...(toShip ? [toShip] : []), { value: 'refund', label: 'Refund requested' }, ...later],
};

/** Other backends do not tell which orders have a refund request. */
const getSide = (hasRefunds: boolean): OrdersSide => (hasRefunds ? withRefunds : plain);

export const loadSales = ({ query, state }: { query: ParsedUrlQuery; state: StoreState }) => [
  sold.requested(toOrderQuery(query, getSide(selectHasReceivedRefunds(state)))),
];

export function SalesScreen() {
  const { query } = useRouter();
  const side = getSide(useAppSelector(selectHasReceivedRefunds));
  const filter = readOrdersFilter(query, side);
  return (
    <PageColumn width="wide">
      <PageTitle title="Orders" />
      <PageHead title="Orders" />
      <OrdersFilters side={side} placeholder="Item or order number" />
      <SaleTable
        page={readPage(query)}
        getHref={(page) => ordersHref(side, filter, page)}
        allHref={ordersHref(side, { show: 'all', q: '', days: null })}
      />
    </PageColumn>
  );
}
