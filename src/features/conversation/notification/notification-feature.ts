import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { fork, put, takeEvery, takeLeading } from 'redux-saga/effects';
import { notificationRoutes } from '@contract/conversation/notification-routes';
import type { EndpointData } from '@contract/schemas';
import { failureShown } from '@/features/site/ui/ui-slice';
import { fetchFresh } from '@/store/fetch-fresh';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { notificationsRead } from '@/store/intents';
import { createPagedList, withoutRows, type ListPage, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';

export type Notification = EndpointData<'listNotifications'>['data'][number];

interface NotificationState extends PagedList<Notification, { offset?: number }> {
  totalUnread: number;
}

declare module '@/store/state' {
  interface StoreState {
    notification: NotificationState;
  }
}

export const notificationReceived = createAction<Notification>('notification/received');
const notificationWithdrawn = createAction<{ ids: string[]; totalUnread: number }>('notification/withdrawn');

/** A reloaded first page is merged with the loaded rows. */
export const notifications = createPagedList<
  Notification,
  { offset?: number },
  ListPage<Notification> & { totalUnread: number }
>({
  name: 'notification/list',
  select: (state) => state.notification,
  limit: 20,
  // Keeps the rows that follow the page's last one; none if more new ones arrived than fit on a page.
  joinFirst: (page, before) => [
    ...page,
    ...before.slice(before.findIndex(({ _id }) => _id === page.at(-1)?._id) + 1 || before.length),
  ],
  *load(_query, place) {
    const page = yield* fetchFresh(
      () => callEndpoint(notificationRoutes.listNotifications, { query: place }),
      place.offset > 0 ? [] : [notificationReceived.type, notificationWithdrawn.type],
    );
    // If the backend sends no unread count, counts the loaded rows.
    const before = place.offset > 0 ? (yield* selectState((state) => state.notification)).rows : [];
    const totalUnread = page.totalUnread ?? [...before, ...page.data].filter(({ read }) => !read).length;
    return { ...page, totalUnread };
  },
});

const notificationSlice = createSlice({
  name: 'notification',
  initialState: { ...notifications.initialState, totalUnread: 0 },
  reducers: {
    readRequested(state, { payload: { id } }: PayloadAction<{ id: string }>) {
      const one = state.rows.find(({ _id }) => _id === id);
      if (!one || one.read) return;
      one.read = true;
      state.totalUnread = Math.max(0, state.totalUnread - 1);
    },
    /** The payload is used to restore the unread state on failure. */
    readAllRequested(state, _action: PayloadAction<{ ids: string[]; totalUnread: number }>) {
      for (const one of state.rows) one.read = true;
      state.totalUnread = 0;
    },
    readFailed(state, { payload }: PayloadAction<{ ids: string[]; totalUnread: number }>) {
      // The rows that are unread now arrived after the request.
      state.totalUnread = payload.totalUnread + state.rows.filter(({ read }) => !read).length;
      for (const one of state.rows) if (payload.ids.includes(one._id)) one.read = false;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(notificationReceived, (state, { payload }) => {
      if (state.rows.some(({ _id }) => _id === payload._id)) return;
      state.rows.unshift(payload);
      state.read += 1;
      if (!payload.read) state.totalUnread += 1;
    });
    builder.addCase(notificationWithdrawn, (state, { payload: { ids, totalUnread } }) => ({
      ...withoutRows(state, ({ _id }: Notification) => ids.includes(_id)),
      totalUnread,
    }));
    builder.addMatcher(notifications.isOwnAction, (state, action) => {
      const list = { ...state, ...notifications.reducer(state, action) };
      if (!notifications.loaded.match(action)) return list;
      // Rows marked as read here stay so, because the response may be older.
      const readHere = new Set(state.rows.flatMap(({ _id, read }) => (read ? _id : [])));
      const isReadHere = ({ _id, read }: Notification) => !read && readHere.has(_id);
      const rows = list.rows.map((one) => (isReadHere(one) ? { ...one, read: true } : one));
      const { data, totalUnread } = action.payload;
      return {
        ...list,
        rows,
        read: rows.length,
        totalUnread: Math.max(0, totalUnread - data.filter(isReadHere).length),
      };
    });
  },
});

const { readFailed } = notificationSlice.actions;
export const { readRequested, readAllRequested } = notificationSlice.actions;

export const selectNotifications = (state: StoreState) => state.notification;

function* publishUnreadCount() {
  const { totalUnread } = yield* selectState(selectNotifications);
  yield put(notificationsRead({ totalUnread }));
}

const readOne = withFailure(function* read({ payload: { id } }: ReturnType<typeof readRequested>) {
  yield* publishUnreadCount();
  yield* callEndpoint(notificationRoutes.readNotification, { params: { id } });
});

const readAll = withFailure(
  function* read(_action: ReturnType<typeof readAllRequested>) {
    yield* publishUnreadCount();
    yield* callEndpoint(notificationRoutes.readAllNotifications);
  },
  (failure, { payload }) => [readFailed(payload), failureShown(failure)],
);

export const notificationFeature: Feature = {
  name: 'notification',
  reducer: notificationSlice.reducer,
  *saga() {
    yield fork(notifications.saga);
    yield takeEvery([notifications.loaded, readFailed], publishUnreadCount);
  },
  *browserSaga() {
    yield takeEvery(readRequested, readOne);
    yield takeLeading(readAllRequested, readAll);
  },
  socket: {
    send_notification: (payload: Notification) => notificationReceived(payload),
    notification_withdrawn: (payload: { ids: string[]; totalUnread: number }) => notificationWithdrawn(payload),
  },
  catchUp: reloadIfIdle,
  resync: reloadIfIdle,
};

function reloadIfIdle({ notification: { status } }: StoreState) {
  return status === 'idle' ? [] : [notifications.requested({})];
}
