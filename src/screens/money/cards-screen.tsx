import { CardList } from '@/features/money/checkout/components/card-list';
import { MoneyFrame } from './money-frame';

export function CardsScreen() {
  return (
    <MoneyFrame title="Cards" note="The cards you pay with.">
      <div>
        <CardList />
      </div>
    </MoneyFrame>
  );
}
