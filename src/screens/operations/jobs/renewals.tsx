import type { ConsoleColumn } from '@/components/console/console-table';
import { WholeTable } from '@/components/console/whole-table';
import type { RenewalState } from '@/features/operations/job/job-feature';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { formatCount } from '@/lib/format-count';
import styles from './jobs.module.css';

type Row = RenewalState & { _id: string };

const columns: ConsoleColumn<Row>[] = [
  {
    key: 'kind',
    title: 'Subscriptions to',
    render: ({ kind }) => (kind === 'creator' ? 'Creators' : 'The site'),
  },
  { key: 'paid', title: 'Paid', isNumber: true, render: ({ paid }) => formatCount(paid) },
  { key: 'due', title: 'Due now', isNumber: true, render: ({ due }) => formatCount(due) },
  { key: 'open', title: 'Payment running', isNumber: true, render: ({ underWay }) => formatCount(underWay) },
  { key: 'retried', title: 'Failed, to be retried', isNumber: true, render: ({ retried }) => formatCount(retried) },
  {
    key: 'next',
    title: 'Next retry',
    render: ({ nextTry }) => (nextTry === null ? 'None' : formatFull(nextTry, { timeZone: VIEWER_TIME_ZONE })),
  },
];

export const Renewals = ({ rows }: { rows: RenewalState[] }) => (
  <section className={styles.part}>
    <h2>Renewals</h2>
    <WholeTable
      label="Renewals"
      columns={columns}
      rows={rows.map((row) => ({ ...row, _id: row.kind }))}
      status="ready"
      error={null}
      onRetry={() => undefined}
      empty="There are no subscriptions."
    />
  </section>
);
