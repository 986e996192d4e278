import { definePage } from '@/composition/define-page';
import { paymentFeature } from '@/features/payment/payment-feature';
import { lastLines, linesRequested } from '@/features/payment/payment-slice';
import { subscriptionFeature } from '@/features/subscription/subscription-feature';
import { subscriptionsRequested } from '@/features/subscription/subscription-slice';
import { WalletScreen } from '@/screens/wallet-screen';

export default definePage(WalletScreen, {
  layout: 'primary',
  authenticate: true,
  features: [paymentFeature, subscriptionFeature],
  load: () => [linesRequested({ limit: lastLines }), subscriptionsRequested()],
});
