import { put, takeLatest, takeLeading } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { takeLeadingBy } from '@/store/take-by';
import { withFailure } from '@/store/with-failure';
import { selectOwnShow } from './studio-state';
import * as studio from './studio-slice';

const WATCHERS = 100;
const MUTE_MINUTES = 10;

function* loadWatchers() {
  const show = yield* selectState(selectOwnShow);
  if (!show) return;
  const { data: rows, total } = yield* callEndpoint(streamRoutes.listStreamViewers, {
    params: { id: show._id },
    query: { limit: WATCHERS },
  });
  yield put(studio.watchersLoaded({ rows, total }));
}

function* restrict({ payload }: ReturnType<typeof studio.restrictionRequested>) {
  const show = yield* selectState(selectOwnShow);
  if (!show) return;
  const { userId, kind, name } = payload;
  const body = { userId, kind, ...(kind === 'mute' && { minutes: MUTE_MINUTES }) };
  yield* callEndpoint(streamRoutes.restrictViewer, { params: { id: show._id }, body });
  yield put(studio.restrictionStored(payload));
  yield put(
    toastShown({
      text: kind === 'mute' ? `${name} is muted for ${MUTE_MINUTES} minutes` : `${name} was removed from this show`,
      action: 'Undo',
      onAction: studio.liftRequested({ userId }),
    }),
  );
}

function* lift({ payload }: ReturnType<typeof studio.liftRequested>) {
  const show = yield* selectState(selectOwnShow);
  if (!show) return;
  yield* callEndpoint(streamRoutes.liftRestriction, { params: { id: show._id, userId: payload.userId } });
  yield put(studio.restrictionLifted(payload));
}

function* editShow({ payload: body }: ReturnType<typeof studio.showEditRequested>) {
  const show = yield* selectState(selectOwnShow);
  if (!show) return;
  const changed = yield* callEndpoint(streamRoutes.updateLiveStream, { params: { id: show._id }, body });
  yield put(studio.showChanged(changed));
  yield put(studio.showEditStored());
}

export function* roomSaga() {
  yield takeLatest(
    studio.watchersRequested,
    withFailure(loadWatchers, () => studio.watchersFailed()),
  );
  const getUserId = ({ payload }: { payload: { userId: string } }) => payload.userId;
  yield takeLeadingBy(studio.restrictionRequested, getUserId, withFailure(restrict, failureShown));
  yield takeLeadingBy(studio.liftRequested, getUserId, withFailure(lift, failureShown));
  yield takeLeading(
    studio.showEditRequested,
    withFailure(editShow, (failure, { payload }) => [
      studio.showEditFailed(failure),
      // All other edits are made in sheets, which show the failure.
      ...('pinnedMessageId' in payload ? [failureShown(failure)] : []),
    ]),
  );
}
