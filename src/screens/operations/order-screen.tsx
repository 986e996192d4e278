import Link from 'next/link';
import { useRouter } from 'next/router';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { ActDialog } from '@/components/console/act-dialog';
import { BeforeAfter } from '@/components/console/before-after';
import { Facts, type Fact } from '@/components/console/facts';
import { Timeline } from '@/components/list/timeline';
import { consolePaths } from '@/config/console-paths';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { useAct } from '@/features/operations/act/use-act';
import {
  consoleOrder,
  MAX_REFUND_REASON,
  refundOrder,
  type OrderDetails,
} from '@/features/operations/order/order-feature';
import { nameFully } from '@/features/operations/person/person-words';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { readText } from './console-query';
import { deliveryWords } from './orders-screen';
import { PersonLink } from './person-link';
import { DetailPage } from './detail-page';
import { refundWords } from './refunds-screen';

/** A screen of its own for each order: the refund dialog of another one must not stay open. */
export function OrderScreen() {
  const id = readText(useRouter().query['id']);
  return <Order key={id} id={id} />;
}

/** One order with its timeline, its parcel and both sides. */
function Order({ id }: { id: string }) {
  const dispatch = useAppDispatch();
  const loaded = useAppSelector(consoleOrder.select);
  const mayRefund = useAppSelector(selectMay('decideRefunds'));
  const [isRefunding, setIsRefunding] = useState(false);
  const order = loaded.data;
  const title = order ? `Order ${order.orderNumber}` : 'Order';
  return (
    <DetailPage
      title={title}
      list={{ href: consolePaths.orders, label: 'All orders' }}
      actions={
        order &&
        mayRefund &&
        order.deliveryStatus !== 'refunded' && (
          <Button danger onClick={() => setIsRefunding(true)}>
            Refund {formatMoney(order.totalPrice)}
          </Button>
        )
      }
      loaded={loaded}
      onRetry={() => dispatch(consoleOrder.requested(id))}
    >
      {(details) => (
        <>
          <Details order={details} />
          <RefundDialog order={details} open={isRefunding} onClose={() => setIsRefunding(false)} />
        </>
      )}
    </DetailPage>
  );
}

const formatTime = (at: string) => formatFull(at, { timeZone: VIEWER_TIME_ZONE });

type Person = OrderDetails['userInfo'] | OrderDetails['performerInfo'];
const nameOf = (person: Person): string => nameFully(person) || 'a deleted account';

function Details({ order }: { order: OrderDetails }) {
  const { timeline = [], parcel = [] } = order;
  return (
    <>
      <OrderFacts order={order} />
      <section>
        <h2>Timeline</h2>
        <Timeline
          steps={timeline.map(({ kind, detail, createdAt }) => ({
            title: eventWords[kind],
            note: [formatTime(createdAt), detail].filter(Boolean).join(' · '),
            tone: kind === 'refunded' || kind === 'cancelled' ? ('bad' as const) : undefined,
          }))}
        />
      </section>
      {parcel.length > 0 && (
        <section>
          <h2>In the same parcel</h2>
          <ul>
            {parcel.map(({ _id, orderNumber, name, totalPrice }) => (
              <li key={_id}>
                <Link className="link" href={consolePaths.order(_id)}>
                  {orderNumber}
                </Link>
                , {name}, {formatMoney(totalPrice)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const eventWords: Record<NonNullable<OrderDetails['timeline']>[number]['kind'], string> = {
  ordered: 'Ordered',
  packed: 'Packed',
  shipped: 'Shipped',
  tracking: 'Tracking code changed',
  address: 'Address changed',
  delivered: 'Delivered',
  cancelled: 'Canceled by the buyer',
  refunded: 'Refunded',
};

function OrderFacts({ order }: { order: OrderDetails }) {
  const { deliveryStatus, quantity, unitPrice, shippingPrice = 0, taxAmount = 0, paidWith } = order;
  const facts: Fact[] = [
    {
      label: 'Status',
      value: <Tag color={deliveryWords[deliveryStatus].color}>{deliveryWords[deliveryStatus].text}</Tag>,
    },
    { label: 'Product', value: order.name ?? 'Product' },
    { label: 'Buyer', value: <PersonLink person={order.userInfo} /> },
    { label: 'Seller', value: <PersonLink person={order.performerInfo} /> },
    { label: 'Ordered', value: formatTime(order.createdAt) },
    { label: 'Price', value: `${quantity} × ${formatMoney(unitPrice)}` },
    { label: 'Shipping', value: formatMoney(shippingPrice) },
    { label: 'Tax', value: formatMoney(taxAmount) },
    { label: 'Total', value: `${formatMoney(order.totalPrice)}, paid with the ${paidWith ?? 'wallet'}` },
  ];
  if (order.deliveryAddress) facts.push({ label: 'Address', value: order.deliveryAddress });
  if (order.shippingCode)
    facts.push({ label: 'Tracking', value: [order.carrier, order.shippingCode].filter(Boolean).join(' ') });
  if (order.refundRequest) {
    const { state, createdAt, reason } = order.refundRequest;
    const { text, color } = refundWords[state];
    facts.push({
      label: 'Refund request',
      value: (
        <>
          <Tag color={color}>{text}</Tag> {formatTime(createdAt)}: “{reason}”
        </>
      ),
    });
  }
  if (order.userNote) facts.push({ label: 'Note of the buyer', value: order.userNote });
  return <Facts facts={facts} />;
}

function RefundDialog({ order, open, onClose }: { order: OrderDetails; open: boolean; onClose: () => void }) {
  const { act, isBusy, failure } = useAct({ open, onDone: onClose });
  const { totalPrice, paidWith = 'wallet', productType } = order;
  return (
    <ActDialog
      open={open}
      title={`Refund order ${order.orderNumber}`}
      effect={
        <>
          <p>
            {formatMoney(totalPrice)} return to the {paidWith} of {nameOf(order.userInfo)}, from the earnings of{' '}
            {nameOf(order.performerInfo)} and the commission.{' '}
            {productType === 'digital' ? 'The download ends.' : 'The product goes back to stock.'} Both get an email.
          </p>
          <BeforeAfter changes={[{ name: 'Paid for this order', before: totalPrice, after: 0 }]} />
        </>
      }
      okText={`Refund ${formatMoney(totalPrice)}`}
      isDanger
      isBusy={isBusy}
      failure={failure}
      reason={{ label: 'Reason', hint: 'Buyer and seller read it.', maxLength: MAX_REFUND_REASON }}
      onAct={(reason) => act(refundOrder(order._id, reason))}
      onClose={onClose}
    />
  );
}
