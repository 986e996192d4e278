import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeLeading } from 'redux-saga/effects';
import { performerRoutes } from '@contract/identity/performer-routes';
import type { EndpointInput } from '@contract/schemas';
import { currentUserRequested, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { savedShown } from '@/features/site/ui/ui-slice';
import { toFailure, type ApiFailure } from '@/services/api-error';
import { selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';
import { callWithReauth } from '@/store/with-reauth';
import { payoutsChanged } from './payout-feature';

type BankBody = NonNullable<EndpointInput<'updateBankingSettings'>['body']>;
export type BankFields = Omit<BankBody, 'performerId'>;

interface Saving {
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
  /** Saves so far. */
  done: number;
}

type Account = 'bank' | 'paypal';

declare module '@/store/state' {
  interface StoreState {
    banking: Record<Account, Saving>;
  }
}

export const bankSaved = createAction<BankFields>('banking/bankSaved');
export const paypalSaved = createAction<{ email: string }>('banking/paypalSaved');
/** A form is opened: what came of the last save is no matter. */
export const accountFormOpened = createAction<Account>('banking/formOpened');

const idle: Saving = { status: 'idle', error: null, done: 0 };

const nothingSaved: StoreState['banking'] = { bank: idle, paypal: idle };

const bankingSlice = createSlice({
  name: 'banking',
  initialState: nothingSaved,
  reducers: {
    saveDone(state, { payload }: PayloadAction<Account>) {
      state[payload].status = 'idle';
      state[payload].done += 1;
    },
    /** Whoever saves did not prove who they are: nothing has happened. */
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

/** Where a creator's payouts go. */
export const bankingFeature: Feature = {
  name: 'banking',
  reducer: bankingSlice.reducer,
  *browserSaga() {
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
