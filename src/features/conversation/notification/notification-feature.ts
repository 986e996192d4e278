import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';
import { notificationSaga } from './notification-saga';
import { listRequested, notificationHeard, notificationSlice, type Notification } from './notification-slice';

/** What happened to the signed-in account and its work. */
export const notificationFeature: Feature = {
  name: 'notification',
  reducer: notificationSlice.reducer,
  saga: notificationSaga,
  socket: { send_notification: (payload: Notification) => notificationHeard(payload) },
  catchUp: listAnew,
  resync: listAnew,
};

function listAnew({ notification }: StoreState) {
  return notification.status === 'idle' ? [] : [listRequested({})];
}
