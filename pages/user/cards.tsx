import { definePage } from '@/composition/define-page';
import { checkoutFeature } from '@/features/money/checkout/checkout-feature';
import { cardsRequested } from '@/features/money/checkout/cards-slice';
import { CardsScreen } from '@/screens/money/cards-screen';

export default definePage(CardsScreen, {
  layout: 'primary',
  authenticate: true,
  features: [checkoutFeature],
  load: () => [cardsRequested()],
});
