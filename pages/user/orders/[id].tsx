import { definePage } from '@/composition/define-page';
import { orderFeature } from '@/features/money/order/order-feature';
import { orderRequested } from '@/features/money/order/order-slice';
import { refundFeature } from '@/features/money/refund/refund-feature';
import { addressFeature } from '@/features/site/address/address-feature';
import { referenceFeature } from '@/features/site/reference/reference-feature';
import { OrderScreen } from '@/screens/money/orders/order-screen';

export default definePage(OrderScreen, {
  layout: 'primary',
  authenticate: true,
  features: [orderFeature, refundFeature, addressFeature, referenceFeature],
  load: ({ query }) => [orderRequested(String(query['id']))],
});
