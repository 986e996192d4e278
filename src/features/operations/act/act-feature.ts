import { put, takeLeading } from 'redux-saga/effects';
import type { EndpointInput, EndpointName } from '@contract/schemas';
import { toastShown } from '@/features/site/ui/ui-slice';
import type { Feature } from '@/store/feature';
import { withFailure } from '@/store/with-failure';
import { callWithReauth } from '@/store/with-reauth';
import { actCalledOff, actDone, actFailed, actReplied, actRequested, actSlice } from './act-slice';

function* act({ payload: { route, input, said, key } }: ReturnType<typeof actRequested>) {
  const reply = yield* callWithReauth(
    route,
    input as EndpointInput<EndpointName>,
    route.idempotent ? { idempotencyKey: key } : undefined,
  );
  if (!reply) {
    yield put(actCalledOff());
    return;
  }
  yield put(actReplied({ name: route.name, data: reply.data }));
  yield put(actDone());
  yield put(toastShown({ text: said, tone: 'success' }));
}

/** Acts of the operator, for every page of the console. Needs the reauth feature beside it. */
export const actFeature: Feature = {
  name: 'act',
  reducer: actSlice.reducer,
  *browserSaga() {
    yield takeLeading(actRequested, withFailure(act, actFailed));
  },
};
