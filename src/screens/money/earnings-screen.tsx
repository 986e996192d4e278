import dynamic from 'next/dynamic';
import Head from 'next/head';
import { useRouter } from 'next/router';
import { LazyPart } from '@/components/states/part-failed';
import { PageColumn } from '@/components/layout/app-shell';
import { Chips } from '@/components/form/chips';
import { PageHead } from '@/components/layout/page-head';
import { EarningReport } from '@/features/money/earning/components/earning-report';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import { describeSpan, earningPeriods, earningsHref, readEarningsQuery, type EarningSpan } from './earnings-query';
import styles from './earnings-screen.module.css';

const DayRangePicker = dynamic(
  () => import('@/components/form/day-range-picker').then((module) => module.DayRangePicker),
  {
    ssr: false,
    loading: LazyPart,
  },
);

/** What a creator has earned. */
export function EarningsScreen() {
  const router = useRouter();
  const siteName = useAppSelector(selectSiteName);
  const { span, page } = readEarningsQuery(router.query);
  const show = (next: EarningSpan) => void router.push(earningsHref(next, 1), undefined, { scroll: false });
  return (
    <PageColumn width="wide">
      <Head>
        <title>{`Earnings · ${siteName}`}</title>
      </Head>
      <PageHead
        title="Earnings"
        actions={
          <>
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
      <EarningReport period={describeSpan(span)} page={page} hrefOf={(next) => earningsHref(span, next)} />
    </PageColumn>
  );
}
