import Link from 'next/link';
import { CreditCard } from 'lucide-react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { DataTable, type DataColumn } from '@/components/list/data-table';
import { EmptyState } from '@/components/states/empty-state';
import { TimeAgo } from '@/components/basic/times';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { transactions, type Transaction } from '../payment-feature';
import { transactionPath, transactionState, transactionTitle } from '../payment-words';
import { PageList } from './page-list';
import styles from './tables.module.css';

const columns: DataColumn<Transaction>[] = [
  {
    key: 'what',
    header: 'Payment',
    renderCell: (row) => (
      <>
        <Link className="link" href={transactionPath(row)}>
          {transactionTitle(row)}
        </Link>
        <span className={styles.under}>
          <TimeAgo value={row.createdAt} />
        </span>
      </>
    ),
  },
  { key: 'date', header: 'When', nowrap: true, wideOnly: true, renderCell: (row) => <TimeAgo value={row.createdAt} /> },
  {
    key: 'state',
    header: 'Status',
    nowrap: true,
    renderCell: (row) => <Badge tone={transactionState(row).tone}>{transactionState(row).text}</Badge>,
  },
  {
    key: 'card',
    header: 'Card',
    nowrap: true,
    wideOnly: true,
    renderCell: ({ card }) => (card ? `${card.brand} ${card.last4Digits}` : ''),
  },
  {
    key: 'coupon',
    header: 'Coupon',
    wideOnly: true,
    renderCell: (row) => row.couponInfo?.code ?? '',
  },
  {
    key: 'tax',
    header: 'Tax',
    numeric: true,
    wideOnly: true,
    renderCell: (row) => (row.taxAmount ? formatMoney(row.taxAmount) : ''),
  },
  { key: 'sum', header: 'Amount', numeric: true, renderCell: (row) => formatMoney(row.totalPrice) },
];

interface TransactionTableProps {
  page: number;
  hrefOf: (page: number) => string;
  /** A filter hides the rest: an empty table says so. */
  isFiltered: boolean;
}

/** Payments by card, newest first. */
export function TransactionTable({ page, hrefOf, isFiltered }: TransactionTableProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(transactions.select);
  return (
    <PageList
      what="Payments"
      list={list}
      page={page}
      hrefOf={hrefOf}
      onRetry={() => dispatch(transactions.requested(list.query))}
      empty={
        isFiltered ? (
          <EmptyState icon={CreditCard} title="No payments on these days" text="Choose other days." />
        ) : (
          <EmptyState
            icon={CreditCard}
            title="No card payments yet"
            text="Subscriptions and top-ups appear here, each with its receipt."
            action={<Button href={paths.creators}>Find creators</Button>}
          />
        )
      }
    >
      <DataTable caption="Payments by card" columns={columns} rows={list.rows} rowKey={(row) => row._id} />
    </PageList>
  );
}
