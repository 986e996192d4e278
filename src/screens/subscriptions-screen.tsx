import { useRouter } from 'next/router';
import { Chips } from '@/components/chips';
import { paths } from '@/config/paths';
import { cardName } from '@/features/checkout/components/card-names';
import { selectCards } from '@/features/checkout/checkout-slice';
import { SubscriptionList } from '@/features/subscription/components/subscription-list';
import { useAppSelector } from '@/store/hooks';
import { MoneyFrame } from './money-frame';

const filters = [
  { value: 'active', label: 'Active' },
  { value: 'ending', label: 'Ending' },
  { value: 'ended', label: 'Ended' },
] as const;

/** What the account subscribes to. */
export function SubscriptionsScreen() {
  const router = useRouter();
  const cards = useAppSelector(selectCards).list;
  const filter = filters.find(({ value }) => value === router.query['show'])?.value ?? 'active';
  // With one card saved there is no doubt which one pays.
  const renewCard = cards.length === 1 && cards[0] ? cardName(cards[0]) : undefined;
  return (
    <MoneyFrame title="Subscriptions">
      <div>
        <Chips
          label="Show"
          options={[...filters]}
          value={filter}
          onToggle={(value) =>
            void router.push(`${paths.user.subscriptions}?show=${value}`, undefined, { scroll: false, shallow: true })
          }
        />
        <SubscriptionList filter={filter} renewCard={renewCard} />
      </div>
    </MoneyFrame>
  );
}
