import { defineConsolePage } from '@/composition/define-console-page';
import { listExportFeature } from '@/features/operations/list-export/list-export-feature';
import { consoleOrderFeature } from '@/features/operations/order/order-feature';
import { OrdersScreen } from '@/screens/operations/lazy-screens';
import { loadOrders } from '@/screens/operations/orders-query';

export default defineConsolePage(OrdersScreen, {
  permission: 'readOrders',
  features: [consoleOrderFeature, listExportFeature],
  load: loadOrders,
});
