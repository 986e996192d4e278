import { definePage } from '@/composition/define-page';
import { paymentFeature } from '@/features/payment/payment-feature';
import { linesRequested } from '@/features/payment/payment-slice';
import { toLineQuery } from '@/screens/money-query';
import { WalletTransactionsScreen } from '@/screens/wallet-transactions-screen';

export default definePage(WalletTransactionsScreen, {
  layout: 'primary',
  authenticate: true,
  features: [paymentFeature],
  load: ({ query }) => [linesRequested(toLineQuery(query))],
});
