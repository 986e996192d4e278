import type { Feature } from '@/store/feature';
import { notificationSaga } from './notification-saga';
import { listRequested, notificationHeard, notificationSlice, type Notification } from './notification-slice';

/** What happened to the signed-in account and its work. */
export const notificationFeature: Feature = {
  name: 'notification',
  reducer: notificationSlice.reducer,
  saga: notificationSaga,
  socket: { send_notification: (payload: Notification) => notificationHeard(payload) },
  resync: ({ notification }) => (notification.status === 'idle' ? [] : [listRequested({})]),
};
