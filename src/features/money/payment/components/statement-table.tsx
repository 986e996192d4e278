import Link from 'next/link';
import { ReceiptText, Wallet } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { IconButton } from '@/components/basic/icon-button';
import type { DataColumn } from '@/components/list/data-table';
import { EmptyState } from '@/components/states/empty-state';
import { TitleCell, Under, whenColumn } from '@/components/list/title-cell';
import { paths } from '@/config/paths';
import { formatMoney, formatSigned } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { lines, selectSupportsStatement } from '../payment-feature';
import type { WalletLine } from '../payment-words';
import { getLinePath, getLineReceipt, getLineState, getLineTitle } from '../payment-words';
import { PageTable, stateColumn, type PageProps } from './page-table';
import styles from './page-table.module.css';

/** Columns that need a statement; backends that only send charges cannot fill them. */
const STATEMENT_COLUMNS = new Set(['balance', 'receipt']);

const balanceText = ({ balanceAfter }: WalletLine) => (balanceAfter === undefined ? '' : formatMoney(balanceAfter));

/** On phones, creator and time are below the title, and the balance is below the amount. */
const columns: DataColumn<WalletLine>[] = [
  {
    key: 'what',
    header: 'What',
    renderCell: (line) => (
      <TitleCell
        title={getLineTitle(line)}
        href={getLinePath(line)}
        who={line.charge?.performerInfo?.name}
        at={line.createdAt}
      />
    ),
  },
  {
    key: 'creator',
    header: 'Creator',
    wideOnly: true,
    renderCell: ({ charge }) =>
      charge?.performerInfo && (
        <Link href={paths.profile(charge.performerInfo.username || charge.performerId)}>
          {charge.performerInfo.name}
        </Link>
      ),
  },
  whenColumn,
  stateColumn(getLineState),
  {
    key: 'sum',
    header: 'Amount',
    numeric: true,
    renderCell: (line) => (
      <>
        <span className="strong">{formatSigned(line.amount)}</span>
        <Under>{balanceText(line)}</Under>
      </>
    ),
  },
  { key: 'balance', header: 'Balance after', numeric: true, wideOnly: true, renderCell: balanceText },
  {
    key: 'receipt',
    header: 'Receipt',
    quietHeader: true,
    numeric: true,
    renderCell: (line) => {
      const href = getLineReceipt(line);
      const label = `Receipt: ${getLineTitle(line)}`;
      return href && <IconButton icon={ReceiptText} label={label} href={href} className={styles.receipt} />;
    },
  },
];

interface StatementTableProps extends PageProps {
  isFiltered: boolean;
}

/** All movements, each with the balance after it. ux.md WA-1. */
export function StatementTable({ isFiltered, ...props }: StatementTableProps) {
  const keepsStatement = useAppSelector(selectSupportsStatement);
  return (
    <PageTable
      of={lines}
      what="Wallet lines"
      caption="Wallet, newest first"
      columns={keepsStatement ? columns : columns.filter(({ key }) => !STATEMENT_COLUMNS.has(key))}
      empty={
        isFiltered ? (
          <EmptyState
            icon={Wallet}
            title="Nothing matches these filters"
            text="Remove a filter, or choose other days."
          />
        ) : (
          <EmptyState
            icon={Wallet}
            title="No wallet activity yet"
            text={`Top-ups, unlocks, tips and shows appear here${keepsStatement ? ', each with the balance after it' : ''}.`}
            action={<Button href={paths.creators}>Find creators</Button>}
          />
        )
      }
      {...props}
    />
  );
}
