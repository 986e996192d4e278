import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type OpenSession = EndpointData<'listSessions'>['data'][number];
export type LinkedLogins = EndpointData<'listLinkedLogins'>;
export type LinkedProvider = LinkedLogins['linked'][number]['provider'];
export type TwoFactorStatus = EndpointData<'getTwoFactorStatus'>;
export type TwoFactorSetup = EndpointData<'connectTwoFactor'>;

interface Loaded<T> {
  data: T | null;
  error: ApiFailure | null;
}

export type SecurityAct =
  | 'connect'
  | 'verify'
  | 'renew'
  | 'disable'
  | 'endSession'
  | 'endOthers'
  | 'unlink'
  | 'linkPhone';

interface ActState {
  of: string | null;
  isBusy: boolean;
  error: ApiFailure | null;
}

export interface SecurityState {
  sessions: Loaded<OpenSession[]>;
  linked: Loaded<LinkedLogins>;
  twoFactor: Loaded<TwoFactorStatus>;
  setup: TwoFactorSetup | null;
  /** Shown once; the backend does not send them again. */
  recoveryCodes: string[] | null;
  /** State by action, so that each shows its own errors. Absent before the first attempt. */
  acts: Partial<Record<SecurityAct, ActState>>;
}

declare module '@/store/state' {
  interface StoreState {
    security: SecurityState;
  }
}

const NOT_LOADED = { data: null, error: null };
const IDLE: ActState = { of: null, isBusy: false, error: null };
const initialState: SecurityState = {
  sessions: NOT_LOADED,
  linked: NOT_LOADED,
  twoFactor: NOT_LOADED,
  setup: null,
  recoveryCodes: null,
  acts: {},
};

const parts = ['sessions', 'linked', 'twoFactor'] as const;
const startAct = (state: SecurityState, name: SecurityAct, of: string | null = null) => {
  state.acts[name] = { of, isBusy: true, error: null };
};

export const securitySlice = createSlice({
  name: 'security',
  initialState,
  reducers: {
    securityRequested(state) {
      for (const part of parts) state[part].error = null;
    },
    sessionsLoaded(state, { payload }: PayloadAction<OpenSession[]>) {
      state.sessions = { data: payload, error: null };
    },
    linkedLoaded(state, { payload }: PayloadAction<LinkedLogins>) {
      state.linked = { data: payload, error: null };
    },
    twoFactorLoaded(state, { payload }: PayloadAction<TwoFactorStatus>) {
      state.twoFactor = { data: payload, error: null };
    },
    partFailed(state, { payload }: PayloadAction<{ part: (typeof parts)[number]; error: ApiFailure }>) {
      state[payload.part].error = payload.error;
    },

    twoFactorConnectRequested: (state) => startAct(state, 'connect'),
    twoFactorSetupReady(state, { payload }: PayloadAction<TwoFactorSetup>) {
      state.setup = payload;
    },
    twoFactorSetupClosed(state) {
      state.setup = null;
      delete state.acts.verify;
    },
    twoFactorVerified: (state, _action: PayloadAction<string>) => startAct(state, 'verify'),
    recoveryCodesRequested: (state) => startAct(state, 'renew'),
    recoveryCodesShown(state, { payload }: PayloadAction<string[]>) {
      state.setup = null;
      state.recoveryCodes = payload;
    },
    recoveryCodesDismissed(state) {
      state.recoveryCodes = null;
    },
    twoFactorDisableRequested: (state, _action: PayloadAction<{ code: string }>) => startAct(state, 'disable'),

    sessionEndRequested: (state, { payload }: PayloadAction<string>) => startAct(state, 'endSession', payload),
    otherSessionsEndRequested: (state) => startAct(state, 'endOthers'),
    unlinkRequested: (state, { payload }: PayloadAction<LinkedProvider>) => startAct(state, 'unlink', payload),
    phoneLinkRequested: (state, _action: PayloadAction<{ phone: string; code: string }>) =>
      startAct(state, 'linkPhone'),
    /** The form of an act opens: forgets why an earlier attempt failed. */
    actOpened(state, { payload: name }: PayloadAction<SecurityAct>) {
      if (!state.acts[name]?.isBusy) delete state.acts[name];
    },
    actDone(state, { payload: name }: PayloadAction<SecurityAct>) {
      delete state.acts[name];
    },
    actFailed(state, { payload: { name, error } }: PayloadAction<{ name: SecurityAct; error: ApiFailure }>) {
      const act = state.acts[name];
      if (act) Object.assign(act, { isBusy: false, error });
    },
  },
});

export const {
  securityRequested,
  sessionsLoaded,
  linkedLoaded,
  twoFactorLoaded,
  partFailed,
  twoFactorConnectRequested,
  twoFactorSetupReady,
  twoFactorSetupClosed,
  twoFactorVerified,
  recoveryCodesRequested,
  recoveryCodesShown,
  recoveryCodesDismissed,
  twoFactorDisableRequested,
  sessionEndRequested,
  otherSessionsEndRequested,
  unlinkRequested,
  phoneLinkRequested,
  actOpened,
  actDone,
  actFailed,
} = securitySlice.actions;

export const selectSecurity = (state: StoreState) => state.security;

export const selectSecurityAct =
  (name: SecurityAct, of: string | null = null) =>
  ({ security: { acts } }: StoreState): ActState => {
    const act = acts[name];
    return act?.of === of ? act : IDLE;
  };

/** True while any session or provider is being changed: the buttons of all rows then wait. */
export const selectIsActing =
  (...names: SecurityAct[]) =>
  ({ security: { acts } }: StoreState) =>
    names.some((name) => acts[name]?.isBusy);
