import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { roundDollars } from '@contract/base/money';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { paths } from '@/config/paths';
import { callForbidden, unauthorized } from '@/store/call-endpoint';
import { subscriptionChanged } from '@/store/intents';
import type { StoreState } from '@/store/state';

export type CurrentUser = EndpointData<'getMe'>;

/** What to become on a first log-in through somebody else. A hint: an account that exists stays what it is. */
export type RoleHint = 'user' | 'performer';

/** The proof that each way of logging in brings. */
export type LoginProof =
  /** `username` is a username or an e-mail address. */
  | { way: 'password'; username: string; password: string }
  | { way: 'phone'; phone: string; code: string }
  | { way: 'google'; tokenId: string; role: RoleHint }
  | { way: 'twitter'; oauth_verifier: string; oauthToken: string; oauthTokenSecret: string; role: RoleHint };

export type LoginRequest = LoginProof & {
  remember: boolean;
  /** Of the second step, once it was asked for. */
  verificationCode?: string;
  /** Where to go afterwards, instead of the account's home. */
  returnTo?: string;
};

export interface SessionState {
  /** `unknown` until the current user was asked for once. */
  status: 'unknown' | 'guest' | 'loggedIn';
  user: CurrentUser | null;
  login: {
    status: 'idle' | 'pending' | 'failed';
    error: ApiFailure | null;
    /** The browser works on showing that a person is here, since strangers guess at the account. */
    isChallenged?: boolean;
  };
  /** Two-step is asked for: the request waits for its code. */
  pendingLogin: LoginRequest | null;
  /** The token that came with the page or the last call is dead. */
  hasEnded: boolean;
  /** Calls that the backend limits to accounts of another role, as far as this account has met them. */
  forbiddenCalls: string[];
  /** The person has pressed "Log out", and the server has not answered yet. */
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

/** Names the notice after a reload for another account. */
export const OTHER_ACCOUNT = 'other-account';

/** The whole store starts anew: nothing of one account is left for the next. */
export const loggedOut = createAction('session/loggedOut');
export const logoutRequested = createAction('session/logoutRequested');
export const currentUserRequested = createAction('session/currentUserRequested');

/** What a socket event or a purchase says about the money of the signed-in account, in major units. */
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
    // Also the end of one says that there was one: its fan is not new here.
    builder.addCase(subscriptionChanged, ({ user }) => {
      if (!user || user.isPerformer) return;
      // Other backends may tell no counts.
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
/** The account is to be deleted, and can be kept until then. */
export const selectIsClosing = (state: StoreState) => Boolean(selectCurrentUser(state)?.deletionAt);
export const selectIsLoggedIn = (state: StoreState) => state.session.status === 'loggedIn';
export const selectIsPerformer = (state: StoreState) => state.session.user?.isPerformer === true;
/** Undefined for fans, and where the backend does not tell. */
export const selectEarningTerms = ({ session: { user } }: StoreState) =>
  user?.isPerformer ? user.earningTerms : undefined;
export const selectLogin = (state: StoreState) => state.session.login;
export const selectPendingLogin = (state: StoreState) => state.session.pendingLogin;

/** The verification page stays open with a dead token, every other one leads to the log-in. Specification 2 and 8. */
export const getSessionEndedText = (path: string): string =>
  path.startsWith(paths.auth.verification) ? 'Your token is expired, please reload a page' : 'Please login!';
