import { definePage } from '@/composition/define-page';
import { paymentFeature } from '@/features/payment/payment-feature';
import { chargesRequested, rowsPerPage } from '@/features/payment/payment-slice';
import { readPage } from '@/screens/page-query';
import { WalletTransactionsScreen } from '@/screens/wallet-transactions-screen';

export default definePage(WalletTransactionsScreen, {
  layout: 'primary',
  authenticate: true,
  features: [paymentFeature],
  load: ({ query }) => [chargesRequested({ offset: (readPage(query) - 1) * rowsPerPage })],
});
