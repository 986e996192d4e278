import { definePage } from '@/composition/define-page';
import { paymentFeature, transactions } from '@/features/money/payment/payment-feature';
import { askedRefundsRequested, refundFeature } from '@/features/money/refund/refund-feature';
import { toTransactionQuery } from '@/screens/money/money-filters';
import { PaymentHistoryScreen } from '@/screens/money/payment-history-screen';

export default definePage(PaymentHistoryScreen, {
  layout: 'primary',
  authenticate: true,
  features: [paymentFeature, refundFeature],
  load: ({ query }) => [transactions.requested(toTransactionQuery(query)), askedRefundsRequested()],
});
