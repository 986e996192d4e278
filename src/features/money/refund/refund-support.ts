import { refundRoutes } from '@contract/money/refund-routes';
import { selectSupportsCall } from '@/store/backend';

/** Whether a fan can ask for their money back here. */
export const selectHasRefunds = selectSupportsCall(refundRoutes.getRefundOfSale);
/** Whether a creator gets to see what fans ask for. */
export const selectHasReceivedRefunds = selectSupportsCall(refundRoutes.searchReceivedRefunds);
/** Whether the rest of a subscription can be refunded with a block. */
export const selectRefundsRest = selectSupportsCall(refundRoutes.getSubscriptionRest);
