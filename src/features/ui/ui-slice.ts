import { createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { EndpointName } from '@contract/schemas';
import type { SocketStatus } from '@/services/socket-client';
import { callUnknown } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';

/** A short notice. `action` names its button; pressing it dispatches `onAction`. */
export interface ToastNotice {
  id: string;
  text: string;
  tone?: 'plain' | 'success' | 'error';
  action?: string;
  onAction?: UnknownAction;
}

export interface UiState {
  toasts: ToastNotice[];
  socket: SocketStatus | 'closed';
  /** The browser says it has no network. */
  isOffline: boolean;
  /** Calls that this backend does not serve, as far as they were tried. */
  unknownCalls: EndpointName[];
}

declare module '@/store/state' {
  interface StoreState {
    ui: UiState;
  }
}

const initialState: UiState = { toasts: [], socket: 'closed', isOffline: false, unknownCalls: [] };

export const uiSlice = createSlice({
  name: 'ui',
  initialState,
  reducers: {
    toastShown: {
      prepare: (notice: Omit<ToastNotice, 'id'>) => ({ payload: { ...notice, id: nanoid(8) } }),
      reducer(state, { payload }: PayloadAction<ToastNotice>) {
        // The same sentence twice is one notice.
        state.toasts = [...state.toasts.filter((toast) => toast.text !== payload.text), payload].slice(-2);
      },
    },
    toastClosed(state, { payload }: PayloadAction<string>) {
      state.toasts = state.toasts.filter((toast) => toast.id !== payload);
    },
    socketStatusChanged(state, { payload }: PayloadAction<UiState['socket']>) {
      state.socket = payload;
    },
    networkChanged(state, { payload }: PayloadAction<{ isOffline: boolean }>) {
      state.isOffline = payload.isOffline;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(callUnknown, (state, { payload }) => {
      if (!state.unknownCalls.includes(payload)) state.unknownCalls.push(payload);
    });
  },
});

export const { toastShown, toastClosed, socketStatusChanged, networkChanged } = uiSlice.actions;

/** False once this backend has said that it does not know the call: what needs it is hidden then. Decisions 6. */
export const selectHasCall = (name: EndpointName) => (state: StoreState) => !state.ui.unknownCalls.includes(name);

export const selectToasts = (state: StoreState) => state.ui.toasts;
/** True while what is typed cannot be sent: no network, or the socket lost its connection. */
export const selectIsCutOff = (state: StoreState) =>
  state.ui.isOffline ||
  state.ui.socket === 'disconnect' ||
  state.ui.socket === 'reconnecting' ||
  state.ui.socket === 'failed';
