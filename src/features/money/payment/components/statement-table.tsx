import Link from 'next/link';
import { ReceiptText, Wallet } from 'lucide-react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { DataTable, type DataColumn } from '@/components/list/data-table';
import { EmptyState } from '@/components/states/empty-state';
import { IconButton } from '@/components/basic/icon-button';
import { TimeAgo } from '@/components/basic/times';
import { paths } from '@/config/paths';
import { formatMoney, formatSigned } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { lines, selectKeepsStatement, type WalletLine } from '../payment-feature';
import { linePath, lineReceipt, lineState, lineTitle } from '../payment-words';
import { PageList } from './page-list';
import styles from './tables.module.css';

/** What only a statement knows. */
const ofStatement = new Set(['balance', 'receipt']);

const balanceText = ({ balanceAfter }: WalletLine) => (balanceAfter === undefined ? '' : formatMoney(balanceAfter));

/** On phones creator and time stand under the title, the balance under the sum. */
const columns: DataColumn<WalletLine>[] = [
  {
    key: 'what',
    header: 'What',
    renderCell: (line) => {
      const href = linePath(line);
      return (
        <>
          {href ? (
            <Link className="link" href={href}>
              {lineTitle(line)}
            </Link>
          ) : (
            lineTitle(line)
          )}
          <span className={styles.under}>
            {line.charge?.performerInfo && `${line.charge.performerInfo.name}, `}
            <TimeAgo value={line.createdAt} />
          </span>
        </>
      );
    },
  },
  {
    key: 'creator',
    header: 'Creator',
    wideOnly: true,
    renderCell: ({ charge }) =>
      charge?.performerInfo ? (
        <Link href={paths.profile(charge.performerInfo.username || charge.performerId)}>
          {charge.performerInfo.name}
        </Link>
      ) : (
        ''
      ),
  },
  {
    key: 'date',
    header: 'When',
    nowrap: true,
    wideOnly: true,
    renderCell: (line) => <TimeAgo value={line.createdAt} />,
  },
  {
    key: 'state',
    header: 'Status',
    nowrap: true,
    wideOnly: true,
    renderCell: (line) => <Badge tone={lineState(line).tone}>{lineState(line).text}</Badge>,
  },
  {
    key: 'sum',
    header: 'Amount',
    numeric: true,
    renderCell: (line) => (
      <>
        <span className="strong">{formatSigned(line.amount)}</span>
        <span className={styles.under}>{balanceText(line)}</span>
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
      const href = lineReceipt(line);
      return href && <IconButton icon={ReceiptText} label={`Receipt: ${lineTitle(line)}`} href={href} />;
    },
  },
];

interface StatementTableProps {
  page: number;
  hrefOf: (page: number) => string;
  /** A filter hides the rest: an empty table says so. */
  isFiltered: boolean;
}

/** The wallet's account: every movement with the balance after it. ux.md WA-1. */
export function StatementTable({ page, hrefOf, isFiltered }: StatementTableProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(lines.select);
  const keepsStatement = useAppSelector(selectKeepsStatement);
  return (
    <PageList
      what="Wallet lines"
      list={list}
      page={page}
      hrefOf={hrefOf}
      onRetry={() => dispatch(lines.requested(list.query))}
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
            title="No activity yet"
            text={`Top-ups, unlocks, tips and shows appear here${keepsStatement ? ', each with the balance after it' : ''}.`}
            action={<Button href={paths.creators}>Find creators</Button>}
          />
        )
      }
    >
      <DataTable
        caption="Wallet, newest first"
        columns={keepsStatement ? columns : columns.filter(({ key }) => !ofStatement.has(key))}
        rows={list.rows}
        rowKey={(line) => line._id}
      />
    </PageList>
  );
}
