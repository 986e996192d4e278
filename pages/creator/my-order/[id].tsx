import { definePage } from '@/composition/define-page';
import { orderFeature } from '@/features/money/order/order-feature';
import { orderRequested } from '@/features/money/order/order-slice';
import { refundFeature } from '@/features/money/refund/refund-feature';
import { SaleScreen } from '@/screens/money/orders/sale-screen';

export default definePage(SaleScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [orderFeature, refundFeature],
  load: ({ query }) => [orderRequested(String(query['id']))],
});
