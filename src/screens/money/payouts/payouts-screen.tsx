import type { ParsedUrlQuery } from 'node:querystring';
import { useRouter } from 'next/router';
import { Landmark } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Chips } from '@/components/form/chips';
import { useOptimisticQuery } from '@/components/hooks/use-optimistic-query';
import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { Panel } from '@/components/layout/panel';
import { EmptyState } from '@/components/states/empty-state';
import { paths } from '@/config/paths';
import { PayoutBalance, PayoutTotals } from '@/features/money/payout/components/payout-balance';
import { PayoutTable } from '@/features/money/payout/components/payout-table';
import { PayoutBadge, PayoutView } from '@/features/money/payout/components/payout-view';
import { WithdrawSheet } from '@/features/money/payout/components/withdraw-sheet';
import { overviewRequested, selectOverview } from '@/features/money/payout/payout-slice';
import { payouts } from '@/features/money/payout/payout-list';
import { selectHasPayouts } from '@/features/money/payout/payout-support';
import { describeBriefly, selectAccounts, type Payout } from '@/features/money/payout/payout-words';
import { cx } from '@/lib/cx';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { DayRangePicker } from '../../site/lazy-parts';
import { readPage } from '../../site/page-query';
import { PageTitle } from '../../site/page-title';
import { payoutsHref, readPayoutsFilter, statusChoices, toPayoutQuery } from './payouts-query';
import styles from './payouts.module.css';

export const loadPayouts = ({ query }: { query: ParsedUrlQuery }) => [
  overviewRequested(),
  payouts.requested(toPayoutQuery(query)),
];

export function PayoutsScreen() {
  const { query } = useRouter();
  const { latest } = useAppSelector(selectOverview);
  const [first] = useAppSelector(selectAccounts);
  const [withdrawn, setWithdrawn] = useState<Payout | null>(null);
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const keep = useCallback(() => setIsWithdrawing(false), []);
  const withdraw = (payout: Payout) => {
    setWithdrawn(payout);
    setIsWithdrawing(true);
  };
  const filter = readPayoutsFilter(query);
  const isServed = useAppSelector(selectHasPayouts);
  if (!isServed) return <NoPayoutsHere />;
  return (
    <PageColumn width="wide">
      <PageTitle title="Payouts" />
      <PageHead
        title="Payouts"
        actions={
          <Button icon={Landmark} href={paths.creator.banking}>
            {first ? describeBriefly(first) : 'Set up payouts'}
          </Button>
        }
      />
      <div className={styles.page}>
        <PayoutBalance />
        <div className={cx(latest && styles.columns)}>
          <PayoutTotals />
          {latest && (
            <Panel title={`Payout of ${formatMoney(latest.requestTokens)}`} aside={<PayoutBadge payout={latest} />}>
              <PayoutView payout={latest} onWithdraw={withdraw} />
            </Panel>
          )}
        </div>
        <section aria-labelledby="payout-history">
          <h2 id="payout-history" className={styles.title}>
            History
          </h2>
          <PayoutFilters />
          <PayoutTable
            page={readPage(query)}
            getHref={(page) => payoutsHref(filter, page)}
            allHref={paths.creator.payouts}
            onWithdraw={withdraw}
          />
        </section>
      </div>
      <WithdrawSheet payout={withdrawn} open={isWithdrawing} onClose={keep} />
    </PageColumn>
  );
}

export function NoPayoutsHere() {
  return (
    <PageColumn width="wide">
      <PageTitle title="Payouts" />
      <EmptyState
        heading="h1"
        icon={Landmark}
        title="Payouts aren’t available here"
        text="This site sends out what you earn in its own way. Contact us to ask how."
        action={<Button href={paths.contact}>Contact us</Button>}
      />
    </PageColumn>
  );
}

function PayoutFilters() {
  const router = useRouter();
  const [wanted, change] = useOptimisticQuery(readPayoutsFilter(router.query), (next) =>
    router.replace(payoutsHref(next), undefined, { scroll: false }),
  );
  return (
    <div className={styles.filters}>
      <Chips label="Status" options={statusChoices} value={wanted.status} onToggle={(status) => change({ status })} />
      <div className={styles.range}>
        <DayRangePicker label="Days" value={wanted.days} onChange={(days) => change({ days })} />
      </div>
    </div>
  );
}
