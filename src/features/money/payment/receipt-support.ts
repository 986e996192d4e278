import { paymentRoutes } from '@contract/money/payment-routes';
import { selectSupportsCall } from '@/store/backend';

/** Whether the backend keeps receipts of payments. Apart from the feature, whose state other pages do not need. */
export const selectHasReceipts = selectSupportsCall(paymentRoutes.getReceipt);
