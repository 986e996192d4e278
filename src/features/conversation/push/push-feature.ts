import { call, delay, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { pushRoutes } from '@contract/conversation/push-routes';
import { currentUserLoaded, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import {
  askPushPermission,
  readPushPermission,
  subscribeDevice,
  type DeviceSubscription,
} from '@/services/push-device';
import { forgetNotifications } from '@/services/service-worker';
import { pushDeviceStore, pushOfferStore } from '@/services/storage';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { followStored, subscriptionChanged } from '@/store/intents';
import { withFailure } from '@/store/with-failure';
import { pushOffRequested, pushOnRequested, pushDevicesRequested, pushSlice, selectHasPush } from './push-slice';

const { permissionRead, devicesLoaded, devicesFailed, deviceAdded, deviceRemoved, pushDone, pushFailed } =
  pushSlice.actions;

/** Asking too early, or again and again, teaches to block. */
const OFFER_AFTER_MS = 1_500;
const OFFER_AGAIN_MS = 30 * 86_400_000;

const loadDevices = withFailure(function* () {
  yield put(devicesLoaded((yield* callEndpoint(pushRoutes.listPushSubscriptions)).data));
}, devicesFailed);

function* subscribe() {
  const { publicKey } = yield* callEndpoint(pushRoutes.getPushKey);
  return (yield call(subscribeDevice, publicKey)) as DeviceSubscription;
}

function* register(body: DeviceSubscription) {
  const device = yield* callEndpoint(pushRoutes.addPushSubscription, { body });
  const user = yield* selectState(selectCurrentUser);
  if (user) pushDeviceStore.write({ accountId: user._id, endpoint: body.endpoint });
  yield put(deviceAdded(device));
}

const turnOn = withFailure(
  function* (_action: ReturnType<typeof pushOnRequested>) {
    // The first effect, because browsers ask only during the click.
    const permission = (yield call(askPushPermission)) as Awaited<ReturnType<typeof askPushPermission>>;
    yield put(permissionRead(permission));
    if (permission === 'granted') {
      yield* register(yield* subscribe());
      yield put(toastShown({ text: 'Notifications are on for this device', tone: 'success' }));
    }
    yield put(pushDone());
  },
  (failure) => [pushFailed(failure), failureShown(failure)],
);

const turnOff = withFailure(function* ({ payload: { _id, isCurrent } }: ReturnType<typeof pushOffRequested>) {
  yield* callEndpoint(pushRoutes.removePushSubscription, { params: { id: _id } });
  if (isCurrent) {
    pushDeviceStore.remove();
    yield call(forgetNotifications);
  }
  yield put(deviceRemoved(_id));
  yield put(pushDone());
}, pushFailed);

/** After a new login on a device where this account wants them, or if the browser has replaced its subscription. */
function* resume() {
  const user = yield* selectState(selectCurrentUser);
  const known = pushDeviceStore.read();
  if (!user || known?.accountId !== user._id || readPushPermission() !== 'granted') return;
  if (!(yield* selectState(selectHasPush))) return;
  try {
    const subscription = yield* subscribe();
    if (subscription.endpoint !== known.endpoint) yield* register(subscription);
  } catch {
    // The next page tries again.
  }
}

/** Asked in context: somebody has just chosen whom to hear from. */
function* offer() {
  const offeredAt = pushOfferStore.read() ?? 0;
  if (readPushPermission() !== 'default' || Date.now() - offeredAt < OFFER_AGAIN_MS) return;
  if (!(yield* selectState(selectHasPush))) return;
  yield delay(OFFER_AFTER_MS);
  pushOfferStore.write(Date.now());
  yield put(toastShown({ text: 'Hear when they post or go live?', action: 'Notify me', onAction: pushOnRequested() }));
}

export const pushFeature: Feature = {
  name: 'push',
  reducer: pushSlice.reducer,
  *browserSaga() {
    yield put(permissionRead(readPushPermission()));
    yield takeLatest(pushDevicesRequested, loadDevices);
    yield takeLeading(pushOnRequested, turnOn);
    yield takeLeading(pushOffRequested, turnOff);
    yield takeEvery(followStored, function* followed({ payload: { isFollowed } }) {
      if (isFollowed) yield* offer();
    });
    yield takeEvery(subscriptionChanged, offer);
    yield takeLeading(currentUserLoaded, resume);
    yield* resume();
  },
};
