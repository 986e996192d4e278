import { refundRoutes } from '@contract/money/refund-routes';
import { selectSupportsCall } from '@/store/backend';

export const selectHasRefunds = selectSupportsCall(refundRoutes.getRefundOfSale);
export const selectHasReceivedRefunds = selectSupportsCall(refundRoutes.searchReceivedRefunds);
/** Whether blocking a fan can refund the unused part of their subscription. */
export const selectRefundsRest = selectSupportsCall(refundRoutes.getSubscriptionRest);
