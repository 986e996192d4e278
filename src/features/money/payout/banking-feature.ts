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
  /** Saves so far. */
  done: number;
}

/** For Stripe, what is asked for is a link to its page. */
type Account = 'bank' | 'paypal' | 'stripe';

declare module '@/store/state' {
  interface StoreState {
    banking: Record<Account, Saving>;
  }
}

export const bankSaved = createAction<BankFields>('banking/bankSaved');
export const paypalSaved = createAction<{ email: string }>('banking/paypalSaved');
/** A link to Stripe's page is asked for, where a creator says who they are; the browser goes there. */
export const stripeOpened = createAction('banking/stripeOpened');
/** Stripe's page sent a creator back. */
export const stripeLeft = createAction('banking/stripeLeft');
/** A form is opened: what came of the last save is no matter. */
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
    /** The proof of identity was left: nothing has happened. */
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

/** @param save makes the call; undefined where the account did not confirm its identity. */
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
      // They rest for a while now.
      yield put(payoutsChanged());
    } catch (error) {
      yield put(saveFailed({ account, error: toFailure(error) }));
    }
  };

function* openStripe() {
  try {
    const reply = yield* callWithReauth(paymentRoutes.createStripeAccount);
    if (reply) window.location.assign(reply.data.url);
    // The browser can come back from there to this very page.
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
  // The first visit opened the account, and payouts rest for a while.
  yield put(payoutsChanged());
}

/** Where a creator's payouts go. */
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
