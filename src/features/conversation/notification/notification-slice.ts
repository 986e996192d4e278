import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { StoreState } from '@/store/state';

export type Notification = EndpointData<'listNotifications'>['data'][number];

export interface NotificationState {
  list: Notification[];
  /** How many the server gave, to ask for the next ones. */
  read: number;
  totalUnread: number;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  isEnd: boolean;
}

declare module '@/store/state' {
  interface StoreState {
    notification: NotificationState;
  }
}

const initialState: NotificationState = {
  list: [],
  read: 0,
  totalUnread: 0,
  status: 'idle',
  error: null,
  isEnd: false,
};

export const notificationSlice = createSlice({
  name: 'notification',
  initialState,
  reducers: {
    /** The newest, which replace what is here; with `more` the next older ones. */
    listRequested(state, { payload: { more } }: PayloadAction<{ more?: boolean }>) {
      Object.assign(state, { status: 'pending', error: null });
      if (!more) Object.assign(state, { read: 0, isEnd: false });
    },
    /** What was read here stays read: the list may have been written before the server heard of it. */
    listLoaded(
      state,
      { payload }: PayloadAction<{ list: Notification[]; totalUnread: number; isEnd: boolean; isFirst: boolean }>,
    ) {
      const before = payload.isFirst ? [] : state.list;
      const known = new Set(before.map(({ _id }) => _id));
      const readHere = new Set(state.list.filter(({ read }) => read).map(({ _id }) => _id));
      const isLate = ({ _id, read }: Notification) => !read && readHere.has(_id);
      const late = payload.list.filter(isLate);
      const list = payload.list.map((one) => (isLate(one) ? { ...one, read: true } : one));
      state.list = [...before, ...list.filter(({ _id }) => !known.has(_id))];
      state.read += payload.list.length;
      state.totalUnread = Math.max(0, payload.totalUnread - late.length);
      state.isEnd = payload.isEnd;
      state.status = 'ready';
    },
    listFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state, { status: 'failed', error: payload });
    },
    notificationHeard(state, { payload }: PayloadAction<Notification>) {
      if (state.list.some(({ _id }) => _id === payload._id)) return;
      state.list.unshift(payload);
      state.read += 1;
      if (!payload.read) state.totalUnread += 1;
    },
    readRequested(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      const one = state.list.find(({ _id }) => _id === id);
      if (!one || one.read) return;
      one.read = true;
      state.totalUnread = Math.max(0, state.totalUnread - 1);
    },
    /** Says what was unread, in case the server refuses. */
    readAllRequested(state, _action: PayloadAction<{ ids: string[]; totalUnread: number }>) {
      for (const one of state.list) one.read = true;
      state.totalUnread = 0;
    },
    /** The server did not take it: these are unread again. */
    readFailed(state, { payload }: PayloadAction<{ ids: string[]; totalUnread: number }>) {
      for (const one of state.list) if (payload.ids.includes(one._id)) one.read = false;
      state.totalUnread = payload.totalUnread;
    },
  },
});

export const { listRequested, listLoaded, listFailed, notificationHeard, readRequested, readAllRequested, readFailed } =
  notificationSlice.actions;

export const selectNotifications = (state: StoreState) => state.notification;
