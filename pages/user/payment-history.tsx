import { definePage } from '@/composition/define-page';
import { paymentFeature } from '@/features/money/payment/payment-feature';
import { transactions } from '@/features/money/payment/payment-slice';
import { toTransactionQuery } from '@/screens/money/money-query';
import { PaymentHistoryScreen } from '@/screens/money/payment-history-screen';

export default definePage(PaymentHistoryScreen, {
  layout: 'primary',
  authenticate: true,
  features: [paymentFeature],
  load: ({ query }) => [transactions.requested(toTransactionQuery(query))],
});
