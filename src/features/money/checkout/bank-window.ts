import { createSlice } from '@reduxjs/toolkit';
import { call, put } from 'redux-saga/effects';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { selectState } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';

/**
 * Whether Stripe's window with the bank's question is open. It lies in the page as any other element, and an open sheet would
 * cover it and keep the keyboard: the sheet waits meanwhile.
 */
const bankWindowSlice = createSlice({
  name: 'checkout/bankWindow',
  initialState: false,
  reducers: { bankWindowOpened: () => true, bankWindowClosed: () => false },
});

export const bankWindowReducer = bankWindowSlice.reducer;
const { bankWindowOpened, bankWindowClosed } = bankWindowSlice.actions;

export const selectIsBankWindowOpen = (state: StoreState): boolean => state.checkout.isBankWindowOpen;

/** The site's key at Stripe; undefined where its bank is the sandbox's, or it has none. */
export function* findStripeKey(): Generator<unknown, string | undefined> {
  const { stripePublishableKey, sandboxParts } = yield* selectState(selectSettings);
  return sandboxParts?.includes('payment') ? undefined : stripePublishableKey || undefined;
}

/**
 * Lets the bank ask its question in Stripe's window: about a payment, or about a card that is saved for later.
 *
 * @returns in Stripe's words why the bank refused; undefined when it agreed.
 * @throws Error when the window does not come, or nobody can say how it ended.
 */
export function* askBank(
  about: 'payment' | 'card',
  { key, secret }: { key: string; secret: string },
): Generator<unknown, string | undefined> {
  const stripe = (yield call(loadStripeCard)) as Awaited<ReturnType<typeof loadStripeCard>>;
  const ask = about === 'payment' ? stripe.confirmAtBank : stripe.confirmCardAtBank;
  // Before the sheet goes: with no window to come, its payer would be left with nothing.
  yield call(stripe.loadStripeJs, key);
  yield put(bankWindowOpened());
  try {
    return (yield call(ask, key, secret)) as string | undefined;
  } finally {
    yield put(bankWindowClosed());
  }
}

const loadStripeCard = () => import('@/services/stripe-card');
