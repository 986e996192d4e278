import { definePage } from '@/composition/define-page';
import { checkoutFeature } from '@/features/checkout/checkout-feature';
import { cardsRequested } from '@/features/checkout/checkout-slice';
import { CardsScreen } from '@/screens/cards-screen';

export default definePage(CardsScreen, {
  layout: 'primary',
  authenticate: true,
  features: [checkoutFeature],
  load: () => [cardsRequested()],
});
