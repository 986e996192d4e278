import Link from 'next/link';
import { Fragment } from 'react';
import { refundRoutes } from '@contract/money/refund-routes';
import { selectSupportsCall } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { getOrderName, type Order } from '../order-words';

interface RefundWayProps {
  orders: readonly Order[];
  getReceiptHref: (transactionId: string) => string;
}

/** Links to the receipts, where the buyer can request a refund; each order has its own. */
export function RefundWay({ orders, getReceiptHref }: RefundWayProps) {
  const hasRefunds = useAppSelector(selectSupportsCall(refundRoutes.getRefundOfSale));
  const kept = orders.filter(({ deliveryStatus, totalPrice }) => deliveryStatus !== 'refunded' && totalPrice > 0);
  if (!hasRefunds || kept.length === 0) return null;
  const isSeveral = kept.length > 1;
  return (
    <p className="sm ink-2">
      Something wrong? {isSeveral && 'Ask for a refund of '}
      {kept.map((order, at) => (
        <Fragment key={order._id}>
          {at > 0 && ', '}
          <Link className="link" href={getReceiptHref(order.transactionId)}>
            {isSeveral ? getOrderName(order) : 'Ask for a refund'}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
