import { definePage } from '@/composition/define-page';
import { paymentFeature } from '@/features/money/payment/payment-feature';
import { lines } from '@/features/money/payment/payment-slice';
import { toLineQuery } from '@/screens/money/money-query';
import { WalletTransactionsScreen } from '@/screens/money/wallet-transactions-screen';

export default definePage(WalletTransactionsScreen, {
  layout: 'primary',
  authenticate: true,
  features: [paymentFeature],
  load: ({ query }) => [lines.requested(toLineQuery(query))],
});
