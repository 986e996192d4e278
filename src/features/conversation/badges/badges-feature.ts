import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import { messageRoutes } from '@contract/conversation/message-routes';
import { notificationRoutes } from '@contract/conversation/notification-routes';
import { fetchFresh } from '@/store/fetch-fresh';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { notificationsRead } from '@/store/intents';
import type { StoreState } from '@/store/state';

/** Numbers of conversations with unread messages, and of unread notifications. */
export interface BadgesState {
  conversations: number;
  notifications: number;
}

declare module '@/store/state' {
  interface StoreState {
    badges: BadgesState;
  }
}

export const badgesRequested = createAction('badges/requested');

const badgesSlice = createSlice({
  name: 'badges',
  initialState: { conversations: 0, notifications: 0 },
  reducers: {
    conversationsCounted(state, { payload }: PayloadAction<number>) {
      state.conversations = payload;
    },
    notificationsCounted(state, { payload }: PayloadAction<number>) {
      state.notifications = payload;
    },
    notificationArrived(state) {
      state.notifications += 1;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(notificationsRead, (state, { payload }) => {
      state.notifications = payload.totalUnread;
    });
  },
});

const { conversationsCounted, notificationsCounted, notificationArrived } = badgesSlice.actions;
export const selectBadges = (state: StoreState) => state.badges;

/** False if the backend has no notifications; links to them are then hidden. */
export const selectHasNotifications = selectSupportsCall(notificationRoutes.listNotifications);

/** If counting fails, the old number stays until the next event or reconnect. */
function* ignoreFailure(ask: () => Generator) {
  try {
    yield* ask();
  } catch {
    // If the backend lacks one of the calls, the other count is still shown.
  }
}

/** Compatible backends send no unread count, so counts among the newest 100. */
function* countNotifications(): Generator<unknown, number> {
  const list = (limit: number) => callEndpoint(notificationRoutes.listNotifications, { query: { limit } });
  const { total, totalUnread } = yield* list(1);
  if (totalUnread !== undefined || total === 0) return totalUnread ?? 0;
  return (yield* list(100)).data.filter(({ read }) => !read).length;
}

function* countAll() {
  yield* ignoreFailure(function* conversations() {
    const { total } = yield* fetchFresh(() => callEndpoint(messageRoutes.countUnread), [conversationsCounted.type]);
    yield put(conversationsCounted(total));
  });
  yield* ignoreFailure(function* notifications() {
    const unread = yield* fetchFresh(countNotifications, [notificationArrived.type, notificationsRead.type]);
    yield put(notificationsCounted(unread));
  });
}

export const badgesFeature: Feature = {
  name: 'badges',
  reducer: badgesSlice.reducer,
  *saga() {
    // Only the latest request counts: an earlier response may not include the newest event.
    yield takeLatest(badgesRequested, countAll);
  },
  socket: {
    nofify_read_messages_in_conversation: ({ total }: { total: number }) => conversationsCounted(total),
    send_notification: () => notificationArrived(),
    notification_withdrawn: ({ totalUnread }: { totalUnread: number }) => notificationsRead({ totalUnread }),
  },
  catchUp: () => [badgesRequested()],
  resync: () => [badgesRequested()],
};
