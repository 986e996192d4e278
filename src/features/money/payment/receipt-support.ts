import { paymentRoutes } from '@contract/money/payment-routes';
import { selectSupportsCall } from '@/store/backend';

/** Separate from the feature, because other pages need only this. */
export const selectHasReceipts = selectSupportsCall(paymentRoutes.getReceipt);
