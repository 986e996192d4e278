import { createAction } from '@reduxjs/toolkit';
import { call, delay, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import { referenceRoutes } from '@contract/site/reference-routes';
import { ApiError } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { sendFile } from '@/store/upload-channel';
import type { DraftFile } from './draft';
import { picked } from './picked-files';
import { studioKinds, type UploadRoute } from './studio-kind';
import * as studio from './studio-slice';

/** Files on their way at a time: enough to fill a line, with room for other calls. */
const atATime = 3;
/** Milliseconds before the first look at a file that is being prepared, and between the others. Wire contract 1.8. */
const firstLookMs = 1_500;
const lookMs = 5_000;
/** Milliseconds after which a speed says something. */
const speedMs = 3_000;

/** One of the uploads has ended. */
const lineFreed = createAction('studio/lineFreed');

const change = (place: studio.FilePlace, part: Partial<DraftFile>) => put(studio.fileChanged({ place, part }));

/** Waits until nobody wants the file any more: it was taken out, or its draft is closed. */
function* untilGone(place: studio.FilePlace) {
  while (yield* selectState(studio.selectFile(place))) yield take([studio.fileRemoved, studio.draftClosed]);
}

function* upload(place: studio.FilePlace) {
  const draftFile = yield* selectState(studio.selectFile(place));
  const file = picked.get(place.localId);
  const kind = yield* selectState((state) => state.studio.writing.drafts[place.key]?.kind);
  // Taken out while it waited its turn.
  if (!draftFile || !file || !kind) return;
  const { route } = studioKinds[kind].upload(place.slot, draftFile.kind);
  if (!route) {
    yield change(place, { status: 'held', error: null });
    return;
  }
  yield change(place, { status: 'uploading', progress: 0, error: null });
  yield race([call(sendUp, place, route, file), call(untilGone, place)]);
}

function* sendUp(place: studio.FilePlace, route: UploadRoute, file: File): Generator<unknown, void> {
  const startedAt = Date.now();
  const sent = yield* sendFile(route, file, (progress) =>
    change(place, { progress, secondsLeft: secondsLeft(progress, Date.now() - startedAt) }),
  );
  if ('error' in sent) {
    yield change(place, { status: 'failed', ...sent });
    return;
  }
  picked.delete(place.localId);
  const { _id: fileId, status } = sent.reply;
  const isReady = status !== 'processing';
  yield change(place, { status: isReady ? 'ready' : 'processing', progress: 1, secondsLeft: null, fileId });
  if (!isReady) yield fork(awaitFile, place, fileId, firstLookMs);
}

function secondsLeft(progress: number, elapsedMs: number): number | null {
  if (progress <= 0 || elapsedMs < speedMs) return null;
  return Math.ceil(((elapsedMs / progress) * (1 - progress)) / 1000);
}

/** Looks until the server has prepared a file, or the file is gone. @param waitMs before the first look. */
export function* awaitFile(place: studio.FilePlace, fileId: string, waitMs = 0) {
  yield race([call(lookUntilReady, place, fileId, waitMs), call(untilGone, place)]);
}

function* lookUntilReady(place: studio.FilePlace, fileId: string, waitMs: number) {
  for (let wait = waitMs; ; wait = lookMs) {
    if (wait > 0) yield delay(wait);
    try {
      const file = yield* callEndpoint(referenceRoutes.getFileStatus, { params: { id: fileId }, query: {} });
      if (file.status === 'processing') continue;
      const isReady = file.status !== 'error';
      const error = isReady ? null : 'This file could not be read. Save it in another format and try again.';
      const previewUrl = file.thumbnails?.[0];
      yield change(place, { status: isReady ? 'ready' : 'failed', error, ...(previewUrl && { previewUrl }) });
      return;
    } catch (error) {
      // Swept away after a day, or another's.
      if (error instanceof ApiError && error.status === 404) {
        yield change(place, { status: 'failed', error: 'This file is no longer here. Add it again.', fileId: null });
        return;
      }
      // No connection now: look again later.
    }
  }
}

/** Sends picked files up, some at a time, wherever in the app their creator looks meanwhile. */
export function* uploadSaga() {
  let running = 0;
  const isFull = () => running >= atATime;

  /** Waits for its turn, in the order of asking. */
  function* send(place: studio.FilePlace) {
    yield change(place, { status: 'waiting', progress: 0, secondsLeft: null, error: null, canRetry: false });
    while (isFull()) yield take(lineFreed);
    running += 1;
    try {
      yield* upload(place);
    } finally {
      running -= 1;
      yield put(lineFreed());
    }
  }

  yield takeEvery(studio.filePicked, function* pick({ payload: { slot, draftFile, file } }) {
    if (draftFile.status === 'failed') return;
    picked.set(draftFile.localId, file);
    yield* send({ key: yield* selectState(studio.selectOpenKey), slot, localId: draftFile.localId });
  });
  yield takeEvery(studio.fileRetried, ({ payload }) => send(payload));
  yield takeEvery([studio.fileRemoved, studio.draftClosed], forgetGone);
}

/** Lets go of what no draft holds any more. */
function* forgetGone() {
  const drafts = yield* selectState((state) => state.studio.writing.drafts);
  const known = new Set(
    Object.values(drafts)
      .flatMap((draft) => [...draft.files, ...draft.thumbnail, ...draft.teaser])
      .map((f) => f.localId),
  );
  for (const localId of picked.keys()) if (!known.has(localId)) picked.delete(localId);
}
