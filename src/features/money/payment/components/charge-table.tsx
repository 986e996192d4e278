import { Wallet } from 'lucide-react';
import { Button } from '@/components/basic/button';
import type { DataColumn } from '@/components/list/data-table';
import { EmptyState } from '@/components/states/empty-state';
import { TitleCell, whenColumn } from '@/components/list/title-cell';
import { paths } from '@/config/paths';
import { formatMoney } from '@/lib/format-money';
import { charges } from '../payment-feature';
import type { Charge } from '../payment-words';
import { getChargePath, getChargeState, getChargeTitle } from '../payment-words';
import { PageTable, stateColumn, type PageProps } from './page-table';

const columns: DataColumn<Charge>[] = [
  {
    key: 'what',
    header: 'Paid for',
    renderCell: (row) => (
      <TitleCell
        title={getChargeTitle(row)}
        href={getChargePath(row)}
        who={row.performerInfo?.name}
        at={row.createdAt}
      />
    ),
  },
  { key: 'creator', header: 'Creator', wideOnly: true, renderCell: (row) => row.performerInfo?.name ?? '' },
  whenColumn,
  stateColumn(getChargeState),
  { key: 'sum', header: 'Amount', numeric: true, renderCell: (row) => formatMoney(row.totalPrice) },
];

/** What the wallet paid for, newest first: a receipt for each. */
export function ChargeTable(props: PageProps) {
  return (
    <PageTable
      of={charges}
      what="Wallet lines"
      caption="Paid from the wallet"
      columns={columns}
      empty={
        <EmptyState
          icon={Wallet}
          title="No receipts yet"
          text="Each thing you unlock leaves a receipt here."
          action={<Button href={paths.creators}>Find creators</Button>}
        />
      }
      {...props}
    />
  );
}
