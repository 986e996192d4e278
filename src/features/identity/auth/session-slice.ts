import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { roundDollars } from '@contract/base/money';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { paths } from '@/config/paths';
import { callForbidden, unauthorized } from '@/store/call-endpoint';
import { subscriptionChanged } from '@/store/intents';
import type { StoreState } from '@/store/state';

export type CurrentUser = EndpointData<'getMe'>;

/** Role for an account that a social login creates; ignored for existing accounts. */
export type RoleHint = 'user' | 'performer';

export type LoginProof =
  /** `username` can also be an email. */
  | { way: 'password'; username: string; password: string }
  | { way: 'phone'; phone: string; code: string }
  | { way: 'google'; tokenId: string; role: RoleHint }
  | { way: 'twitter'; oauth_verifier: string; oauthToken: string; oauthTokenSecret: string; role: RoleHint };

export type LoginRequest = LoginProof & {
  remember: boolean;
  verificationCode?: string;
  returnTo?: string;
};

export interface SessionState {
  /** `unknown` until the account has been requested. */
  status: 'unknown' | 'guest' | 'loggedIn';
  user: CurrentUser | null;
  login: {
    status: 'idle' | 'pending' | 'failed';
    error: ApiFailure | null;
    /** Whether the browser is solving a captcha, because many wrong passwords were tried. */
    isChallenged?: boolean;
  };
  pendingLogin: LoginRequest | null;
  /** Whether the token was rejected. */
  hasEnded: boolean;
  /** Names of calls that were rejected because they are for another role. */
  forbiddenCalls: string[];
  isLeaving: boolean;
}

declare module '@/store/state' {
  interface StoreState {
    session: SessionState;
  }
}

const initialState: SessionState = {
  status: 'unknown',
  user: null,
  login: { status: 'idle', error: null },
  pendingLogin: null,
  hasEnded: false,
  forbiddenCalls: [],
  isLeaving: false,
};

export const OTHER_ACCOUNT = 'other-account';

/** Resets the whole store, so that no data remains for the next account. */
export const loggedOut = createAction('session/loggedOut');
export const logoutRequested = createAction('session/logoutRequested');
export const currentUserRequested = createAction('session/currentUserRequested');

/** Amounts in major units. */
export const balanceChanged = createAction<{
  wallet?: number;
  pendingBalance?: number;
  walletDelta?: number;
  pendingDelta?: number;
}>('session/balanceChanged');

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    loginRequested(state, _action: PayloadAction<LoginRequest>) {
      state.login = { status: 'pending', error: null };
    },
    challengeStarted(state) {
      state.login.isChallenged = true;
    },
    loginFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'guest';
      state.login = { status: 'failed', error: payload };
    },
    twoStepRequired(state, { payload }: PayloadAction<LoginRequest>) {
      state.login = { status: 'idle', error: null };
      state.pendingLogin = payload;
    },
    twoFactorDismissed(state) {
      state.pendingLogin = null;
      state.login = { status: 'idle', error: null };
    },
    currentUserLoaded(state, { payload }: PayloadAction<CurrentUser>) {
      state.status = 'loggedIn';
      state.hasEnded = false;
      state.user = payload;
      state.login = { status: 'idle', error: null };
      state.pendingLogin = null;
    },
    guestDetected(state) {
      state.status = 'guest';
      state.user = null;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(unauthorized, (state) => {
      state.hasEnded = true;
      state.status = 'guest';
      state.user = null;
    });
    builder.addCase(callForbidden, (state, { payload }) => {
      if (!state.forbiddenCalls.includes(payload)) state.forbiddenCalls.push(payload);
    });
    builder.addCase(logoutRequested, (state) => {
      state.isLeaving = true;
    });
    // Also when a subscription has ended: the fan is no longer new.
    builder.addCase(subscriptionChanged, ({ user }) => {
      if (!user || user.isPerformer) return;
      // Other backends may omit the counters.
      const { totalSubscriptions = 0 } = (user.stats ?? {}) as Partial<typeof user.stats>;
      user.stats = { ...user.stats, totalSubscriptions: Math.max(1, totalSubscriptions) };
    });
    builder.addCase(balanceChanged, ({ user }, { payload }) => {
      if (!user) return;
      const wallet = payload.wallet ?? roundDollars(user.wallet + (payload.walletDelta ?? 0));
      user.wallet = wallet;
      user.balance = wallet;
      user.pendingBalance = payload.pendingBalance ?? roundDollars(user.pendingBalance + (payload.pendingDelta ?? 0));
    });
  },
});

export const {
  loginRequested,
  challengeStarted,
  loginFailed,
  twoStepRequired,
  twoFactorDismissed,
  currentUserLoaded,
  guestDetected,
} = sessionSlice.actions;

export const selectCurrentUser = (state: StoreState) => state.session.user;
export const selectIsClosing = (state: StoreState) => Boolean(selectCurrentUser(state)?.deletionAt);
export const selectIsLoggedIn = (state: StoreState) => state.session.status === 'loggedIn';
export const selectIsPerformer = (state: StoreState) => state.session.user?.isPerformer === true;
/** Undefined for fans, and if the backend does not send them. */
export const selectEarningTerms = ({ session: { user } }: StoreState) =>
  user?.isPerformer ? user.earningTerms : undefined;
export const selectLogin = (state: StoreState) => state.session.login;
export const selectPendingLogin = (state: StoreState) => state.session.pendingLogin;

/** With an invalid token, the verification page stays open, and all others lead to the login page. Specification 2 and 8. */
export const getSessionEndedText = (path: string): string =>
  path.startsWith(paths.auth.verification) ? 'Your token is expired, please reload a page' : 'Please login!';
