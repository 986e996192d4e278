import { bind, type Binding } from '../../../http/register-endpoint';
import type { PurchaseService } from './purchase-service';

export const purchaseBindings = (purchase: PurchaseService): Binding[] => [
  bind('listPurchases', (call) => purchase.list(call, call.query)),
];
