import Link from 'next/link';
import { Wallet } from 'lucide-react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { DataTable, type DataColumn } from '@/components/list/data-table';
import { EmptyState } from '@/components/states/empty-state';
import { TimeAgo } from '@/components/basic/times';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { charges, type Charge } from '../payment-feature';
import { chargePath, chargeState, chargeTitle } from '../payment-words';
import { PageList } from './page-list';
import styles from './tables.module.css';

const columns: DataColumn<Charge>[] = [
  {
    key: 'what',
    header: 'Paid for',
    renderCell: (row) => (
      <>
        <Link className="link" href={chargePath(row)}>
          {chargeTitle(row)}
        </Link>
        <span className={styles.under}>
          {row.performerInfo && `${row.performerInfo.name}, `}
          <TimeAgo value={row.createdAt} />
        </span>
      </>
    ),
  },
  { key: 'creator', header: 'Creator', wideOnly: true, renderCell: (row) => row.performerInfo?.name ?? '' },
  { key: 'date', header: 'When', nowrap: true, wideOnly: true, renderCell: (row) => <TimeAgo value={row.createdAt} /> },
  {
    key: 'state',
    header: 'Status',
    nowrap: true,
    wideOnly: true,
    renderCell: (row) => <Badge tone={chargeState(row).tone}>{chargeState(row).text}</Badge>,
  },
  { key: 'sum', header: 'Amount', numeric: true, renderCell: (row) => formatMoney(row.totalPrice) },
];

interface ChargeTableProps {
  page: number;
  hrefOf: (page: number) => string;
  /** When nothing was bought, in this filter. */
  emptyTitle: string;
  emptyText: string;
}

/** What the wallet paid for, newest first. */
export function ChargeTable({ page, hrefOf, emptyTitle, emptyText }: ChargeTableProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(charges.select);
  return (
    <PageList
      what="Wallet lines"
      list={list}
      page={page}
      hrefOf={hrefOf}
      onRetry={() => dispatch(charges.requested(list.query))}
      empty={
        <EmptyState
          icon={Wallet}
          title={emptyTitle}
          text={emptyText}
          action={<Button href={paths.creators}>Find creators</Button>}
        />
      }
    >
      <DataTable caption="Paid from the wallet" columns={columns} rows={list.rows} rowKey={(row) => row._id} />
    </PageList>
  );
}
