import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { loggedOut, type RoleHint } from '@/features/identity/auth/session-slice';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type LoginProvider = 'google' | 'twitter';

/** A wish to go to a provider and come back. */
export interface SocialLoginRequest {
  provider: LoginProvider;
  /** `link` adds a way in to the account that is signed in. */
  purpose: 'login' | 'link';
  role: RoleHint;
  returnTo?: string;
}

interface PhoneCode {
  phone: string;
  resendAt: number;
  validMinutes: number;
  isOnlyForAccounts?: boolean;
}

export interface LoginWaysState {
  /** The provider whose page is being opened, or whose answer is being used. */
  busyWith: LoginProvider | null;
  error: ApiFailure | null;
  phone: {
    status: 'idle' | 'pending' | 'sent' | 'failed';
    /** The number the code went to. */
    sentTo: string;
    /** Milliseconds since 1970 from which another code may be asked for. */
    resendAt: number;
    /** Minutes that the code is valid for. */
    validMinutes?: number;
    error: ApiFailure | null;
    /** The browser works on showing that a person is here, since many codes were asked for. */
    isChallenged?: boolean;
    /** The site has few codes left today: one was sent only if the number opens an account. */
    isOnlyForAccounts?: boolean;
  };
  /** The country the browser connects from, as two letters; null when it cannot be told, undefined until it was asked. */
  country: string | null | undefined;
}

declare module '@/store/state' {
  interface StoreState {
    loginWays: LoginWaysState;
  }
}

const initialState: LoginWaysState = {
  busyWith: null,
  error: null,
  phone: { status: 'idle', sentTo: '', resendAt: 0, error: null },
  country: undefined,
};

export const loginWaysSlice = createSlice({
  name: 'loginWays',
  initialState,
  reducers: {
    socialLoginRequested(state, { payload }: PayloadAction<SocialLoginRequest>) {
      state.busyWith = payload.provider;
      state.error = null;
    },
    /** The browser is back from the provider's page. */
    socialLoginReturned(state, { payload }: PayloadAction<LoginProvider>) {
      state.busyWith = payload;
      state.error = null;
    },
    socialLoginFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.busyWith = null;
      state.error = payload;
    },
    socialLoginDone(state) {
      state.busyWith = null;
    },
    phoneCodeRequested(state, _action: PayloadAction<{ phone: string }>) {
      state.phone.status = 'pending';
      state.phone.error = null;
    },
    phoneChallengeStarted(state) {
      state.phone.isChallenged = true;
    },
    phoneCodeSent(state, { payload }: PayloadAction<PhoneCode>) {
      const { phone: sentTo, ...code } = payload;
      state.phone = { status: 'sent', sentTo, error: null, ...code };
    },
    phoneCodeFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.phone.status = 'failed';
      state.phone.error = payload;
      state.phone.isChallenged = false;
    },
    /** A number is to be typed, and its country may be guessed. */
    countryRequested() {},
    countryGuessed(state, { payload }: PayloadAction<string | null>) {
      state.country = payload;
    },
    /** Another number, please. */
    phoneCleared(state) {
      state.phone = initialState.phone;
    },
  },
  extraReducers: (builder) => {
    // The number of who was here is for nobody who comes next.
    builder.addCase(loggedOut, (state) => {
      state.phone = initialState.phone;
    });
  },
});

export const {
  socialLoginRequested,
  socialLoginReturned,
  socialLoginFailed,
  socialLoginDone,
  phoneCodeRequested,
  phoneChallengeStarted,
  phoneCodeSent,
  phoneCodeFailed,
  phoneCleared,
  countryRequested,
  countryGuessed,
} = loginWaysSlice.actions;

export const selectLoginWays = (state: StoreState) => state.loginWays;
