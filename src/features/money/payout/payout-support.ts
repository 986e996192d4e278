import { paymentRoutes } from '@contract/money/payment-routes';
import { payoutRoutes } from '@contract/money/payout-routes';
import { selectHasPart, selectSupportsCall } from '@/store/backend';
import type { StoreState } from '@/store/state';

/** Parts of payouts that a backend serves. Apart from the feature: the navigation of every page asks. */

const selectPaysOut = selectHasPart('payouts');
/** Whether the backend tells how a creator's account at Stripe stands. */
export const selectServesStripe = selectSupportsCall(paymentRoutes.getStripeAccount);
const selectServesList = selectSupportsCall(payoutRoutes.searchPayoutRequests);

/** Whether a creator can ask for their money here. */
export const selectHasPayouts = (state: StoreState): boolean => selectPaysOut(state) && selectServesList(state);

/** Whether a request may be taken back. */
export const selectCanWithdraw = selectSupportsCall(payoutRoutes.withdrawPayoutRequest);
/**
 * Whether what is asked for leaves the wallet at once, and an amount has a fee and a day of arrival: that comes with taking
 * back. Others of the family take it from the balance once it is paid. Wire contract 2.22.
 */
export const selectReserves = (state: StoreState): boolean => selectCanWithdraw(state);
