import type { ParsedUrlQuery } from 'node:querystring';
import { useRouter } from 'next/router';
import { Undo2 } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Chips } from '@/components/form/chips';
import type { DayRange } from '@/components/form/picker-button';
import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { EarningReport } from '@/features/money/earning/components/earning-report';
import { StatementList } from '@/features/money/earning/components/statement-list';
import { statementsRequested } from '@/features/money/earning/statements-feature';
import { earnings, EARNINGS_PER_PAGE, type EarningQuery } from '@/features/money/earning/earning-feature';
import { selectHasPayouts } from '@/features/money/payout/payout-support';
import { selectHasReceivedRefunds } from '@/features/money/refund/refund-support';
import { formatDay } from '@/lib/dates';
import { useAppSelector } from '@/store/hooks';
import { DayRangePicker } from '../site/lazy-parts';
import { readDayRange, readPage } from '../site/page-query';
import { PageTitle } from '../site/page-title';
import styles from './money-filters.module.css';

const earningPeriods = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'all', label: 'All time' },
] as { value: EarningPeriod; label: string }[];

type EarningPeriod = '7' | '30' | '90' | 'all';

/** A named period that ends today, or the chosen days, both inclusive. */
type EarningSpan = EarningPeriod | DayRange;

/** Reads `?from=2026-11-01&to=2026-11-21` or `?period=90`; 30 days by default. */
const readSpan = (query: ParsedUrlQuery): EarningSpan =>
  readDayRange(query) ?? earningPeriods.find((period) => period.value === query['period'])?.value ?? '30';

function earningsHref(span: EarningSpan, page: number): string {
  const which = typeof span === 'string' ? `period=${span}` : `from=${span[0]}&to=${span[1]}`;
  return `${paths.creator.earnings}?${which}&page=${page}`;
}

/** Follows the word "Paid": `in the last 30 days`, `from 1 November to 21 November`. */
function describeSpan(span: EarningSpan): string {
  if (span === 'all') return 'since you started';
  if (typeof span === 'string') return `in the last ${span} days`;
  const [from, to] = span.map((text) => formatDay(text, { timeZone: 'UTC' }));
  return from === to ? `on ${from}` : `from ${from} to ${to}`;
}

const DAY_MS = 86_400_000;
const formatIsoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Requests whole days in UTC, including today. */
export function loadEarnings({ query }: { query: ParsedUrlQuery }) {
  const place = { offset: (readPage(query) - 1) * EARNINGS_PER_PAGE };
  return [earnings.requested({ ...toDates(readSpan(query)), ...place }), statementsRequested()];
}

function toDates(span: EarningSpan): Pick<EarningQuery, 'fromDate' | 'toDate'> {
  if (span === 'all') return {};
  if (typeof span !== 'string') return { fromDate: span[0], toDate: span[1] };
  const now = Date.now();
  return { fromDate: formatIsoDay(now - (Number(span) - 1) * DAY_MS), toDate: formatIsoDay(now) };
}

export function EarningsScreen() {
  const router = useRouter();
  const span = readSpan(router.query);
  const hasPayouts = useAppSelector(selectHasPayouts);
  const hasRefunds = useAppSelector(selectHasReceivedRefunds);
  const show = (next: EarningSpan) => void router.push(earningsHref(next, 1), undefined, { scroll: false });
  return (
    <PageColumn width="wide">
      <PageTitle title="Earnings" />
      <PageHead
        title="Earnings"
        actions={
          <>
            {hasRefunds && (
              <Button icon={Undo2} href={paths.creator.refunds}>
                Refund requests
              </Button>
            )}
            <Chips
              label="Period"
              options={earningPeriods}
              value={typeof span === 'string' ? span : []}
              onToggle={show}
              wrap
            />
            <div className={styles.range}>
              <DayRangePicker
                label="Other period"
                value={typeof span === 'string' ? null : span}
                onChange={(range) => show(range ?? '30')}
              />
            </div>
          </>
        }
      />
      <EarningReport
        period={describeSpan(span)}
        page={readPage(router.query)}
        getHref={(page) => earningsHref(span, page)}
        payoutsHref={hasPayouts ? paths.creator.payouts : undefined}
      />
      <StatementList />
    </PageColumn>
  );
}
