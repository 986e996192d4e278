import { defineConsolePage } from '@/composition/define-console-page';
import { consoleOrderFeature } from '@/features/operations/order/order-feature';
import { OrderScreen } from '@/screens/operations/lazy-screens';
import { loadOrder } from '@/screens/operations/orders-query';

export default defineConsolePage(OrderScreen, {
  permission: 'readOrders',
  features: [consoleOrderFeature],
  load: loadOrder,
});
