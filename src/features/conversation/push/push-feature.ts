import { call, delay, put, takeLatest, takeLeading } from 'redux-saga/effects';
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
import { creatorHomeOpened, followStored, messageDelivered, subscriptionChanged } from '@/store/intents';
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

/** Actions after which notifications make sense. */
const occasions = [followStored, subscriptionChanged, messageDelivered, creatorHomeOpened];
type Occasion = ReturnType<(typeof occasions)[number]>;

function describeOffer(action: Occasion): string | null {
  if (followStored.match(action)) return action.payload.isFollowed ? 'Hear when they post or go live?' : null;
  if (messageDelivered.match(action)) return 'Hear when they reply?';
  if (creatorHomeOpened.match(action)) return 'Hear about new fans, sales and messages?';
  return 'Hear when they post or go live?';
}

/** Asked in context: somebody has just chosen whom to hear from. */
function* offer(action: Occasion) {
  const text = describeOffer(action);
  const offeredAt = pushOfferStore.read();
  if (text === null || readPushPermission() !== 'default') return;
  if (offeredAt !== undefined && Date.now() - offeredAt < OFFER_AGAIN_MS) return;
  // Creators open their home every day: they are asked there only if they never were.
  if (offeredAt !== undefined && creatorHomeOpened.match(action)) return;
  if (!(yield* selectState(selectHasPush))) return;
  yield delay(OFFER_AFTER_MS);
  pushOfferStore.write(Date.now());
  yield put(toastShown({ text, action: 'Notify me', onAction: pushOnRequested() }));
}

export const pushFeature: Feature = {
  name: 'push',
  reducer: pushSlice.reducer,
  *browserSaga() {
    yield put(permissionRead(readPushPermission()));
    yield takeLatest(pushDevicesRequested, loadDevices);
    yield takeLeading(pushOnRequested, turnOn);
    yield takeLeading(pushOffRequested, turnOff);
    // Not twice for two messages in a row.
    yield takeLeading(occasions, offer);
    yield takeLeading(currentUserLoaded, resume);
    yield* resume();
  },
};
