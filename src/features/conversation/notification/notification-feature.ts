import { fork, put, takeEvery, takeLeading } from 'redux-saga/effects';
import { notificationRoutes } from '@contract/conversation/notification-routes';
import { failureShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { notificationsRead } from '@/store/intents';
import type { StoreState } from '@/store/state';
import * as notification from './notification-slice';

function* tellCount() {
  const { totalUnread } = yield* selectState(notification.selectNotifications);
  yield put(notificationsRead({ totalUnread }));
}

/** In silence: it is only marked, and the next visit shows what the server knows. */
function* readOne({ payload: { id } }: ReturnType<typeof notification.readRequested>) {
  yield* tellCount();
  try {
    yield* callEndpoint(notificationRoutes.readNotification, { params: { id } });
  } catch {
    // A backend without this call keeps it unread.
  }
}

function* readAll({ payload }: ReturnType<typeof notification.readAllRequested>) {
  yield* tellCount();
  try {
    yield* callEndpoint(notificationRoutes.readAllNotifications);
  } catch (error) {
    yield put(notification.readFailed(payload));
    yield put(failureShown(toFailure(error)));
    yield* tellCount();
  }
}

/** What happened to the signed-in account and its work. */
export const notificationFeature: Feature = {
  name: 'notification',
  reducer: notification.notificationSlice.reducer,
  *saga() {
    yield fork(notification.notifications.saga);
    yield takeEvery(notification.notifications.loaded, tellCount);
    yield takeEvery(notification.readRequested, readOne);
    yield takeLeading(notification.readAllRequested, readAll);
  },
  socket: { send_notification: (payload: notification.Notification) => notification.notificationHeard(payload) },
  catchUp: listAnew,
  resync: listAnew,
};

function listAnew({ notification: { status } }: StoreState) {
  return status === 'idle' ? [] : [notification.notifications.requested({})];
}
