import Link from 'next/link';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { SumLines } from '@/components/list/sum-lines';
import { Avatar } from '@/components/people/avatar';
import { useNow } from '@/components/hooks/use-now';
import { paths } from '@/config/paths';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch } from '@/store/hooks';
import { downloadRequested } from '../order-slice';
import {
  canDownload,
  describeDownloads,
  getOpenRefund,
  getOrderName,
  getOrderState,
  getStatusWords,
  getSums,
  isPhysical,
  type Order,
  type Parcel,
} from '../order-words';
import { OrderThumb, RefundBadge } from './order-parts';
import styles from './order.module.css';

interface ParcelPanelProps {
  parcel: Parcel;
  side: 'buyer' | 'seller';
  person: { name: string; avatar?: string | null; href?: string };
  aside?: ReactNode;
  totalLabel: string;
  children?: ReactNode;
}

export function ParcelPanel({ parcel, side, person, aside, totalLabel, children }: ParcelPanelProps) {
  const { goods, shipping, tax, total } = getSums(parcel.orders);
  const lines = [
    { label: 'Items', amount: formatMoney(goods) },
    ...(shipping === null ? [] : [{ label: 'Shipping', amount: shipping === 0 ? 'Free' : formatMoney(shipping) }]),
    ...(tax > 0 ? [{ label: 'Tax', amount: formatMoney(tax) }] : []),
  ];
  return (
    <section className={styles.parcel} aria-label={`Order with ${person.name}`}>
      <header className={styles.parcelHead}>
        <Avatar name={person.name} src={person.avatar} size="sm" />
        <h2 className="grow">{person.href ? <Link href={person.href}>{person.name}</Link> : person.name}</h2>
        {aside}
      </header>
      {parcel.orders.map((order) => (
        <GoodsLine key={order._id} order={order} parcel={parcel} side={side} />
      ))}
      <footer className={styles.parcelFoot}>
        <SumLines lines={lines} total={{ label: totalLabel, amount: formatMoney(total) }} />
        {children}
      </footer>
    </section>
  );
}

function GoodsLine({ order, parcel, side }: { order: Order; parcel: Parcel; side: 'buyer' | 'seller' }) {
  const dispatch = useAppDispatch();
  const now = useNow();
  const { productId, productInfo, quantity, unitPrice, deliveryStatus, downloads, orderNumber } = order;
  const name = getOrderName(order);
  const state = getStatusWords(getOrderState(order), side);
  const left = describeDownloads(order);
  const isSent = isPhysical(order);
  return (
    <div className={styles.goods}>
      <OrderThumb order={order} large />
      <h3 className={styles.goodsName}>{productInfo ? <Link href={paths.product(productId)}>{name}</Link> : name}</h3>
      <p className={cx('price', styles.goodsPrice)}>
        {quantity > 1 && <span className="sm num">{quantity} × </span>}
        {formatMoney(unitPrice)}
      </p>
      <ul className={styles.facts}>
        <li className="muted num">Order {orderNumber}</li>
        {deliveryStatus !== parcel.status && (
          <li>
            <Badge tone={state.tone}>{state.text}</Badge>
          </li>
        )}
        {parcel.orders.length > 1 && getOpenRefund(order) && (
          <li>
            <RefundBadge orders={[order]} />
          </li>
        )}
        {!isSent && deliveryStatus !== 'refunded' && (
          <li>
            {side === 'seller' && downloads
              ? `${pluralise(downloads.used, 'download')} so far`
              : (left ?? 'A file to download')}
            {downloads?.until && (
              <>
                , until <Day value={downloads.until} />
              </>
            )}
          </li>
        )}
      </ul>
      {side === 'buyer' && canDownload(order, now ?? 0) && (
        <div className={styles.acts}>
          <Button
            variant="soft"
            size="sm"
            icon={Download}
            aria-label={`Download ${name}`}
            onClick={() => dispatch(downloadRequested({ productId }))}
          >
            Download
          </Button>
        </div>
      )}
    </div>
  );
}
