import Link from 'next/link';
import { Tag } from 'antd';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { consolePaths } from '@/config/console-paths';
import { consoleOrders, ORDERS_PER_PAGE, type ConsoleOrder } from '@/features/operations/order/order-feature';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { ExportButton } from './export-button';
import { FilteredList } from './filtered-list';
import { PersonLink } from './person-link';
import { orderAddress } from './orders-query';
import { TableTime } from './table-time';

export const deliveryWords: Record<ConsoleOrder['deliveryStatus'], { text: string; color?: string }> = {
  processing: { text: 'To ship', color: 'warning' },
  shipping: { text: 'Shipped', color: 'processing' },
  delivered: { text: 'Delivered', color: 'success' },
  refunded: { text: 'Refunded' },
};

const columns: ConsoleColumn<ConsoleOrder>[] = [
  {
    key: 'number',
    title: 'Order',
    render: ({ _id, orderNumber }) => (
      <Link className="link" href={consolePaths.order(_id)}>
        {orderNumber}
      </Link>
    ),
  },
  {
    key: 'product',
    title: 'Product',
    render: ({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name ?? 'Product'}` : (name ?? 'Product')),
  },
  { key: 'buyer', title: 'Buyer', render: ({ userInfo }) => <PersonLink person={userInfo} /> },
  {
    key: 'seller',
    title: 'Seller',
    render: ({ performerInfo }) => <PersonLink person={performerInfo} />,
  },
  { key: 'total', title: 'Total', isNumber: true, render: ({ totalPrice }) => formatMoney(totalPrice) },
  {
    key: 'state',
    title: 'Status',
    render: ({ deliveryStatus }) => (
      <Tag color={deliveryWords[deliveryStatus].color}>{deliveryWords[deliveryStatus].text}</Tag>
    ),
  },
  {
    key: 'ordered',
    title: 'Ordered',
    render: ({ createdAt }) => <TableTime at={createdAt} />,
  },
];

/** Orders from all stores. */
export function OrdersScreen() {
  const list = useAppSelector(consoleOrders.select);
  return (
    <>
      <PageTitle title="Orders" />
      <ConsolePage
        title="Orders"
        note="What fans bought in the stores of all creators."
        actions={<ExportButton call="exportOrders" list={list} />}
      >
        <FilteredList
          label="Orders"
          placeholder="Order number, product, buyer or seller"
          address={orderAddress}
          list={consoleOrders}
          pageSize={ORDERS_PER_PAGE}
          columns={columns}
        />
      </ConsolePage>
    </>
  );
}
