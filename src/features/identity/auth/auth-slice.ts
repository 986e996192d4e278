import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointInput } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

const forms = ['fan', 'creator', 'forgot', 'reset', 'verification', 'contact'] as const;
export type AuthForm = (typeof forms)[number];

export interface FormState {
  status: 'idle' | 'pending' | 'done' | 'failed';
  error: ApiFailure | null;
  progress: number;
}

export type AuthState = Record<AuthForm, FormState>;

declare module '@/store/state' {
  interface StoreState {
    auth: AuthState;
  }
}

export interface FanRegistration {
  email: string;
  password: string;
  username: string;
  name: string;
  isOfAge: boolean;
  returnTo?: string;
}

/** The files are not serializable, so only the action contains them, not the store. */
export interface CreatorRegistration {
  fields: { email: string; password: string; username: string; name: string; gender: string; dateOfBirth: string };
  form: FormData;
}

const idle: FormState = { status: 'idle', error: null, progress: 0 };
const initialState = Object.fromEntries(forms.map((form) => [form, idle])) as AuthState;

const startForm =
  <P>(form: AuthForm) =>
  (state: AuthState, _action: PayloadAction<P>) => {
    state[form] = { ...idle, status: 'pending' };
  };

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    fanRegistered: startForm<FanRegistration>('fan'),
    creatorRegistered: startForm<CreatorRegistration>('creator'),
    resetMailRequested: startForm<{ email: string }>('forgot'),
    passwordReset: startForm<{ token: string; password: string }>('reset'),
    verificationRequested: startForm<EndpointInput<'sendEmailVerification'>['body']>('verification'),
    contactSent: startForm<EndpointInput<'sendContactMessage'>['body']>('contact'),
    formOpened(state, { payload }: PayloadAction<AuthForm>) {
      // A sign-up goes on after its form was left, and a second press would be ignored.
      const isSignUp = payload === 'fan' || payload === 'creator';
      if (!isSignUp || state[payload].status !== 'pending') state[payload] = idle;
    },
    formProgressed(state, { payload }: PayloadAction<{ form: AuthForm; progress: number }>) {
      state[payload.form].progress = payload.progress;
    },
    formDone(state, { payload }: PayloadAction<AuthForm>) {
      // If the form was opened again during the request, its state is not pending and stays.
      if (state[payload].status === 'pending') state[payload] = { status: 'done', error: null, progress: 1 };
    },
    formFailed(state, { payload }: PayloadAction<{ form: AuthForm; error: ApiFailure }>) {
      state[payload.form] = { status: 'failed', error: payload.error, progress: 0 };
    },
  },
});

export const {
  fanRegistered,
  creatorRegistered,
  resetMailRequested,
  passwordReset,
  verificationRequested,
  contactSent,
  formOpened,
  formProgressed,
  formDone,
  formFailed,
} = authSlice.actions;

export const selectForm = (form: AuthForm) => (state: StoreState) => state.auth[form];
