import Link from 'next/link';
import { Download, MapPin, MessageCircle } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Day, ExactTime } from '@/components/basic/times';
import { PageHead } from '@/components/layout/page-head';
import { Panel } from '@/components/layout/panel';
import { useNow } from '@/components/hooks/use-now';
import { paths } from '@/config/paths';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { downloadRequested } from '../order-slice';
import { selectCanCancel } from '../order-support';
import {
  canDownload,
  getOpenRefund,
  getParcelOf,
  getPromisedDay,
  getRefundPlace,
  getStatusWords,
  getSums,
  getTracking,
  isPhysical,
  isShippingInDoubt,
  listToShip,
  type Order,
  type OrderDetails,
  type Parcel,
} from '../order-words';
import { CancelSheet } from './cancel-sheet';
import { CopyButton } from './order-parts';
import { OrderTimeline } from './order-timeline';
import { ParcelPanel } from './parcel-panel';
import { RefundWay } from './refund-way';
import styles from './order.module.css';

interface OrderViewProps {
  order: OrderDetails;
  /** Link to the receipt of a payment; absent if the backend has no receipts. */
  getReceiptHref?: (transactionId: string) => string;
  /** Shows the refund request of an order. */
  renderRequest?: (order: Order) => ReactNode;
  onChangeAddress: () => void;
}

export function OrderView({ order, getReceiptHref, renderRequest, onChangeAddress }: OrderViewProps) {
  const [isCancelling, setIsCancelling] = useState(false);
  const close = useCallback(() => setIsCancelling(false), []);
  const canCancel = useAppSelector(selectCanCancel);
  const parcel = getParcelOf(order);
  const { performerId, performerInfo, paidWith } = order;
  const name = getPersonName(performerInfo, 'creator');
  const cancellable = listToShip(parcel.orders);
  // An open request is what the buyer waits for, so it comes before the delivery.
  const isAsked = parcel.orders.some(getOpenRefund);
  const refundWay = getReceiptHref && (
    <RefundWay orders={parcel.orders} getReceiptHref={getReceiptHref} renderRequest={renderRequest} />
  );
  return (
    <>
      <p className="sm muted">
        <Link className="link" href={paths.orders}>
          Orders
        </Link>{' '}
        / <span className="num">{order.orderNumber}</span>
      </p>
      <PageHead
        title={getTitle(parcel)}
        note={<NextStep order={order} parcel={parcel} name={name} />}
        actions={<NextAct order={order} parcel={parcel} name={name} />}
      />
      <div className={styles.page}>
        <ParcelPanel
          parcel={parcel}
          side="buyer"
          person={{
            name,
            avatar: performerInfo?.avatar,
            ...(performerInfo && { href: paths.profile(performerInfo.username || performerId) }),
          }}
          aside={
            getReceiptHref && (
              <Link className="link sm" href={getReceiptHref(order.transactionId)}>
                Receipt
              </Link>
            )
          }
          totalLabel={paidWith ? `Paid with your ${paidWith}` : 'Paid'}
        >
          {parcel.refunded > 0 && parcel.status !== 'refunded' && (
            <p className="sm ink-2">
              {formatMoney(parcel.refunded)} went back to {getRefundPlace(paidWith, 'your')}.
            </p>
          )}
        </ParcelPanel>
        <div className="stack stack--lg">
          {isAsked && refundWay}
          <Panel title="Delivery" className="stack">
            <OrderTimeline order={order} parcel={parcel} />
            {parcel.orders.some(isPhysical) && (
              <Address parcel={parcel} isOpen={cancellable.length > 0} onChange={onChangeAddress} />
            )}
          </Panel>
          {canCancel && cancellable.length > 0 && (
            <div>
              <Button onClick={() => setIsCancelling(true)}>Cancel order</Button>
            </div>
          )}
          {!isAsked && refundWay}
        </div>
      </div>
      <CancelSheet
        orders={cancellable}
        paidWith={paidWith}
        hasFiles={parcel.orders.some((one) => !isPhysical(one))}
        open={isCancelling}
        onClose={close}
      />
    </>
  );
}

function getTitle(parcel: Parcel): string {
  const { status, kept } = parcel;
  if (isShippingInDoubt(parcel)) return 'Refund requested';
  switch (status) {
    case 'processing':
      return kept.some(({ packedAt }) => packedAt) ? 'Packed and ready to ship' : 'Being prepared';
    case 'shipping':
      return 'On its way to you';
    case 'delivered':
      return kept.some(isPhysical) ? 'Delivered' : 'Ready to download';
    case 'refunded':
      return getStatusWords(parcel, 'buyer').text;
    default:
      return 'Your order';
  }
}

interface PartProps {
  order: OrderDetails;
  parcel: Parcel;
  name: string;
}

function NextStep({ order, parcel: { status, orders, kept }, name }: PartProps) {
  const canCancel = useAppSelector(selectCanCancel);
  const back = formatMoney(getSums(listToShip(orders)).total);
  const packedBy = getPromisedDay(orders, 'packed');
  const arrivesBy = getPromisedDay(orders, 'delivered');
  const ordered = (
    <>
      Ordered on <ExactTime value={order.createdAt} />.
    </>
  );
  const request = orders.map(getOpenRefund).find((one) => one !== null);
  const asked = request && (
    <>
      You asked for a refund on <Day value={request.createdAt} />.{' '}
    </>
  );
  if (status === 'processing') {
    return (
      <>
        {asked ? (
          asked
        ) : packedBy ? (
          <>
            {name} packs it by <Day value={packedBy} />.
          </>
        ) : (
          `${name} is preparing it.`
        )}{' '}
        {canCancel && `Until it ships, you can cancel and get ${back} back.`}
      </>
    );
  }
  if (status === 'shipping') {
    return (
      <>
        {asked}
        {arrivesBy && (
          <>
            Arrives by <Day value={arrivesBy} />.{' '}
          </>
        )}
        {ordered}
      </>
    );
  }
  if (status === 'refunded') {
    const last = order.timeline?.at(-1);
    return (
      <>
        {formatMoney(getSums(orders).total)} went back to {getRefundPlace(order.paidWith, 'your')}.
        {last?.kind === 'refunded' && last.detail && (
          <span className={cx('block', styles.words)}>
            {name} wrote: “{last.detail}”
          </span>
        )}
      </>
    );
  }
  return kept.some(isPhysical) ? (
    <>
      {asked}If it hasn’t arrived or something is wrong, message {name}. {ordered}
    </>
  ) : (
    <>
      {asked}
      {ordered}
    </>
  );
}

function NextAct({ parcel: { status, orders }, order, name }: PartProps) {
  const dispatch = useAppDispatch();
  const now = useNow();
  const file = orders.length === 1 && canDownload(order, now ?? 0);
  if (status === 'delivered' && file) {
    return (
      <Button
        variant="primary"
        icon={Download}
        onClick={() => dispatch(downloadRequested({ productId: order.productId }))}
      >
        Download
      </Button>
    );
  }
  return order.performerInfo ? (
    <Button icon={MessageCircle} href={paths.messageTo('performer', order.performerId)}>
      Message {name}
    </Button>
  ) : null;
}

function Address({ parcel, isOpen, onChange }: { parcel: Parcel; isOpen: boolean; onChange: () => void }) {
  const address = parcel.orders.find(({ deliveryAddress }) => deliveryAddress)?.deliveryAddress;
  const tracking = getTracking(parcel.orders);
  return (
    <>
      {tracking?.code && (
        <div className="row row--between">
          <p className={cx('sm', styles.code)}>
            {tracking.carrier || 'Tracking code'}
            <span className="block strong num">{tracking.code}</span>
          </p>
          <CopyButton text={tracking.code} label="Copy tracking code" />
        </div>
      )}
      <div className={styles.address}>
        <Icon of={MapPin} />
        <address>{address || 'No address was given with this order.'}</address>
        {isOpen && (
          <button type="button" className="link sm" onClick={onChange}>
            Change<span className="sr"> the address</span>
          </button>
        )}
      </div>
      {!isOpen && parcel.status === 'shipping' && (
        <p className="xs muted">The address can’t change after shipping. The carrier may be able to redirect it.</p>
      )}
    </>
  );
}
