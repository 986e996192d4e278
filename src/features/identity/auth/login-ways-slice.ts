import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { loggedOut, type RoleHint } from '@/features/identity/auth/session-slice';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type LoginProvider = 'google' | 'twitter';

export interface SocialLoginRequest {
  provider: LoginProvider;
  /** `link` adds a login method to the current account. */
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
  /** Set while a redirect to the provider starts, and while its response is processed. */
  busyWith: LoginProvider | null;
  error: ApiFailure | null;
  phone: {
    status: 'idle' | 'pending' | 'sent' | 'failed';
    sentTo: string;
    /** Time from which another code can be requested, in milliseconds since 1970. */
    resendAt: number;
    validMinutes?: number;
    error: ApiFailure | null;
    /** Whether the browser is solving a captcha, because many codes were requested. */
    isChallenged?: boolean;
    /** Few texts are left today, so a code was sent only if the number has an account. */
    isOnlyForAccounts?: boolean;
  };
  /** Country of the connection, ISO 3166 alpha-2; null if unknown, undefined before the request. */
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
    countryRequested() {},
    countryGuessed(state, { payload }: PayloadAction<string | null>) {
      state.country = payload;
    },
    phoneCleared(state) {
      state.phone = initialState.phone;
    },
  },
  extraReducers: (builder) => {
    // The next user of this device must not see the phone number.
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
