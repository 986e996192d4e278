import { definePage } from '@/composition/define-page';
import { paymentFeature, WALLET_PREVIEW_LINES, lines } from '@/features/money/payment/payment-feature';
import { limitRequested, spendingFeature, upcomingRequested } from '@/features/money/spending/spending-feature';
import { subscriptionFeature, subscriptionsRequested } from '@/features/money/subscription/subscription-feature';
import { WalletScreen } from '@/screens/money/wallet-screen';

export default definePage(WalletScreen, {
  layout: 'primary',
  authenticate: true,
  features: [paymentFeature, subscriptionFeature, spendingFeature],
  load: () => [
    lines.requested({ limit: WALLET_PREVIEW_LINES }),
    subscriptionsRequested(),
    upcomingRequested(),
    limitRequested(),
  ],
});
