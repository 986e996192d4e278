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

/** A short notice. `action` names its button; pressing it dispatches `onAction`, or leads to `href`. */
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
  /** The browser says it has no network. */
  isOffline: boolean;
  /** Calls find no server; it is looked for until it answers. */
  isServerLost: boolean;
  /** How often network, socket or server came back: what failed meanwhile is asked for again when it grows. */
  returns: number;
  /** Calls that this backend does not serve, as far as they were tried. */
  unknownCalls: string[];
}

declare module '@/store/state' {
  interface StoreState {
    ui: UiState;
  }
}

/** A part of a page could not be shown: its operators are told. */
export const partFailed = createAction<{ part: string; message: string; stack: string }>('ui/partFailed');

const initialState: UiState = {
  toasts: [],
  socket: 'closed',
  isOffline: false,
  isServerLost: false,
  returns: 0,
  unknownCalls: [],
};

/** A socket that the server closed, as at the end of a session, is no lost connection. */
const LOST_SOCKET_STATUSES: ReadonlySet<UiState['socket']> = new Set(['disconnect', 'reconnecting', 'failed']);

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

/** The browser reports a network again. */
export const isBackOnline = (action: Action): boolean => networkChanged.match(action) && !action.payload.isOffline;
/** The network, or the socket, is back: something that waited can be tried again. */
export const isConnectionBack = (action: Action): boolean =>
  isBackOnline(action) || (socketStatusChanged.match(action) && action.payload === 'connected');

/** Specification 8. */
export const savedShown = () => toastShown({ text: 'Changes saved', tone: 'success' });
/** Why something was not done, where the page has no place of its own for it. */
export const failureShown = ({ message }: { message: string }) => toastShown({ text: message, tone: 'error' });

export const selectToasts = (state: StoreState) => state.ui.toasts;
/** True while nothing can be sent: no network, or the socket lost its connection. */
export const selectIsDisconnected = ({ ui }: StoreState) => ui.isOffline || LOST_SOCKET_STATUSES.has(ui.socket);
/** True while the socket says things at once: what it is given at other times it says later, if ever. */
export const selectIsSocketOpen = ({ ui }: StoreState) => ui.socket === 'connected';
export const selectReconnectCount = (state: StoreState) => state.ui.returns;
