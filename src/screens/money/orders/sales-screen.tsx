import type { ParsedUrlQuery } from 'node:querystring';
import { useRouter } from 'next/router';
import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { SaleTable } from '@/features/money/order/components/sale-table';
import { sold } from '@/features/money/order/order-lists';
import { readPage } from '../../site/page-query';
import { PageTitle } from '../../site/page-title';
import { OrdersFilters } from './orders-filters';
import { ordersHref, readOrdersFilter, toOrderQuery, type OrdersSide } from './orders-query';

/** The default shows orders to ship. ux.md SH-7. */
const side: OrdersSide = {
  path: paths.sales,
  shows: [
    { value: 'processing', label: 'To ship' },
    { value: 'shipping', label: 'Shipped' },
    { value: 'delivered', label: 'Delivered' },
    { value: 'refunded', label: 'Refunded' },
    { value: 'all', label: 'All' },
  ],
};

export const loadSales = ({ query }: { query: ParsedUrlQuery }) => [sold.requested(toOrderQuery(query, side))];

export function SalesScreen() {
  const { query } = useRouter();
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
