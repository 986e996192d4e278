import Link from 'next/link';
import { Fragment, type ReactNode } from 'react';
import { refundRoutes } from '@contract/money/refund-routes';
import { selectSupportsCall } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { getOrderName, isKept, type Order } from '../order-words';

interface RefundWayProps {
  orders: readonly Order[];
  getReceiptHref: (transactionId: string) => string;
  /** Shows the refund request of an order. */
  renderRequest?: ((order: Order) => ReactNode) | undefined;
}

/** Shows the buyer's refund requests, and links to the receipts of the other orders, where one can be made. */
export function RefundWay({ orders, getReceiptHref, renderRequest }: RefundWayProps) {
  const hasRefunds = useAppSelector(selectSupportsCall(refundRoutes.getRefundOfSale));
  const kept = orders.filter((order) => isKept(order) && order.totalPrice > 0);
  const asked = renderRequest ? kept.filter(({ refundRequest }) => refundRequest) : [];
  const free = kept.filter((order) => !asked.includes(order));
  if (!hasRefunds) return null;
  const isSeveral = kept.length > 1;
  return (
    <>
      {asked.map((order) => (
        <Fragment key={order._id}>{renderRequest?.(order)}</Fragment>
      ))}
      {free.length > 0 && (
        <p className="sm ink-2">
          Something wrong? {isSeveral && 'Ask for a refund of '}
          {free.map((order, at) => (
            <Fragment key={order._id}>
              {at > 0 && ', '}
              <Link className="link" href={getReceiptHref(order.transactionId)}>
                {isSeveral ? getOrderName(order) : 'Ask for a refund'}
              </Link>
            </Fragment>
          ))}
        </p>
      )}
    </>
  );
}
