import { useState } from 'react';
import { Download } from 'lucide-react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { DataTable, type DataColumn } from '@/components/list/data-table';
import { ErrorState } from '@/components/states/error-state';
import { dateFormatter } from '@/lib/formatters';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  getFileKey,
  selectStatements,
  statementFileRequested,
  statementsRequested,
  type StatementPeriod,
} from '../statements-feature';
import styles from './statement-list.module.css';

const SHOWN_AT_FIRST = 4;

const monthOptions = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

/** Returns `November 2026` or `Year 2026`. */
const namePeriod = (period: string): string =>
  period.length === 4
    ? `Year ${period}`
    : dateFormatter('en-GB', monthOptions).format(new Date(`${period}-01T00:00:00Z`));

const columns: DataColumn<StatementPeriod>[] = [
  {
    key: 'period',
    header: 'Period',
    renderCell: ({ period, isComplete }) => (
      <span className={styles.period}>
        {namePeriod(period)}
        {!isComplete && <Badge tone="plain">So far</Badge>}
      </span>
    ),
  },
  {
    key: 'files',
    header: 'Files',
    quietHeader: true,
    numeric: true,
    renderCell: ({ period }) => (
      <span className={styles.files}>
        <FileButton period={period} format="pdf" />
        <FileButton period={period} format="csv" />
      </span>
    ),
  },
];

function FileButton({ period, format }: { period: string; format: 'pdf' | 'csv' }) {
  const dispatch = useAppDispatch();
  const { pending } = useAppSelector(selectStatements);
  const name = format.toUpperCase();
  return (
    <Button
      size="sm"
      icon={Download}
      busy={pending.includes(getFileKey({ period, format }))}
      busyLabel="Preparing"
      aria-label={`${name} for ${namePeriod(period)}`}
      onClick={() => dispatch(statementFileRequested({ period, format }))}
    >
      {name}
    </Button>
  );
}

export function StatementList() {
  const dispatch = useAppDispatch();
  const { periods, hasFailed } = useAppSelector(selectStatements);
  const [isWhole, setWhole] = useState(false);
  if (hasFailed)
    return <ErrorState title="The statements did not load" onRetry={() => dispatch(statementsRequested())} />;
  if (periods.length === 0) return null;
  const rows = isWhole ? periods : periods.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby="statements" className={styles.statements}>
      <h2 id="statements">Statements</h2>
      <p className="sm ink-2">Balances, sales, fees and payouts of each month and year in UTC, for your accountant.</p>
      <DataTable caption="Statements, newest first" columns={columns} rows={rows} rowKey={({ period }) => period} />
      {rows.length < periods.length && (
        <Button size="sm" onClick={() => setWhole(true)}>
          Show all {periods.length}
        </Button>
      )}
    </section>
  );
}
