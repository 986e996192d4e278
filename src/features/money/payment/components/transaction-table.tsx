import { CreditCard } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import type { DataColumn } from '@/components/list/data-table';
import { EmptyState } from '@/components/states/empty-state';
import { TitleCell, whenColumn } from '@/components/list/title-cell';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { transactions } from '../payment-feature';
import type { Transaction } from '../payment-words';
import { getTransactionPath, getTransactionState, getTransactionTitle } from '../payment-words';
import { selectHasReceipts } from '../receipt-support';
import { PageTable, stateColumn, type PageProps } from './page-table';

const listColumns = (hasReceipts: boolean): DataColumn<Transaction>[] => [
  {
    key: 'what',
    header: 'Payment',
    renderCell: (row) => (
      <TitleCell title={getTransactionTitle(row)} href={getTransactionPath(row, hasReceipts)} at={row.createdAt} />
    ),
  },
  whenColumn,
  { ...stateColumn(getTransactionState), wideOnly: false },
  {
    key: 'card',
    header: 'Card',
    nowrap: true,
    wideOnly: true,
    renderCell: ({ card }) => (card ? `${card.brand} ${card.last4Digits}` : ''),
  },
  { key: 'coupon', header: 'Coupon', wideOnly: true, renderCell: (row) => row.couponInfo?.code ?? '' },
  {
    key: 'tax',
    header: 'Tax',
    numeric: true,
    wideOnly: true,
    renderCell: (row) => (row.taxAmount ? formatMoney(row.taxAmount) : ''),
  },
  {
    key: 'sum',
    header: 'Amount',
    numeric: true,
    renderCell: ({ totalPrice, refunded }) => (
      <>
        {formatMoney(totalPrice)}
        {refunded && (
          <span className="block xs muted">
            {formatMoney(-refunded.amount)} on <Day value={refunded.at} />
          </span>
        )}
      </>
    ),
  },
];

interface TransactionTableProps extends PageProps {
  isFiltered: boolean;
}

export function TransactionTable({ isFiltered, ...props }: TransactionTableProps) {
  const hasReceipts = useAppSelector(selectHasReceipts);
  return (
    <PageTable
      of={transactions}
      what="Payments"
      caption="Payments by card"
      columns={listColumns(hasReceipts)}
      empty={
        isFiltered ? (
          <EmptyState icon={CreditCard} title="No payments on these days" text="Choose other days." />
        ) : (
          <EmptyState
            icon={CreditCard}
            title="No card payments yet"
            text="What you pay by card appears here, each payment with its receipt."
            action={<Button href={paths.creators}>Find creators</Button>}
          />
        )
      }
      {...props}
    />
  );
}
