import Head from 'next/head';
import { useRouter } from 'next/router';
import { PageColumn } from '@/components/app-shell';
import { Chips } from '@/components/chips';
import { PageHead } from '@/components/page-head';
import { paths } from '@/config/paths';
import { EarningReport } from '@/features/earning/components/earning-report';
import { selectSiteName } from '@/features/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import { earningPeriods, readEarningsQuery } from './earnings-query';

/** What a creator has earned. */
export function EarningsScreen() {
  const router = useRouter();
  const siteName = useAppSelector(selectSiteName);
  const { period, page } = readEarningsQuery(router.query);
  const hrefOf = (nextPeriod: string, nextPage: number) =>
    `${paths.creator.earnings}?period=${nextPeriod}&page=${nextPage}`;
  return (
    <PageColumn width="wide">
      <Head>
        <title>{`Earnings · ${siteName}`}</title>
      </Head>
      <PageHead
        title="Earnings"
        actions={
          <Chips
            label="Period"
            options={earningPeriods}
            value={period}
            onToggle={(value) => void router.push(hrefOf(value, 1), undefined, { scroll: false })}
            wrap
          />
        }
      />
      <EarningReport
        period={period === 'all' ? 'since you began' : `in the last ${period} days`}
        page={page}
        hrefOf={(next) => hrefOf(period, next)}
      />
    </PageColumn>
  );
}
