import { spendingRoutes } from '@contract/money/spending-routes';
import { selectSupportsCall } from '@/store/backend';

/** Whether a fan can limit what they spend here. */
export const selectHasSpendingLimit = selectSupportsCall(spendingRoutes.setSpendingLimit);
/** Whether the backend says what will be charged, tax included. */
export const selectHasUpcomingCharges = selectSupportsCall(spendingRoutes.listUpcomingCharges);
