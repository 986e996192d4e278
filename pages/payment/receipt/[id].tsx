import { definePage } from '@/composition/define-page';
import { receiptFeature } from '@/features/payment/receipt-feature';
import { receiptRequested } from '@/features/payment/receipt-slice';
import { ReceiptScreen } from '@/screens/receipt-screen';

export default definePage(ReceiptScreen, {
  layout: 'primary',
  authenticate: true,
  features: [receiptFeature],
  load: ({ query }) => [receiptRequested(String(query['id']))],
});
