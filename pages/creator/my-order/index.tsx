import { definePage } from '@/composition/define-page';
import { orderFeature } from '@/features/money/order/order-feature';
import { loadSales, SalesScreen } from '@/screens/money/orders/sales-screen';

export default definePage(SalesScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [orderFeature],
  load: loadSales,
});
