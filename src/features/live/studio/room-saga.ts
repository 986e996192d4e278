import { delay, put, takeLatest } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { fetchFresh } from '@/store/fetch-fresh';
import { takeInOrder, takeLeadingBy } from '@/store/take-by';
import { withFailure } from '@/store/with-failure';
import { selectListsRestrictions, selectOwnShow, selectStudio, type EditSheet } from './studio-state';
import * as studio from './studio-slice';

const WATCHERS = 100;
const MUTE_MINUTES = 10;
const MINUTE_MS = 60_000;

function* loadWatchers() {
  const show = yield* selectState(selectOwnShow);
  if (!show) return;
  const { data: rows, total } = yield* callEndpoint(streamRoutes.listStreamViewers, {
    params: { id: show._id },
    query: { limit: WATCHERS },
  });
  yield put(studio.watchersLoaded({ rows, total }));
}

/** A reload of the page forgets them. */
function* loadRestrictions() {
  const show = yield* selectState(selectOwnShow);
  if (!show || !(yield* selectState(selectListsRestrictions))) return;
  try {
    const { data } = yield* fetchFresh(
      () => callEndpoint(streamRoutes.listRestrictions, { params: { id: show._id } }),
      [studio.restrictionStored.type, studio.restrictionLifted.type],
    );
    const rows = data.map(({ userId, name, kind, until }) => ({
      userId,
      name: name || 'This fan',
      kind,
      until: until === null ? null : Date.parse(until),
    }));
    yield put(studio.restrictionsLoaded(rows));
  } catch {
    // The restrictions of this visit are still shown.
  }
}

/** Offers no end of a mute that has ended. */
function* endMutes() {
  const { restricted } = yield* selectState(selectStudio);
  const next = Math.min(...restricted.map(({ until }) => until ?? Infinity));
  if (next === Infinity) return;
  yield delay(Math.max(0, next - Date.now()));
  yield put(studio.mutesEnded(Math.max(next, Date.now())));
}

function* restrict({ payload }: ReturnType<typeof studio.restrictionRequested>) {
  const show = yield* selectState(selectOwnShow);
  if (!show) return;
  const { userId, kind, name } = payload;
  const body = { userId, kind, ...(kind === 'mute' && { minutes: MUTE_MINUTES }) };
  yield* callEndpoint(streamRoutes.restrictViewer, { params: { id: show._id }, body });
  const until = kind === 'mute' ? Date.now() + MUTE_MINUTES * MINUTE_MS : null;
  yield put(studio.restrictionStored({ ...payload, until }));
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

/** The open sheet shows why its own edit failed; all other failures are shown as notices. */
function* editShow({ payload: body }: ReturnType<typeof studio.showEditRequested>) {
  const show = yield* selectState(selectOwnShow);
  if (!show) return;
  try {
    const changed = yield* callEndpoint(streamRoutes.updateLiveStream, { params: { id: show._id }, body });
    yield put(studio.showChanged(changed));
    yield put(studio.showEditStored());
  } catch (error) {
    const failure = toFailure(error);
    const { sheet } = yield* selectState(selectStudio);
    const isInSheet = sheet !== null && sheet === getSheet(body);
    yield put(studio.showEditFailed(isInSheet ? failure : null));
    if (!isInSheet) yield put(failureShown(failure));
  }
}

/** @returns null for a pin, which is set in the chat itself */
function getSheet(edit: studio.ShowEdit): EditSheet | null {
  if ('pinnedMessageId' in edit) return null;
  return 'chat' in edit ? 'chat' : 'show';
}

export function* roomSaga() {
  yield takeLatest(
    studio.watchersRequested,
    withFailure(loadWatchers, () => studio.watchersFailed()),
  );
  yield takeLatest(studio.wentLive, loadRestrictions);
  yield takeLatest(
    [studio.restrictionsLoaded, studio.restrictionStored, studio.restrictionLifted, studio.mutesEnded],
    endMutes,
  );
  // By kind, too: a fan can be removed while the mute is pending.
  yield takeLeadingBy(
    studio.restrictionRequested,
    ({ payload }) => `${payload.userId} ${payload.kind}`,
    withFailure(restrict, failureShown),
  );
  yield takeLeadingBy(studio.liftRequested, ({ payload }) => payload.userId, withFailure(lift, failureShown));
  yield takeInOrder(studio.showEditRequested, editShow);
}
