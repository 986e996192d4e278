import Link from 'next/link';
import { ChevronRight, Package } from 'lucide-react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { Day } from '@/components/basic/times';
import { ListStates } from '@/components/list/list-states';
import { Pager } from '@/components/list/pager';
import { EmptyState } from '@/components/states/empty-state';
import { paths } from '@/config/paths';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { bought, ORDERS_PER_PAGE, type OrderQuery } from '../order-lists';
import { selectHasBought } from '../order-support';
import { getStatusWords, getSums, groupParcels, isPhysical, nameParcel, type Parcel } from '../order-words';
import { NoOrders, OrderThumb, OrderTrack, RefundBadge } from './order-parts';
import styles from './order.module.css';

export interface OrderPageProps {
  page: number;
  getHref: (page: number) => string;
}

export function OrderList({ page, getHref }: OrderPageProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(bought.select);
  const isServed = useAppSelector(selectHasBought);
  if (!isServed) return <Nothing query={{}} />;
  return (
    <ListStates
      list={list}
      failedTitle="Your orders did not load"
      onRetry={() => dispatch(bought.requested(list.query))}
      skeleton="line"
      skeletonCount={8}
      empty={<Nothing query={list.query} />}
    >
      <ul>
        {groupParcels(list.rows).map((parcel) => (
          <ParcelRow key={parcel._id} parcel={parcel} />
        ))}
      </ul>
      <Pager label="Orders" page={page} pages={Math.ceil(list.total / ORDERS_PER_PAGE)} getHref={getHref} />
    </ListStates>
  );
}

function ParcelRow({ parcel }: { parcel: Parcel }) {
  const { orders, kept, refunded, status } = parcel;
  const [first] = orders;
  if (!first) return null;
  const { text, tone } = getStatusWords(parcel, 'buyer');
  const isFile = !kept.some(isPhysical);
  return (
    <li className={styles.row}>
      <span className={styles.pics}>
        {orders.slice(0, 2).map((order) => (
          <OrderThumb key={order._id} order={order} />
        ))}
      </span>
      <div>
        <p className={styles.what}>
          <Link href={paths.order(first._id)}>{nameParcel(orders)}</Link>
        </p>
        <p className="xs muted num">
          {first.orderNumber} · {getPersonName(first.performerInfo, 'creator')} · <Day value={first.createdAt} />
          {refunded > 0 && status !== 'refunded' && ` · ${formatMoney(refunded)} refunded`}
        </p>
      </div>
      <div className={styles.state}>
        {isFile || status === 'refunded' ? (
          <Badge tone={tone}>{isFile && status === 'delivered' ? 'Ready to download' : text}</Badge>
        ) : (
          <>
            <OrderTrack parcel={parcel} /> <p className="sm strong">{text}</p>
          </>
        )}{' '}
        <RefundBadge orders={orders} />
      </div>
      <span className={cx('price', styles.price)}>{formatMoney(getSums(orders).total)}</span>
      <Icon of={ChevronRight} size={16} />
    </li>
  );
}

const Nothing = ({ query }: { query: OrderQuery }) => (
  <NoOrders query={query} allHref={paths.orders}>
    <EmptyState
      icon={Package}
      title="No orders yet"
      text="What you buy in a creator’s shop appears here, with its tracking and your downloads."
      action={<Button href={paths.creators}>Find creators</Button>}
    />
  </NoOrders>
);
