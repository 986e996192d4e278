import { definePage } from '@/composition/define-page';
import { paymentFeature, lines } from '@/features/money/payment/payment-feature';
import { toLineQuery } from '@/screens/money/money-filters';
import { WalletTransactionsScreen } from '@/screens/money/wallet-transactions-screen';

export default definePage(WalletTransactionsScreen, {
  layout: 'primary',
  authenticate: true,
  features: [paymentFeature],
  load: ({ query }) => [lines.requested(toLineQuery(query))],
});
