import { Coins } from 'lucide-react';
import Link from 'next/link';
import { Badge } from '@/components/basic/badge';
import { BarChart } from '@/components/list/bar-chart';
import { Button } from '@/components/basic/button';
import { CsvButton } from '@/components/basic/csv-button';
import { DataTable, type DataColumn } from '@/components/list/data-table';
import { Day } from '@/components/basic/times';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { Pager } from '@/components/list/pager';
import { Skeleton } from '@/components/basic/skeleton';
import { Stat, StatRow } from '@/components/list/stat';
import { TitleCell, whenColumn } from '@/components/list/title-cell';
import { paths } from '@/config/paths';
import { selectCurrentUser, selectEarningTerms } from '@/features/identity/auth/session-slice';
import { formatDay } from '@/lib/dates';
import { cx } from '@/lib/cx';
import { describeEarningTerms } from '@/lib/earning-terms';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { earnings, earningsExport, EARNINGS_PER_PAGE, selectEarnings } from '../earning-feature';
import type { Earning } from '../earning-words';
import { isAvailable, getSaleTitle } from '../earning-words';
import styles from './earning-report.module.css';

const columns: DataColumn<Earning>[] = [
  {
    key: 'what',
    header: 'What',
    renderCell: (row) => <TitleCell title={getSaleTitle(row)} at={row.createdAt} />,
  },
  { key: 'who', header: 'From', renderCell: (row) => getPersonName(row.userInfo, 'fan') },
  whenColumn,
  {
    key: 'state',
    header: 'Status',
    wideOnly: true,
    renderCell: (row) =>
      isAvailable(row, Date.now()) ? (
        <Badge tone="success">Available</Badge>
      ) : (
        <Badge tone="warn">
          <span>
            From <Day value={row.availableAt} />
          </span>
        </Badge>
      ),
  },
  { key: 'gross', header: 'Paid', numeric: true, wideOnly: true, renderCell: (row) => formatMoney(row.grossPrice) },
  { key: 'net', header: 'Yours', numeric: true, renderCell: (row) => formatMoney(row.netPrice) },
];

interface EarningReportProps {
  period: string;
  page: number;
  getHref: (page: number) => string;
  /** Absent if the backend has no payouts. */
  payoutsHref?: string | undefined;
}

export function EarningReport({ period, page, getHref, payoutsHref }: EarningReportProps) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectCurrentUser);
  const terms = useAppSelector(selectEarningTerms);
  const isHeld = useAppSelector(selectHasExtension('pendingBalance'));
  const { list, stats: given, isExporting } = useAppSelector(selectEarnings);
  const { total, status, query } = list;
  // After a failure, the numbers may be those of another page, or outdated.
  const [stats, rows] = status === 'failed' ? [null, []] : [given, list.rows];
  return (
    <div className={styles.report}>
      <section className={styles.wash} aria-label="Balances">
        <div>
          <p className="sm ink-2">Available</p>
          <p className={styles.balance}>{formatMoney(me?.wallet ?? 0)}</p>
        </div>
        {isHeld && (
          <div>
            <p className="sm ink-2">Pending</p>
            <p className={styles.balance}>{formatMoney(me?.pendingBalance ?? 0)}</p>
          </div>
        )}
        <p className={cx('sm ink-2', styles.terms)}>
          {terms && <>{describeEarningTerms(terms)} </>}
          {payoutsHref ? (
            <Link className="link" href={payoutsHref}>
              Request a payout
            </Link>
          ) : (
            <>
              To be paid out,{' '}
              <Link className="link" href={paths.contact}>
                write to us
              </Link>
              .
            </>
          )}
        </p>
      </section>
      {status === 'failed' && (
        <ErrorState title="The earnings did not load" onRetry={() => dispatch(earnings.requested(query))} />
      )}
      {status !== 'failed' && !stats && <Skeleton kind="line" count={5} />}
      {stats && (
        <>
          <StatRow>
            <Stat label={`Paid ${period}`} value={formatMoney(stats.totalGrossPrice)} />
            <Stat label={`Commission ${period}`} value={formatMoney(stats.totalSiteCommission)} />
            <Stat label={`Yours ${period}`} value={formatMoney(stats.totalNetPrice)} />
          </StatRow>
          {stats.series && stats.series.length > 1 && stats.totalGrossPrice > 0 && (
            <Chart series={stats.series} period={period} />
          )}
        </>
      )}
      {stats && rows.length === 0 && status === 'ready' && (
        <EmptyState
          icon={Coins}
          title="No earnings in this period"
          text="Tips, subscriptions and unlocks appear here as soon as they’re paid."
          action={<Button href={paths.creator.createPost}>Write a post</Button>}
        />
      )}
      {rows.length > 0 && (
        <>
          <header className="row row--between row--wrap">
            <h2>What people paid for</h2>
            <CsvButton isBusy={isExporting} onPress={() => dispatch(earningsExport.requested())} />
          </header>
          <div>
            <DataTable caption="Sales, newest first" columns={columns} rows={rows} rowKey={(row) => row._id} />
            <Pager label="Sales" page={page} pages={Math.ceil(total / EARNINGS_PER_PAGE)} getHref={getHref} />
          </div>
        </>
      )}
    </div>
  );
}

/** getEarningStats counts days in UTC, so they are formatted in UTC. */
const utc = { timeZone: 'UTC' };

function Chart({ series, period }: { series: { date: string; netPrice: number }[]; period: string }) {
  const best = series.reduce((most, day) => (day.netPrice > most.netPrice ? day : most));
  return (
    <BarChart
      summary={`Earned each day ${period}; most on ${formatDay(best.date, utc)}, ${formatMoney(best.netPrice)}.`}
      bars={series.map((day) => ({ label: formatDay(day.date, utc), value: day.netPrice }))}
      format={formatMoney}
      columns={['Day', 'Yours']}
    />
  );
}
