import { definePage } from '@/composition/define-page';
import { checkoutFeature } from '@/features/checkout/checkout-feature';
import { cardsRequested } from '@/features/checkout/checkout-slice';
import { subscriptionFeature } from '@/features/subscription/subscription-feature';
import { subscriptionsRequested } from '@/features/subscription/subscription-slice';
import { SubscriptionsScreen } from '@/screens/subscriptions-screen';

export default definePage(SubscriptionsScreen, {
  layout: 'primary',
  authenticate: true,
  features: [subscriptionFeature, checkoutFeature],
  load: () => [subscriptionsRequested(), cardsRequested()],
});
