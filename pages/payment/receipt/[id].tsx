import { definePage } from '@/composition/define-page';
import { receiptFeature, receiptRequested } from '@/features/money/payment/receipt-feature';
import { refundFeature, refundRequested } from '@/features/money/refund/refund-feature';
import { ReceiptScreen } from '@/screens/money/receipt-screen';

export default definePage(ReceiptScreen, {
  layout: 'primary',
  authenticate: true,
  features: [receiptFeature, refundFeature],
  load: ({ query }) => [receiptRequested(String(query['id'])), refundRequested(String(query['id']))],
});
