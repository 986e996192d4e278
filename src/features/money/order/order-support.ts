import { orderRoutes } from '@contract/money/order-routes';
import { selectHasPart, selectSupportsCall } from '@/store/backend';
import type { StoreState } from '@/store/state';

/** What of orders a backend serves. Apart from the feature: the navigation of every page asks. */

const selectShips = selectHasPart('orders');
const selectServesBought = selectSupportsCall(orderRoutes.searchUserOrders);
const selectServesSold = selectSupportsCall(orderRoutes.searchOrders);

/** Whether a fan can see what they ordered. */
export const selectHasBought = (state: StoreState): boolean => selectShips(state) && selectServesBought(state);
/** Whether a creator can see what they sold. */
export const selectHasSold = (state: StoreState): boolean => selectShips(state) && selectServesSold(state);

/** Whether a buyer may take an order back. */
export const selectCanCancel = selectSupportsCall(orderRoutes.cancelOrder);
/** Whether the backend keeps who carries a parcel, that it is packed, and why it was refunded: that comes with taking back. */
export const selectKeepsSteps = (state: StoreState): boolean => selectCanCancel(state);
