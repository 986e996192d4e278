import { paymentRoutes } from '@contract/money/payment-routes';
import { payoutRoutes } from '@contract/money/payout-routes';
import { selectHasPart, selectSupportsCall } from '@/store/backend';
import type { StoreState } from '@/store/state';

/** Separate from the feature, because the navigation of every page needs it. */

const selectPaysOut = selectHasPart('payouts');
export const selectServesStripe = selectSupportsCall(paymentRoutes.getStripeAccount);
const selectServesList = selectSupportsCall(payoutRoutes.searchPayoutRequests);

export const selectHasPayouts = (state: StoreState): boolean => selectPaysOut(state) && selectServesList(state);

export const selectCanWithdraw = selectSupportsCall(payoutRoutes.withdrawPayoutRequest);
/**
 * Whether a request leaves the balance immediately and has a fee and an arrival day: backends that support withdrawing do that.
 * Compatible backends deduct it when it is paid. Wire contract 2.22.
 */
export const selectReserves = (state: StoreState): boolean => selectCanWithdraw(state);
