import { useRouter } from 'next/router';
import { CalendarClock, Landmark, SearchX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { Skeleton } from '@/components/basic/skeleton';
import { PageColumn } from '@/components/layout/app-shell';
import { PageHead } from '@/components/layout/page-head';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { paths } from '@/config/paths';
import { PayoutForm } from '@/features/money/payout/components/payout-form';
import { PayoutTimeline } from '@/features/money/payout/components/payout-timeline';
import {
  overviewRequested,
  payoutRequested,
  selectOpenedPayout,
  selectOverview,
  selectPayoutChange,
} from '@/features/money/payout/payout-slice';
import { selectHasPayouts, selectReserves } from '@/features/money/payout/payout-support';
import { getShortfall, getTotal, selectAccounts, type Payout } from '@/features/money/payout/payout-words';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PageTitle } from '../../site/page-title';
import { NoPayoutsHere } from './payouts-screen';

const back = <Button href={paths.creator.payouts}>See your payouts</Button>;

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PageColumn width="wide">
      <PageTitle title={title} />
      <PageHead title={title} actions={<Button href={paths.creator.payouts}>All payouts</Button>} />
      {children}
    </PageColumn>
  );
}

export function CreatePayoutScreen() {
  const isServed = useAppSelector(selectHasPayouts);
  if (!isServed) return <NoPayoutsHere />;
  return (
    <Frame title="Request a payout">
      <WithSums>{(available) => <NewRequest available={available} />}</WithSums>
    </Frame>
  );
}

export function UpdatePayoutScreen() {
  const dispatch = useAppDispatch();
  const { id, payout, status, error } = useAppSelector(selectOpenedPayout);
  const isServed = useAppSelector(selectHasPayouts);
  const title = 'Change your request';
  if (!isServed) return <NoPayoutsHere />;
  if (status === 'missing') {
    return (
      <PageColumn width="wide">
        <PageTitle title="Payout not found" />
        <EmptyState
          heading="h1"
          icon={SearchX}
          title="Payout not found"
          text="This link doesn’t match any of your requests."
          action={back}
        />
      </PageColumn>
    );
  }
  if (!payout) {
    const retry = () => dispatch(payoutRequested(id));
    return (
      <Frame title={title}>
        {status === 'failed' ? (
          <ErrorState title="Your request did not load" text={error?.message} onRetry={retry} />
        ) : (
          <Skeleton count={6} />
        )}
      </Frame>
    );
  }
  return (
    <Frame title={title}>
      {payout.status === 'pending' ? (
        <WithSums>{(available) => <ChangedRequest payout={payout} available={available} />}</WithSums>
      ) : (
        <div className="stack">
          <p>This request of {formatMoney(payout.requestTokens)} can no longer be changed.</p>
          <PayoutTimeline payout={payout} />
          <div>{back}</div>
        </div>
      )}
    </Frame>
  );
}

function WithSums({ children }: { children: (available: number) => ReactNode }) {
  const dispatch = useAppDispatch();
  const { sums, status, error } = useAppSelector(selectOverview);
  if (sums) return children(sums.remainingUnpaidTokens);
  if (status !== 'failed') return <Skeleton count={6} />;
  const retry = () => dispatch(overviewRequested());
  return <ErrorState title="Your balance did not load" text={error?.message} onRetry={retry} />;
}

function useWayBack() {
  const router = useRouter();
  return () => void router.push(paths.creator.payouts);
}

function NewRequest({ available }: { available: number }) {
  const { status, done } = useAppSelector(selectPayoutChange);
  const [doneBefore] = useState(done);
  const leave = useWayBack();
  const obstacle = useObstacle(available);
  // The balance may include this form's own request before the response arrives: that must not replace the form.
  const isUnderWay = status === 'pending' || done > doneBefore;
  return isUnderWay || obstacle === null ? <PayoutForm available={available} onDone={leave} /> : obstacle;
}

function useObstacle(available: number): ReactNode {
  const { hasPending, latest, stripe } = useAppSelector(selectOverview);
  const accounts = useAppSelector(selectAccounts);
  const { minimumPayoutAmount: minimum } = useAppSelector(selectSettings);
  if (hasPending) {
    const href = latest?.status === 'pending' ? paths.creator.changePayout(latest._id) : paths.creator.payouts;
    return (
      <EmptyState
        icon={CalendarClock}
        title="One request at a time"
        text="You already have a payout under review. You can change it until it is approved."
        action={<Button href={href}>Change your request</Button>}
      />
    );
  }
  if (accounts.length === 0) {
    const ways = stripe ? 'a bank account, PayPal or Stripe' : 'a bank account or PayPal';
    return (
      <EmptyState
        icon={Landmark}
        title="Where should your money go?"
        text={`Add ${ways} first. Payouts start a day later, to protect you.`}
        action={<Button href={paths.creator.banking}>Add payout details</Button>}
      />
    );
  }
  if (available <= 0 || available < minimum) {
    const missing = formatMoney(getShortfall(minimum, available));
    return (
      <EmptyState
        icon={CalendarClock}
        title="Not enough for a payout yet"
        text={
          minimum > 0
            ? `You have ${formatMoney(available)} available. You need ${missing} more to reach the minimum of ${formatMoney(minimum)}.`
            : 'What you earn becomes available here soon after each sale.'
        }
        action={back}
      />
    );
  }
  return null;
}

function ChangedRequest({ payout, available }: { payout: Payout; available: number }) {
  const reserves = useAppSelector(selectReserves);
  const leave = useWayBack();
  // The amount reserved by this request is available again.
  const total = reserves ? getTotal(available, payout) : available;
  return <PayoutForm key={payout._id} payout={payout} available={total} onDone={leave} />;
}
