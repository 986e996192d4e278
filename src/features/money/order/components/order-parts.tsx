import { Copy, FileDown, Package, SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { IconButton } from '@/components/basic/icon-button';
import { useChangeSheet } from '@/store/use-change-sheet';
import { Picture } from '@/components/media/picture';
import { Check } from '@/components/form/check';
import { EmptyState } from '@/components/states/empty-state';
import { NothingToSearch } from '@/components/states/nothing-to-search';
import { toastShown } from '@/features/site/ui/ui-slice';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import { hasOnlyPunctuation } from '@/lib/read-words';
import { copyText } from '@/services/share';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { changeOpened, selectOrderChange } from '../order-slice';
import type { OrderQuery } from '../order-lists';
import {
  getOpenRefund,
  getQuantityName,
  isPhysical,
  type DeliveryStatus,
  type Order,
  type Parcel,
} from '../order-words';
import styles from './order.module.css';

export function OrderThumb({ order, large }: { order: Order; large?: boolean }) {
  const { productInfo } = order;
  const empty = <Icon of={isPhysical(order) ? Package : FileDown} />;
  const size = large ? 88 : 44;
  return (
    <span className={cx(styles.thumb, large && styles.large)}>
      {productInfo?.image ? (
        <Picture fallback={empty} src={productInfo.image} alt="" width={size} height={size} loading="lazy" />
      ) : (
        empty
      )}
    </span>
  );
}

const doneSteps: Partial<Record<DeliveryStatus, number>> = { processing: 1, shipping: 3, delivered: 4 };
const trackWords = [
  '',
  'Ordered; not packed yet',
  'Packed; not shipped yet',
  'Shipped; not delivered yet',
  'Delivered',
];

export function OrderTrack({ parcel: { status, orders } }: { parcel: Parcel }) {
  const isPacked = status === 'processing' && orders.some(({ packedAt }) => packedAt);
  const done = isPacked ? 2 : doneSteps[status];
  if (done === undefined) return null;
  return (
    <span className={styles.track} role="img" aria-label={trackWords[done]}>
      {[1, 2, 3, 4].map((step) => (
        <i key={step} className={step <= done ? styles.on : undefined} />
      ))}
    </span>
  );
}

/** Nothing unless a refund of one of the orders is requested. */
export function RefundBadge({ orders }: { orders: readonly Order[] }) {
  return orders.some(getOpenRefund) ? <Badge tone="warn">Refund requested</Badge> : null;
}

export function CopyButton({ text, label }: { text: string; label: string }) {
  const dispatch = useAppDispatch();
  const copy = async () => {
    const isCopied = await copyText(text);
    dispatch(
      toastShown(
        isCopied
          ? { text: 'Copied', tone: 'success' }
          : { text: 'This browser did not let us copy it. Select the text instead.', tone: 'error' },
      ),
    );
  };
  return <IconButton icon={Copy} label={label} size="sm" onClick={() => void copy()} />;
}

interface OrderPicksProps {
  legend: string;
  orders: readonly Order[];
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

export function OrderPicks({ legend, orders, value, onChange }: OrderPicksProps) {
  if (orders.length < 2) return null;
  const toggle = (id: string) => onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
  return (
    <fieldset className={styles.picks}>
      <legend className="sm strong">{legend}</legend>
      {orders.map((order) => (
        <div key={order._id} className={styles.pick}>
          <Check
            label={getQuantityName(order)}
            checked={value.includes(order._id)}
            onChange={() => toggle(order._id)}
          />
          <span className="sm num">{formatMoney(order.totalPrice)}</span>
        </div>
      ))}
    </fieldset>
  );
}

export function usePickedOrders(orders: readonly Order[]) {
  const [left, setLeft] = useState<string[]>([]);
  const picked = orders.filter(({ _id }) => !left.includes(_id));
  return {
    picked,
    picks: {
      orders,
      value: picked.map(({ _id }) => _id),
      onChange: (ids: string[]) => setLeft(orders.flatMap(({ _id }) => (ids.includes(_id) ? [] : [_id]))),
    },
  };
}

export function useOrderSheet(open: boolean, onClose: () => void) {
  const change = useAppSelector(selectOrderChange);
  const { isBusy, failure } = useChangeSheet({ open, change, opened: changeOpened, onDone: onClose });
  return { isBusy, failure: failure && { ...failure, message: withCount(failure.message, change.changed) } };
}

const withCount = (message: string, changed: number) =>
  changed === 0 ? message : `${message} Those before it were changed (${changed}).`;

interface NoOrdersProps {
  query: OrderQuery;
  /** Link to the list without filters. */
  allHref: string;
  children: ReactNode;
}

export function NoOrders({
  query: { q, deliveryStatus, refundRequested, fromDate },
  allHref,
  children,
}: NoOrdersProps) {
  const all = <Button href={allHref}>Show all orders</Button>;
  if (q !== undefined && hasOnlyPunctuation(q)) return <NothingToSearch text={q} action={all} />;
  if (!q && !deliveryStatus && !refundRequested && !fromDate) return children;
  return (
    <EmptyState
      icon={SearchX}
      title="No orders match"
      text="Try another name or number, or take the filters off."
      action={all}
    />
  );
}
