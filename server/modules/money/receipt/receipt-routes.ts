import { bind, type Binding } from '../../../http/register-endpoint';
import type { ReceiptService } from './receipt-service';

export const receiptBindings = (receipt: ReceiptService): Binding[] => [
  bind('getReceipt', ({ actor, params }) => receipt.get(actor, params.id)),
];
