import { definePage } from '@/composition/define-page';
import { paymentFeature } from '@/features/payment/payment-feature';
import { rowsPerPage, transactionsRequested } from '@/features/payment/payment-slice';
import { readPage } from '@/screens/page-query';
import { PaymentHistoryScreen } from '@/screens/payment-history-screen';

export default definePage(PaymentHistoryScreen, {
  layout: 'primary',
  authenticate: true,
  features: [paymentFeature],
  load: ({ query }) => [transactionsRequested({ offset: (readPage(query) - 1) * rowsPerPage })],
});
