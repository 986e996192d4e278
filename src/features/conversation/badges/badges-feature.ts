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

/** What waits for the signed-in account: conversations with unread messages, and notices. */
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

/** False where the backend has no notifications: nothing leads to them then. */
export const selectHasNotifications = selectSupportsCall(notificationRoutes.listNotifications);

/** A count on an icon is not worth an error: the old one stays until the next event or reconnect. */
function* ignoreFailure(ask: () => Generator) {
  try {
    yield* ask();
  } catch {
    // Also a backend without the call, which must not hide the other number.
  }
}

/** The family does not count the unread ones beside the list: those among the newest are. */
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
    // The latest: an answer to an earlier question may lack what the later one is about.
    yield takeLatest(badgesRequested, countAll);
  },
  socket: {
    nofify_read_messages_in_conversation: ({ total }: { total: number }) => conversationsCounted(total),
    send_notification: () => notificationArrived(),
  },
  catchUp: () => [badgesRequested()],
  resync: () => [badgesRequested()],
};
