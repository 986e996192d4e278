import { spendingRoutes } from '@contract/money/spending-routes';
import { selectSupportsCall } from '@/store/backend';

export const selectHasSpendingLimit = selectSupportsCall(spendingRoutes.setSpendingLimit);
/** True where the backend lists upcoming charges, tax included. */
export const selectHasUpcomingCharges = selectSupportsCall(spendingRoutes.listUpcomingCharges);
