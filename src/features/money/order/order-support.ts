import { orderRoutes } from '@contract/money/order-routes';
import { selectHasPart, selectSupportsCall } from '@/store/backend';
import type { StoreState } from '@/store/state';

/** Separate from the feature, because the navigation of every page needs it. */

const selectShips = selectHasPart('orders');
const selectServesBought = selectSupportsCall(orderRoutes.searchUserOrders);
const selectServesSold = selectSupportsCall(orderRoutes.searchOrders);

export const selectHasBought = (state: StoreState): boolean => selectShips(state) && selectServesBought(state);
export const selectHasSold = (state: StoreState): boolean => selectShips(state) && selectServesSold(state);

export const selectCanCancel = selectSupportsCall(orderRoutes.cancelOrder);
/** Whether the backend stores carriers, packing and refund reasons: those that support canceling do. */
export const selectKeepsSteps = (state: StoreState): boolean => selectCanCancel(state);
