import { definePage } from '@/composition/define-page';
import { paths } from '@/config/paths';
import { orderFeature } from '@/features/money/order/order-feature';
import { loadOrders, OrdersScreen } from '@/screens/money/orders/orders-screen';

export default definePage(OrdersScreen, {
  layout: 'primary',
  authenticate: true,
  creatorPath: paths.sales,
  features: [orderFeature],
  load: loadOrders,
});
