import { put } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import { failureShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import { createToggle } from '@/store/create-toggle';
import { reminderChanged, type ReminderChange } from '@/store/intents';

/** The post and the waiting room of its show store whether the reminder is set. */
export const toggleReminder = createToggle<ReminderChange>({
  getKey: ({ postId }) => postId,
  isOn: ({ isReminded }) => isReminded,
  *show(change) {
    yield put(reminderChanged(change));
  },
  *send({ postId: id, isReminded }) {
    const route = isReminded ? streamRoutes.setShowReminder : streamRoutes.removeShowReminder;
    yield* callEndpoint(route, { params: { id } });
  },
  *revert(error, sent) {
    yield put(reminderChanged({ ...sent, isReminded: !sent.isReminded }));
    yield put(failureShown(toFailure(error)));
  },
});
