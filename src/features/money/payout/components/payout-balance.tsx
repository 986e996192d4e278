import { CalendarClock, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Skeleton } from '@/components/basic/skeleton';
import { Day } from '@/components/basic/times';
import { Meter } from '@/components/list/meter';
import { Fact, FactList } from '@/components/list/fact-list';
import { ErrorState } from '@/components/states/error-state';
import { paths } from '@/config/paths';
import { selectEarningTerms } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { describeEarningTerms } from '@/lib/earning-terms';
import { formatMoney } from '@/lib/format-money';
import { isFiniteNumber } from '@/lib/known';
import { toPercent } from '@/lib/percent';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { overviewRequested, selectOverview } from '../payout-slice';
import { selectReserves } from '../payout-support';
import { getShortfall, selectAccounts } from '../payout-words';
import { RestWords } from './payout-problem';
import styles from './payout.module.css';

export function PayoutBalance() {
  const dispatch = useAppDispatch();
  const { sums, status, error } = useAppSelector(selectOverview);
  const terms = useAppSelector(selectEarningTerms);
  const { minimumPayoutAmount: minimum } = useAppSelector(selectSettings);
  if (!sums) {
    if (status !== 'failed') return <Skeleton count={4} />;
    const retry = () => dispatch(overviewRequested());
    return <ErrorState title="Your balance did not load" text={error?.message} onRetry={retry} />;
  }
  const { remainingUnpaidTokens: available, pendingTokens, nextReleaseAt } = sums;
  return (
    <div className={styles.balances}>
      <section className={styles.wash} aria-label="Balances">
        <div>
          <p className="sm ink-2">Available</p>
          <p className={styles.balance}>{formatMoney(available)}</p>
          {minimum > 0 && <p className="xs ink-2">Minimum {formatMoney(minimum)}.</p>}
        </div>
        {isFiniteNumber(pendingTokens) && (
          <div className={styles.pending}>
            <p className="sm ink-2">Pending</p>
            <p className={styles.held}>{formatMoney(pendingTokens)}</p>
            <p className="xs ink-2">
              {nextReleaseAt ? (
                <>
                  Next release on <Day value={nextReleaseAt} />.
                </>
              ) : (
                terms && describeEarningTerms(terms)
              )}
            </p>
          </div>
        )}
        <div className={styles.ask}>
          <AskButton />
        </div>
      </section>
      <Obstacle />
    </div>
  );
}

export function PayoutTotals() {
  const { sums } = useAppSelector(selectOverview);
  const reserves = useAppSelector(selectReserves);
  if (!sums) return null;
  return (
    <section className={styles.totals} aria-labelledby="payout-totals">
      <h2 id="payout-totals">Since you started</h2>
      <FactList>
        <Fact label="Earned in all">
          <span className="num strong">{formatMoney(sums.totalEarnedTokens)}</span>
        </Fact>
        <Fact label="Paid out in all">
          <span className="num strong">{formatMoney(sums.previousPaidOutTokens)}</span>
        </Fact>
      </FactList>
      <p className="sm muted">
        We review each request, then send the money.
        {reserves &&
          ' Until it is approved you can change or withdraw it. If it is rejected, it is back in your balance at once.'}
      </p>
    </section>
  );
}

/** True if the balance is too low for a payout. Without a minimum, only if it is empty. */
function useIsTooLittle(): boolean {
  const { sums } = useAppSelector(selectOverview);
  const { minimumPayoutAmount: minimum } = useAppSelector(selectSettings);
  const available = sums?.remainingUnpaidTokens ?? 0;
  return available <= 0 || available < minimum;
}

function AskButton() {
  const { sums, hasPending, latest } = useAppSelector(selectOverview);
  const accounts = useAppSelector(selectAccounts);
  const isTooLittle = useIsTooLittle();
  if (hasPending) {
    if (latest?.status !== 'pending') return <p className="sm ink-2">Your last request is in review.</p>;
    return (
      <Button size="lg" href={paths.creator.changePayout(latest._id)}>
        Change your request
      </Button>
    );
  }
  if (accounts.length === 0) {
    return (
      <Button variant="primary" size="lg" href={paths.creator.banking}>
        Set up payouts
      </Button>
    );
  }
  if (isTooLittle || sums?.restsUntil) {
    return (
      <Button variant="primary" size="lg" disabled>
        Request payout
      </Button>
    );
  }
  return (
    <Button variant="primary" size="lg" href={paths.creator.requestPayout}>
      Request payout
    </Button>
  );
}

function Obstacle(): ReactNode {
  const { sums, hasPending } = useAppSelector(selectOverview);
  const accounts = useAppSelector(selectAccounts);
  const { minimumPayoutAmount: minimum } = useAppSelector(selectSettings);
  const isTooLittle = useIsTooLittle();
  if (!sums || hasPending) return null;
  if (sums.restsUntil)
    return (
      <Note icon={ShieldCheck} tone="warn">
        <RestWords />
      </Note>
    );
  if (accounts.length === 0)
    return (
      <Note icon={ShieldCheck}>Add a bank account or PayPal first, so that we know where to send your money.</Note>
    );
  const { remainingUnpaidTokens: available, nextReleaseAt, pendingTokens } = sums;
  if (!isTooLittle) return null;
  const release = nextReleaseAt && pendingTokens && (
    <>
      {' '}
      Your next income becomes available on <Day value={nextReleaseAt} />.
    </>
  );
  if (minimum <= 0)
    return (
      <Note icon={CalendarClock}>
        You have nothing to request yet.
        {release}
      </Note>
    );
  return (
    <div className={styles.short}>
      <Meter
        label={`${formatMoney(available)} of the minimum of ${formatMoney(minimum)}`}
        percent={toPercent(available / minimum)}
        size="sm"
      />
      <p className="sm ink-2">
        You need {formatMoney(getShortfall(minimum, available))} more to request a payout.{release}
      </p>
    </div>
  );
}
