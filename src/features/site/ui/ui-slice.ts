import {
  createAction,
  createSlice,
  nanoid,
  type Action,
  type PayloadAction,
  type UnknownAction,
} from '@reduxjs/toolkit';
import type { SocketStatus } from '@/services/socket-client';
import { callUnknown, serverBecameUnreachable } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';

/** `action` is the label of a button, which dispatches `onAction` or opens `href`. */
export interface ToastNotice {
  id: string;
  text: string;
  tone?: 'plain' | 'success' | 'error';
  action?: string;
  onAction?: UnknownAction;
  href?: string;
}

export interface UiState {
  toasts: ToastNotice[];
  socket: SocketStatus | 'closed';
  isOffline: boolean;
  /** Whether calls fail because the server is unreachable; it is polled until it responds. */
  isServerLost: boolean;
  /** Number of reconnects of network, socket or server. When it increases, failed loads are retried. */
  returns: number;
  unknownCalls: string[];
}

declare module '@/store/state' {
  interface StoreState {
    ui: UiState;
  }
}

/** A part of a page failed to render. Reported to the operators. */
export const partFailed = createAction<{ part: string; message: string; stack: string }>('ui/partFailed');

const initialState: UiState = {
  toasts: [],
  socket: 'closed',
  isOffline: false,
  isServerLost: false,
  returns: 0,
  unknownCalls: [],
};

/** A socket that the server has closed, as at the end of a session, does not count as a lost connection. */
const LOST_SOCKET_STATUSES: ReadonlySet<UiState['socket']> = new Set(['disconnect', 'reconnecting', 'failed']);

export const uiSlice = createSlice({
  name: 'ui',
  initialState,
  reducers: {
    toastShown: {
      prepare: (notice: Omit<ToastNotice, 'id'>) => ({ payload: { ...notice, id: nanoid(8) } }),
      reducer(state, { payload }: PayloadAction<ToastNotice>) {
        state.toasts = [...state.toasts.filter((toast) => toast.text !== payload.text), payload].slice(-2);
      },
    },
    toastClosed(state, { payload }: PayloadAction<string>) {
      state.toasts = state.toasts.filter((toast) => toast.id !== payload);
    },
    socketStatusChanged(state, { payload }: PayloadAction<UiState['socket']>) {
      const wasAway = LOST_SOCKET_STATUSES.has(state.socket) || state.socket === 'ended';
      if (payload === 'connected' && wasAway) state.returns += 1;
      state.socket = payload;
    },
    networkChanged(state, { payload }: PayloadAction<{ isOffline: boolean }>) {
      if (state.isOffline && !payload.isOffline) state.returns += 1;
      state.isOffline = payload.isOffline;
    },
    serverBecameReachable(state) {
      if (state.isServerLost) state.returns += 1;
      state.isServerLost = false;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(serverBecameUnreachable, (state) => {
      state.isServerLost = true;
    });
    builder.addCase(callUnknown, (state, { payload }) => {
      if (!state.unknownCalls.includes(payload)) state.unknownCalls.push(payload);
    });
  },
});

export const { toastShown, toastClosed, socketStatusChanged, networkChanged, serverBecameReachable } = uiSlice.actions;

export const isBackOnline = (action: Action): boolean => networkChanged.match(action) && !action.payload.isOffline;
export const isConnectionBack = (action: Action): boolean =>
  isBackOnline(action) || (socketStatusChanged.match(action) && action.payload === 'connected');

/** Text of specification 8. */
export const savedShown = () => toastShown({ text: 'Changes saved', tone: 'success' });
export const failureShown = ({ message }: { message: string }) => toastShown({ text: message, tone: 'error' });

export const selectToasts = (state: StoreState) => state.ui.toasts;
export const selectIsDisconnected = ({ ui }: StoreState) => ui.isOffline || LOST_SOCKET_STATUSES.has(ui.socket);
/** If false, messages sent by the socket are delayed or lost. */
export const selectIsSocketOpen = ({ ui }: StoreState) => ui.socket === 'connected';
export const selectReconnectCount = (state: StoreState) => state.ui.returns;
