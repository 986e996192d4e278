import { put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { notificationRoutes } from '@contract/conversation/notification-routes';
import { toastShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { askAfresh } from '@/store/ask-afresh';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { notificationsRead } from '@/store/intents';
import * as notification from './notification-slice';

/** Notifications a page. */
const limit = 20;

function* load({ payload: { more } }: ReturnType<typeof notification.listRequested>) {
  try {
    const { read, list } = yield* selectState(notification.selectNotifications);
    const page = yield* askAfresh(
      () => callEndpoint(notificationRoutes.listNotifications, { query: { limit, offset: read } }),
      more ? [] : [notification.notificationHeard.type],
    );
    const { data } = page;
    // A backend that does not count the unread: those in sight are what we know of.
    const totalUnread = page.totalUnread ?? [...(more ? list : []), ...data].filter((one) => !one.read).length;
    yield put(notification.listLoaded({ list: data, totalUnread, isEnd: data.length < limit, isFirst: !more }));
    yield* tellCount();
  } catch (error) {
    yield put(notification.listFailed(toFailure(error)));
  }
}

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
    yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
    yield* tellCount();
  }
}

export function* notificationSaga() {
  yield takeLatest(notification.listRequested, load);
  yield takeEvery(notification.readRequested, readOne);
  yield takeLeading(notification.readAllRequested, readAll);
}
