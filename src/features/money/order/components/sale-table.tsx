import Link from 'next/link';
import { Package, Printer, Truck } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { CsvButton } from '@/components/basic/csv-button';
import { TimeAgo } from '@/components/basic/times';
import { DataTable, type DataColumn } from '@/components/list/data-table';
import { ListStates } from '@/components/list/list-states';
import { Pager } from '@/components/list/pager';
import { EmptyState } from '@/components/states/empty-state';
import { paths } from '@/config/paths';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { ORDERS_PER_PAGE, sold, soldExport, type OrderQuery } from '../order-lists';
import { selectHasSold } from '../order-support';
import { getStatusWords, getSums, groupParcels, isPhysical, listToShip, nameParcel, type Parcel } from '../order-words';
import type { OrderPageProps } from './order-list';
import { NoOrders, RefundBadge } from './order-parts';
import { usePackingSlips } from './packing-slips';
import { ShipSheet } from './ship-sheet';
import styles from './order.module.css';

interface SaleTableProps extends OrderPageProps {
  /** Link to the list without filters. */
  allHref: string;
}

export function SaleTable({ page, getHref, allHref }: SaleTableProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(sold.select);
  const isServed = useAppSelector(selectHasSold);
  const isExporting = useAppSelector((state) => state.orders.isExporting);
  const [ids, setIds] = useState<readonly string[]>([]);
  /** Order ids, because the orders themselves change: after a failure, some of them are already shipped. */
  const [shipped, setShipped] = useState<readonly string[]>([]);
  const [isShipping, setIsShipping] = useState(false);
  const [print, slips] = usePackingSlips();
  const parcels = useMemo(() => groupParcels(list.rows), [list.rows]);
  const chosen = parcels.filter(({ _id }) => ids.includes(_id));
  const toShip = chosen.filter(({ orders }) => listToShip(orders).length > 0);
  const inSheet = parcels.filter(({ orders }) => listToShip(orders).some(({ _id }) => shipped.includes(_id)));
  const close = useCallback(() => setIsShipping(false), []);
  const ship = useCallback((sent: readonly Parcel[]) => {
    setShipped(sent.flatMap(({ orders }) => orders.map(({ _id }) => _id)));
    setIsShipping(true);
  }, []);
  const columns = useMemo(() => {
    const toggle = (id: string) => setIds((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]));
    return makeColumns({ ids, onToggle: toggle, onShip: (parcel) => ship([parcel]) });
  }, [ids, ship]);
  if (!isServed) return <Nothing query={{}} allHref={allHref} />;
  return (
    <>
      <ListStates
        list={list}
        failedTitle="Your orders did not load"
        onRetry={() => dispatch(sold.requested(list.query))}
        skeleton="line"
        skeletonCount={8}
        empty={<Nothing query={list.query} allHref={allHref} />}
      >
        <div className={cx(styles.bar, chosen.length > 0 && styles.picked)}>
          {chosen.length > 0 ? (
            <>
              <p className="sm strong" role="status">
                {chosen.length} selected, {formatMoney(getSums(chosen.flatMap(({ orders }) => orders)).total)}
              </p>
              <div className="row row--wrap">
                {toShip.length > 0 && (
                  <Button size="sm" icon={Truck} onClick={() => ship(toShip)}>
                    Mark as shipped
                  </Button>
                )}
                <Button size="sm" icon={Printer} onClick={() => print(chosen)}>
                  Print packing slips
                </Button>
                <Button size="sm" variant="ghost" onClick={() => setIds([])}>
                  Clear
                </Button>
              </div>
            </>
          ) : (
            <>
              <p className="sm muted">{pluralise(list.total, 'item')}</p>
              <CsvButton isBusy={isExporting} onPress={() => dispatch(soldExport.requested())} />
            </>
          )}
        </div>
        <DataTable caption="Orders" columns={columns} rows={parcels} rowKey={({ _id }) => _id} />
        <Pager label="Orders" page={page} pages={Math.ceil(list.total / ORDERS_PER_PAGE)} getHref={getHref} />
      </ListStates>
      <ShipSheet parcels={inSheet} open={isShipping} onClose={close} />
      {slips}
    </>
  );
}

interface ColumnsInput {
  ids: readonly string[];
  onToggle: (id: string) => void;
  onShip: (parcel: Parcel) => void;
}

const getBuyer = ({ orders }: Parcel) => getPersonName(orders[0]?.userInfo, 'fan');
const getNumber = ({ orders }: Parcel) => orders[0]?.orderNumber ?? '';

function StatusBadge({ parcel }: { parcel: Parcel }) {
  const { text, tone } = getStatusWords(parcel, 'seller');
  const isPacked = parcel.status === 'processing' && parcel.orders.some(({ packedAt }) => packedAt);
  return (
    <span className={styles.badges}>
      <Badge tone={tone}>{isPacked ? 'Packed' : text}</Badge>
      <RefundBadge orders={parcel.orders} />
    </span>
  );
}

const makeColumns = ({ ids, onToggle, onShip }: ColumnsInput): DataColumn<Parcel>[] => [
  {
    key: 'order',
    header: 'Order',
    renderCell: (parcel) => (
      <div className={styles.order}>
        {parcel.orders.some(isPhysical) && (
          <label className={styles.choose}>
            <input type="checkbox" checked={ids.includes(parcel._id)} onChange={() => onToggle(parcel._id)} />
            <span className="sr">Select order {getNumber(parcel)}</span>
          </label>
        )}
        <div>
          <Link className="link num" href={paths.sale(parcel._id)}>
            {getNumber(parcel)}
          </Link>
          <span className="xs muted block">
            <TimeAgo value={parcel.orders[0]?.createdAt} />
          </span>
          <span className={cx('sm', styles.onPhone)}>
            {nameParcel(parcel.orders)}
            <span className="block muted">{getBuyer(parcel)}</span>
            <StatusBadge parcel={parcel} />
          </span>
        </div>
      </div>
    ),
  },
  { key: 'buyer', header: 'Buyer', wideOnly: true, renderCell: getBuyer },
  { key: 'items', header: 'Items', wideOnly: true, renderCell: ({ orders }) => nameParcel(orders) },
  {
    key: 'status',
    header: 'Status',
    wideOnly: true,
    nowrap: true,
    renderCell: (parcel) => <StatusBadge parcel={parcel} />,
  },
  { key: 'paid', header: 'Paid', numeric: true, renderCell: ({ orders }) => formatMoney(getSums(orders).total) },
  {
    key: 'act',
    header: 'Action',
    quietHeader: true,
    numeric: true,
    wideOnly: true,
    renderCell: (parcel) =>
      listToShip(parcel.orders).length > 0 && (
        <Button
          size="sm"
          variant="soft"
          aria-label={`Mark as shipped: order ${getNumber(parcel)}`}
          onClick={() => onShip(parcel)}
        >
          Mark as shipped
        </Button>
      ),
  },
];

function Nothing({ query, allHref }: { query: OrderQuery; allHref: string }) {
  const { q, deliveryStatus, fromDate } = query;
  if (deliveryStatus === 'processing' && !q && !fromDate) {
    const all = <Button href={allHref}>Show all orders</Button>;
    return (
      <EmptyState icon={Package} title="Nothing to ship" text="New orders appear here, oldest first." action={all} />
    );
  }
  return (
    <NoOrders query={query} allHref={allHref}>
      <EmptyState
        icon={Package}
        title="No orders yet"
        text="What fans buy in your shop appears here."
        action={<Button href={paths.creator.store}>Your products</Button>}
      />
    </NoOrders>
  );
}
