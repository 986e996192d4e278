import Link from 'next/link';
import { MapPin, MessageCircle, Phone, Printer, StickyNote } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Day, ExactTime } from '@/components/basic/times';
import { PageHead } from '@/components/layout/page-head';
import { Panel } from '@/components/layout/panel';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { changeRequested, incomeRequested, selectOpenedOrder, selectOrderChange } from '../order-slice';
import { selectKeepsSteps } from '../order-support';
import {
  getParcelOf,
  getPromisedDay,
  getStatusWords,
  getSums,
  getTracking,
  isKept,
  isPhysical,
  isShippingInDoubt,
  listToShip,
  type DeliveryStatus,
  type Order,
  type OrderDetails,
  type Parcel,
} from '../order-words';
import { CopyButton } from './order-parts';
import { OrderTimeline } from './order-timeline';
import { usePackingSlips } from './packing-slips';
import { ParcelPanel } from './parcel-panel';
import { RefundNotes } from './refund-notes';
import { RefundSheet } from './refund-sheet';
import { ShipSheet } from './ship-sheet';
import styles from './order.module.css';

interface SaleViewProps {
  order: OrderDetails;
  /** Opens the refund request for a sale. */
  onAnswer: (transactionId: string) => void;
}

export function SaleView({ order, onAnswer }: SaleViewProps) {
  const dispatch = useAppDispatch();
  const [sheet, setSheet] = useState<'ship' | 'tracking' | 'refund' | null>(null);
  const close = useCallback(() => setSheet(null), []);
  const [print, slips] = usePackingSlips();
  const parcel = getParcelOf(order);
  const { userId, userInfo, paidWith } = order;
  const buyer = getPersonName(userInfo, 'fan');
  const kept = parcel.orders.filter(isKept);
  const { text, tone } = getStatusWords(parcel, 'seller');
  useEffect(() => {
    const { parcel: others = [], ...own } = order;
    dispatch(incomeRequested({ orders: [own, ...others].filter(isKept) }));
  }, [dispatch, order]);
  return (
    <>
      <p className="sm muted">
        <Link className="link" href={paths.sales}>
          Orders
        </Link>{' '}
        / <span className="num">{order.orderNumber}</span>
      </p>
      <PageHead
        title={getTitle(parcel)}
        note={
          <>
            {buyer} ordered on <ExactTime value={order.createdAt} />.
          </>
        }
        actions={
          userInfo && (
            <Button icon={MessageCircle} href={paths.messageTo('user', userId)}>
              Message {buyer}
            </Button>
          )
        }
      />
      <RefundNotes parcel={parcel} onAnswer={onAnswer} />
      <div className={styles.page}>
        <ParcelPanel
          parcel={parcel}
          side="seller"
          person={{ name: buyer, avatar: userInfo?.avatar }}
          aside={<Badge tone={tone}>{text}</Badge>}
          totalLabel={`${buyer} paid${paidWith ? `, by ${paidWith}` : ''}`}
        >
          <Income orders={kept} />
        </ParcelPanel>
        <div className="stack stack--lg">
          <SaleActs parcel={parcel} onOpen={setSheet} onPrint={() => print([parcel])} />
          <Panel title="Timeline">
            <OrderTimeline order={order} parcel={parcel} />
          </Panel>
          {kept.length > 0 && (
            <div>
              <Button onClick={() => setSheet('refund')}>Refund…</Button>
            </div>
          )}
        </div>
      </div>
      <ShipSheet
        parcels={[parcel]}
        isSent={sheet === 'tracking'}
        open={sheet === 'ship' || sheet === 'tracking'}
        onClose={close}
        onAnswer={(id) => {
          close();
          onAnswer(id);
        }}
      />
      <RefundSheet orders={kept} paidWith={paidWith} buyer={buyer} open={sheet === 'refund'} onClose={close} />
      {slips}
    </>
  );
}

function getTitle(parcel: Parcel): string {
  const { status, kept } = parcel;
  if (isShippingInDoubt(parcel)) return 'Refund requested';
  const titles: Record<DeliveryStatus, string> = {
    processing: kept.some(({ packedAt }) => packedAt) ? 'Packed, ready to ship' : 'To ship',
    shipping: 'Shipped',
    delivered: kept.some(isPhysical) ? 'Delivered' : 'Delivered as a download',
    refunded: getStatusWords(parcel, 'seller').text,
  };
  return titles[status] ?? 'Order';
}

/** The seller's income; hidden if it is unknown for one of the orders. */
function Income({ orders }: { orders: readonly Order[] }) {
  const { income } = useAppSelector(selectOpenedOrder);
  const earned = orders.map(({ transactionId }) => income[transactionId]);
  if (earned.length === 0 || earned.some((one) => one === undefined)) return null;
  return (
    <p className="sm ink-2">
      Yours: <b className="num">{formatMoney(earned.reduce((sum: number, one) => sum + (one ?? 0), 0))}</b>
      {getSums(orders).tax > 0 && '. We pay the tax.'}
    </p>
  );
}

interface SaleActsProps {
  parcel: Parcel;
  onOpen: (sheet: 'ship' | 'tracking') => void;
  onPrint: () => void;
}

function SaleActs({ parcel, onOpen, onPrint }: SaleActsProps) {
  const dispatch = useAppDispatch();
  const keepsSteps = useAppSelector(selectKeepsSteps);
  const { status: changing, error } = useAppSelector(selectOrderChange);
  const { orders, status } = parcel;
  const toShip = listToShip(orders);
  const shipped = orders.filter((order) => isPhysical(order) && order.deliveryStatus === 'shipping');
  const isPacked = toShip.length > 0 && toShip.every(({ packedAt }) => packedAt);
  const isBusy = changing === 'pending';
  const isInDoubt = isShippingInDoubt(parcel);
  const change = (steps: Order[], body: { isPacked: boolean } | { deliveryStatus: 'delivered' }, done: string) =>
    dispatch(changeRequested({ steps: steps.map(({ _id }) => ({ kind: 'update', id: _id, body })), done }));
  const tracking = getTracking(orders);
  const by = getPromisedDay(orders, 'packed');
  if (!orders.some(isPhysical)) return null;
  return (
    <Panel title="Ship to" className="stack">
      <Recipient orders={orders} />
      {tracking?.code && (
        <div className="row row--between">
          <p className={styles.code}>
            <span className="sm">{tracking.carrier || 'Tracking code'}</span>
            <span className="block strong num">{tracking.code}</span>
          </p>
          <CopyButton text={tracking.code} label="Copy tracking code" />
        </div>
      )}
      {toShip.length > 0 && by && (
        <p className="sm ink-2">
          You promised to pack it by <Day value={by} />.
        </p>
      )}
      {changing === 'failed' && error && (
        <p className="sm" role="alert">
          {error.message}
        </p>
      )}
      <div className="stack stack--sm">
        {toShip.length > 0 && (
          <Button {...(!isInDoubt && { variant: 'primary' })} block onClick={() => onOpen('ship')}>
            Mark as shipped
          </Button>
        )}
        {toShip.length > 0 && keepsSteps && (
          <Button
            block
            busy={isBusy}
            onClick={() =>
              change(toShip, { isPacked: !isPacked }, isPacked ? 'Marked as not packed' : 'Marked as packed')
            }
          >
            {isPacked ? 'Not packed after all' : 'Mark as packed'}
          </Button>
        )}
        {status === 'shipping' && shipped.length > 0 && (
          <>
            <Button
              variant="primary"
              block
              busy={isBusy}
              onClick={() => change(shipped, { deliveryStatus: 'delivered' }, 'Marked as delivered')}
            >
              Mark as delivered
            </Button>
            <Button block onClick={() => onOpen('tracking')}>
              Change tracking
            </Button>
          </>
        )}
        {status !== 'refunded' && (
          <Button block variant="ghost" icon={Printer} onClick={onPrint}>
            Print packing slip
          </Button>
        )}
      </div>
    </Panel>
  );
}

function Recipient({ orders }: { orders: readonly Order[] }) {
  const [first] = orders.filter(isPhysical);
  const { deliveryAddress, phoneNumber, userNote } = first ?? {};
  return (
    <>
      <div className={styles.address}>
        <Icon of={MapPin} />
        <address>{deliveryAddress || 'No address was given with this order.'}</address>
        {deliveryAddress && <CopyButton text={deliveryAddress} label="Copy address" />}
      </div>
      {phoneNumber && (
        <p className={styles.address}>
          <Icon of={Phone} />
          <a className="link" href={`tel:${phoneNumber.replaceAll(/[^+\d]/g, '')}`}>
            {phoneNumber}
          </a>
        </p>
      )}
      {userNote && (
        <div className={styles.address}>
          <Icon of={StickyNote} />
          <p className={styles.words}>
            <span className="sr">Note: </span>
            {userNote}
          </p>
        </div>
      )}
    </>
  );
}
