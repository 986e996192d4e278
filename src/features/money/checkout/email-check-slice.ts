import { createAction, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { authRoutes } from '@contract/identity/auth-routes';
import { paymentRoutes } from '@contract/money/payment-routes';
import { currentUserLoaded, currentUserRequested, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { isNotFound, toFailure, type ApiFailure } from '@/services/api-error';
import { withFailure } from '@/store/with-failure';
import { selectHasExtension } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';
import { cardAddFailed } from './card-form-slice';
import { intentOpened } from './intent-feature';

export interface EmailCheckState {
  isVerified: boolean | null;
  /** `unopened`: the payer says that they opened the link, but the backend has not verified the email. */
  status: 'idle' | 'pending' | 'looking' | 'sent' | 'unopened' | 'failed';
  error: ApiFailure | null;
}

export const emailCheckRequested = createAction('checkout/emailCheckRequested');
export const emailResendRequested = createAction('checkout/emailResendRequested');

const initialState: EmailCheckState = { isVerified: null, status: 'idle', error: null };

export const emailCheckSlice = createSlice({
  name: 'checkout',
  initialState,
  reducers: {
    emailChecked: (_state, { payload }: PayloadAction<{ isVerified: boolean; wasSent: boolean }>): EmailCheckState => ({
      isVerified: payload.isVerified,
      status: payload.wasSent ? 'sent' : 'idle',
      error: null,
    }),
    emailRefreshRequested(state) {
      state.status = 'looking';
      state.error = null;
    },
    emailRefreshed: (_state, { payload: { isVerified } }: PayloadAction<{ isVerified: boolean }>): EmailCheckState => ({
      isVerified,
      status: isVerified ? 'idle' : 'unopened',
      error: null,
    }),
    emailFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(intentOpened, ({ isVerified }) => ({ ...initialState, isVerified }));
    builder.addCase(cardAddFailed, (state, { payload }) => {
      if (payload.code === 'EMAIL_NOT_VERIFIED') state.isVerified = false;
    });
    builder.addMatcher(isAnyOf(emailCheckRequested, emailResendRequested), (state) => {
      state.status = 'pending';
      state.error = null;
    });
  },
});

export const { emailRefreshRequested } = emailCheckSlice.actions;
const { emailChecked, emailRefreshed, emailFailed } = emailCheckSlice.actions;

export const selectEmailCheck = (state: StoreState) => state.checkout.email;

function* readReturnPath() {
  if (!(yield* selectState(selectHasExtension('returnPaths')))) return {};
  return { returnTo: window.location.pathname + window.location.search };
}

/** If the email is not verified, the backend also sends the link. */
function* checkEmail() {
  try {
    const { verifiedEmail, sent } = yield* callEndpoint(paymentRoutes.checkCardEmail, {
      query: yield* readReturnPath(),
    });
    yield put(emailChecked({ isVerified: verifiedEmail, wasSent: sent }));
    if (verifiedEmail) yield put(currentUserRequested());
  } catch (error) {
    // Backends without this call do not require a verified email.
    if (isNotFound(error)) yield put(emailChecked({ isVerified: true, wasSent: false }));
    else yield put(emailFailed(toFailure(error)));
  }
}

const refreshVerification = withFailure(
  function* refreshVerification() {
    const user = yield* callEndpoint(accountRoutes.getMe);
    yield put(currentUserLoaded(user));
    yield put(emailRefreshed({ isVerified: user.verifiedEmail }));
  },
  (failure) => emailFailed(failure),
);

const resendEmail = withFailure(
  function* resendEmail() {
    const user = yield* selectState(selectCurrentUser);
    if (!user?.email) return;
    const source = { _id: user._id, email: user.email };
    yield* callEndpoint(authRoutes.sendEmailVerification, {
      body: { source, sourceType: 'user', ...(yield* readReturnPath()) },
    });
    yield put(emailChecked({ isVerified: false, wasSent: true }));
  },
  (failure) => emailFailed(failure),
);

export function* emailCheckSaga() {
  yield takeLeading(emailCheckRequested, checkEmail);
  yield takeLeading(emailRefreshRequested, refreshVerification);
  yield takeLeading(emailResendRequested, resendEmail);
}
