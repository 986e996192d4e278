import { definePage } from '@/composition/define-page';
import { paymentFeature } from '@/features/payment/payment-feature';
import { transactionsRequested } from '@/features/payment/payment-slice';
import { toTransactionQuery } from '@/screens/money-query';
import { PaymentHistoryScreen } from '@/screens/payment-history-screen';

export default definePage(PaymentHistoryScreen, {
  layout: 'primary',
  authenticate: true,
  features: [paymentFeature],
  load: ({ query }) => [transactionsRequested(toTransactionQuery(query))],
});
