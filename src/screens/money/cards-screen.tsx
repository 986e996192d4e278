import { CardList } from '@/features/money/checkout/components/card-list';
import { MoneyFrame } from './money-frame';

/** Saved cards. */
export function CardsScreen() {
  return (
    <MoneyFrame title="Cards" note="Cards pay for subscriptions and top-ups.">
      <div>
        <CardList />
      </div>
    </MoneyFrame>
  );
}
