import { Wallet } from 'lucide-react';
import { Button } from '@/components/basic/button';
import type { DataColumn } from '@/components/list/data-table';
import { EmptyState } from '@/components/states/empty-state';
import { TitleCell, whenColumn } from '@/components/list/title-cell';
import { paths } from '@/config/paths';
import { roundDollars } from '@contract/base/money';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { charges } from '../payment-feature';
import type { Charge } from '../payment-words';
import { getChargePath, getChargeState, getChargeTitle } from '../payment-words';
import { selectHasReceipts } from '../receipt-support';
import { PageTable, stateColumn, type PageProps } from './page-table';

const listColumns = (hasReceipts: boolean): DataColumn<Charge>[] => [
  {
    key: 'what',
    header: 'Paid for',
    renderCell: (row) => (
      <TitleCell
        title={getChargeTitle(row)}
        href={hasReceipts ? paths.receipt(row._id) : getChargePath(row)}
        who={row.performerInfo?.name}
        at={row.createdAt}
      />
    ),
  },
  { key: 'creator', header: 'Creator', wideOnly: true, renderCell: (row) => row.performerInfo?.name ?? '' },
  whenColumn,
  { ...stateColumn(getChargeState), wideOnly: false },
  {
    key: 'sum',
    header: 'Amount',
    numeric: true,
    renderCell: ({ totalPrice, taxAmount = 0 }) => formatMoney(roundDollars(totalPrice + taxAmount)),
  },
];

export function ChargeTable(props: PageProps) {
  const hasReceipts = useAppSelector(selectHasReceipts);
  return (
    <PageTable
      of={charges}
      what="Receipts"
      caption="What you paid for, from your wallet or by card"
      columns={listColumns(hasReceipts)}
      empty={
        <EmptyState
          icon={Wallet}
          title="No receipts yet"
          text="Each thing you buy leaves a receipt here."
          action={<Button href={paths.creators}>Find creators</Button>}
        />
      }
      {...props}
    />
  );
}
