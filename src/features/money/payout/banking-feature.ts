import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeLeading } from 'redux-saga/effects';
import { performerRoutes } from '@contract/identity/performer-routes';
import { paymentRoutes } from '@contract/money/payment-routes';
import type { EndpointInput } from '@contract/schemas';
import { currentUserRequested, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { failureShown, savedShown, toastShown } from '@/features/site/ui/ui-slice';
import { toFailure, type ApiFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';
import { callWithReauth } from '@/store/with-reauth';
import { withFailure } from '@/store/with-failure';
import { payoutsChanged } from './payout-slice';

type BankBody = NonNullable<EndpointInput<'updateBankingSettings'>['body']>;
export type BankFields = Omit<BankBody, 'performerId'>;

interface Saving {
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
  done: number;
}

/** For Stripe, saving means requesting the link to its page. */
type Account = 'bank' | 'paypal' | 'stripe';

declare module '@/store/state' {
  interface StoreState {
    banking: Record<Account, Saving>;
  }
}

export const bankSaved = createAction<BankFields>('banking/bankSaved');
export const paypalSaved = createAction<{ email: string }>('banking/paypalSaved');
/** Opens Stripe's page, where creators verify their identity. */
export const stripeOpened = createAction('banking/stripeOpened');
export const stripeLeft = createAction('banking/stripeLeft');
export const accountFormOpened = createAction<Account>('banking/formOpened');

const idle: Saving = { status: 'idle', error: null, done: 0 };

const nothingSaved: StoreState['banking'] = { bank: idle, paypal: idle, stripe: idle };

const bankingSlice = createSlice({
  name: 'banking',
  initialState: nothingSaved,
  reducers: {
    saveDone(state, { payload }: PayloadAction<Account>) {
      state[payload].status = 'idle';
      state[payload].done += 1;
    },
    /** Nothing was saved, because the user dismissed the identity check. */
    saveCalledOff(state, { payload }: PayloadAction<Account>) {
      state[payload].status = 'idle';
    },
    saveFailed(state, { payload }: PayloadAction<{ account: Account; error: ApiFailure }>) {
      const saving = state[payload.account];
      saving.status = 'failed';
      saving.error = payload.error;
    },
  },
  extraReducers: (builder) => {
    const begin = (saving: Saving) => ({ ...idle, status: 'pending' as const, done: saving.done });
    builder.addCase(bankSaved, (state) => ({ ...state, bank: begin(state.bank) }));
    builder.addCase(paypalSaved, (state) => ({ ...state, paypal: begin(state.paypal) }));
    builder.addCase(stripeOpened, (state) => ({ ...state, stripe: begin(state.stripe) }));
    builder.addCase(accountFormOpened, (state, { payload }) => {
      if (state[payload].status === 'failed') state[payload] = { ...idle, done: state[payload].done };
    });
  },
});

const { saveDone, saveCalledOff, saveFailed } = bankingSlice.actions;
export const selectSaving = (account: Account) => (state: StoreState) => state.banking[account];

/** @param save returns undefined if the user dismissed the identity check. */
const saving = <P>(account: Account, save: (id: string, payload: P) => Generator<unknown, object | undefined>) =>
  function* saveOne({ payload }: { payload: P }): Generator {
    const me = yield* selectState(selectCurrentUser);
    if (!me) return;
    try {
      const reply = yield* save(me._id, payload);
      if (!reply) {
        yield put(saveCalledOff(account));
        return;
      }
      yield put(saveDone(account));
      yield put(savedShown());
      yield put(currentUserRequested());
      // After a change of account, the backend pauses payouts.
      yield put(payoutsChanged());
    } catch (error) {
      yield put(saveFailed({ account, error: toFailure(error) }));
    }
  };

function* openStripe() {
  try {
    const reply = yield* callWithReauth(paymentRoutes.createStripeAccount);
    if (reply) window.location.assign(reply.data.url);
    // The browser can return from Stripe to this page.
    yield put(saveCalledOff('stripe'));
  } catch (error) {
    yield put(saveFailed({ account: 'stripe', error: toFailure(error) }));
  }
}

function* readStripe() {
  const { payoutsEnabled, problem } = yield* callEndpoint(paymentRoutes.refreshStripeAccount);
  yield put(
    payoutsEnabled
      ? toastShown({ text: 'Stripe can pay you now', tone: 'success' })
      : toastShown({ text: problem || 'Stripe is not set up yet.' }),
  );
  // The first visit created the Stripe account, so the backend pauses payouts.
  yield put(payoutsChanged());
}

export const bankingFeature: Feature = {
  name: 'banking',
  reducer: bankingSlice.reducer,
  *browserSaga() {
    yield takeLeading(stripeOpened, openStripe);
    yield takeLeading(
      stripeLeft,
      withFailure(readStripe, (failure) => [failureShown(failure)]),
    );
    yield takeLeading(
      bankSaved,
      saving('bank', (id, fields: BankFields) =>
        callWithReauth(performerRoutes.updateBankingSettings, { params: { id }, body: { performerId: id, ...fields } }),
      ),
    );
    yield takeLeading(
      paypalSaved,
      saving('paypal', (id, value: { email: string }) =>
        callWithReauth(performerRoutes.updatePaymentGatewaySettings, {
          params: { id },
          body: { performerId: id, key: 'paypal', value, status: 'active' },
        }),
      ),
    );
  },
};
