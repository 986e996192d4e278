import { spendingRoutes } from '@contract/money/spending-routes';
import { selectSupportsCall } from '@/store/backend';

export const selectHasSpendingLimit = selectSupportsCall(spendingRoutes.setSpendingLimit);
/** Whether the backend lists upcoming charges, including tax. */
export const selectHasUpcomingCharges = selectSupportsCall(spendingRoutes.listUpcomingCharges);
