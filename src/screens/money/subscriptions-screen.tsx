import Link from 'next/link';
import { useRouter } from 'next/router';
import { Chips } from '@/components/form/chips';
import { paths } from '@/config/paths';
import { getCardExpiry, getCardName, useCardEntryWay } from '@/features/money/checkout/cards';
import { selectCards } from '@/features/money/checkout/cards-slice';
import { addCardRequested } from '@/features/money/checkout/intent-feature';
import { UpcomingCharges } from '@/features/money/spending/components/upcoming-charges';
import { selectSpendingLimit } from '@/features/money/spending/spending-feature';
import { selectHasUpcomingCharges } from '@/features/money/spending/spending-support';
import { useSubscriptionCounts } from '@/features/money/subscription/subscription-view';
import { SiteMembership } from '@/features/money/subscription/components/site-membership';
import { SubscriptionList } from '@/features/money/subscription/components/subscription-list';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { MoneyFrame } from './money-frame';
import styles from './subscriptions-screen.module.css';

const filters = [
  { value: 'active', label: 'Active' },
  { value: 'ending', label: 'Ending' },
  { value: 'ended', label: 'Ended' },
] as const;

const getLabel = (label: string, count: number) => (count > 0 ? `${label} ${count}` : label);

export function SubscriptionsScreen() {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const cards = useAppSelector(selectCards).list;
  const spendingLimit = useAppSelector(selectSpendingLimit).value;
  const hasCharges = useAppSelector(selectHasUpcomingCharges);
  const way = useCardEntryWay();
  const counts = useSubscriptionCounts();
  const filter = filters.find(({ value }) => value === router.query['show'])?.value ?? 'active';
  return (
    <MoneyFrame title="Subscriptions">
      <div>
        <Chips
          label="Show"
          options={filters.map(({ value, label }) => ({ value, label: getLabel(label, counts[value]) }))}
          value={filter}
          onToggle={(value) =>
            void router.push(`${paths.user.subscriptions}?show=${value}`, undefined, { scroll: false, shallow: true })
          }
        />
        <SubscriptionList
          filter={filter}
          limit={spendingLimit}
          cards={cards.map((card) => ({ token: card.token, name: getCardName(card), expiry: getCardExpiry(card) }))}
          onAddCard={way === 'none' ? undefined : () => dispatch(addCardRequested())}
        />
      </div>
      {hasCharges && (
        <section className={styles.charges}>
          <header className="section-head">
            <h2 className={styles.heading}>Upcoming charges</h2>
            <Link className="link sm" href={paths.spendingLimit}>
              Spending limit
            </Link>
          </header>
          <UpcomingCharges />
        </section>
      )}
      <SiteMembership isOffer />
    </MoneyFrame>
  );
}
