import { definePage } from '@/composition/define-page';
import { checkoutFeature } from '@/features/money/checkout/checkout-feature';
import { cardsRequested } from '@/features/money/checkout/cards-slice';
import { limitRequested, spendingFeature, upcomingRequested } from '@/features/money/spending/spending-feature';
import { subscriptionFeature, subscriptionsRequested } from '@/features/money/subscription/subscription-feature';
import { SubscriptionsScreen } from '@/screens/money/subscriptions-screen';

export default definePage(SubscriptionsScreen, {
  layout: 'primary',
  authenticate: true,
  features: [subscriptionFeature, checkoutFeature, spendingFeature],
  load: () => [subscriptionsRequested(), cardsRequested(), upcomingRequested(), limitRequested()],
});
