import { createSlice } from '@reduxjs/toolkit';
import { call, put } from 'redux-saga/effects';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { selectState } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';

/** True while Stripe's window for the bank is open. The sheet hides meanwhile: it would cover the window and keep the focus. */
const bankWindowSlice = createSlice({
  name: 'checkout/bankWindow',
  initialState: false,
  reducers: { bankWindowOpened: () => true, bankWindowClosed: () => false },
});

export const bankWindowReducer = bankWindowSlice.reducer;
const { bankWindowOpened, bankWindowClosed } = bankWindowSlice.actions;

export const selectIsBankWindowOpen = (state: StoreState): boolean => state.checkout.isBankWindowOpen;

/** Stripe's publishable key; undefined if the site has none, or uses the sandbox's bank. */
export function* findStripeKey(): Generator<unknown, string | undefined> {
  const { stripePublishableKey, sandboxParts } = yield* selectState(selectSettings);
  return sandboxParts?.includes('payment') ? undefined : stripePublishableKey || undefined;
}

/**
 * @returns Stripe's text if the bank refused; undefined if it agreed.
 * @throws Error if the window does not load, or the outcome is unknown.
 */
export function* askBank(
  about: 'payment' | 'card',
  { key, secret }: { key: string; secret: string },
): Generator<unknown, string | undefined> {
  const stripe = (yield call(loadStripeCard)) as Awaited<ReturnType<typeof loadStripeCard>>;
  const ask = about === 'payment' ? stripe.confirmAtBank : stripe.confirmCardAtBank;
  // Loads before the sheet hides, because otherwise the payer would see nothing if loading failed.
  yield call(stripe.loadStripeJs, key);
  yield put(bankWindowOpened());
  try {
    return (yield call(ask, key, secret)) as string | undefined;
  } finally {
    yield put(bankWindowClosed());
  }
}

const loadStripeCard = () => import('@/services/stripe-card');
