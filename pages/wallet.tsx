import { definePage } from '@/composition/define-page';
import { paymentFeature } from '@/features/money/payment/payment-feature';
import { lastLines, lines } from '@/features/money/payment/payment-slice';
import { subscriptionFeature } from '@/features/money/subscription/subscription-feature';
import { subscriptionsRequested } from '@/features/money/subscription/subscription-slice';
import { WalletScreen } from '@/screens/money/wallet-screen';

export default definePage(WalletScreen, {
  layout: 'primary',
  authenticate: true,
  features: [paymentFeature, subscriptionFeature],
  load: () => [lines.requested({ limit: lastLines }), subscriptionsRequested()],
});
