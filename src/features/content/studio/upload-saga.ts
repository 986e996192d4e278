import { buffers, type Channel } from 'redux-saga';
import { actionChannel, call, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { isHeic } from '@/lib/heic';
import { findPickedFile } from '@/services/picked-file-store';
import { selectHasExtension } from '@/store/backend';
import { selectState } from '@/store/call-endpoint';
import { dropRemoved, dropUnneeded, releaseUploads, saveOnDevice } from './device-files';
import type { DraftFile, FilePlace } from './draft';
import { awaitProcessing, FIRST_POLL_MS, isOwnFile, retryProcessing } from './file-processing';
import { getContentError, selectHasReadableKinds } from './file-rules';
import { getPickedFiles } from './picked-files';
import { studioKinds } from './studio-kinds';
import * as studio from './studio-slice';
import { uploadEvents } from './upload-reducer';
import { uploadWithRetries, uploadWhole, type UploadedFile } from './upload-sending';
import { findFileId, getPosition, isSending } from './upload-step';

/** Number of parallel uploads: enough to use a connection fully, but not to block other calls. */
const WORKERS = 3;

type Queue = Channel<ReturnType<typeof uploadEvents.queued>>;

export function* uploadSaga() {
  const queue = (yield actionChannel(uploadEvents.queued, buffers.expanding(16))) as Queue;
  /** `localId` of files that a worker is uploading, so that a file queued twice is uploaded once. */
  const claimed = new Set<string>();
  for (let worker = 0; worker < WORKERS; worker += 1) yield fork(runWorker, queue, claimed);
  yield fork(dropUnneeded);
  yield takeEvery(studio.filePicked, addPicked);
  yield takeEvery(studio.fileChosenAgain, addChosenAgain);
  yield takeEvery(studio.fileRetryRequested, retryUpload);
  yield takeEvery([uploadEvents.removed, studio.draftClosed, studio.draftClosedElsewhere], dropRemoved);
  yield takeEvery(studio.draftLockChanged, releaseUploads);
}

function* runWorker(queue: Queue, claimed: Set<string>) {
  for (;;) {
    const { place } = ((yield take(queue)) as ReturnType<typeof uploadEvents.queued>).payload;
    if (claimed.has(place.localId)) continue;
    claimed.add(place.localId);
    try {
      yield* upload(place);
    } finally {
      claimed.delete(place.localId);
    }
  }
}

/** Skips a file that was paused, removed or taken over by another tab while it was queued. */
function* upload(place: FilePlace) {
  const { files, uploadIds } = yield* getPickedFiles();
  const draftFile = yield* selectState(studio.selectFile(place));
  const kind = yield* selectState((state) => state.studio.writing.drafts[place.key]?.kind);
  if (draftFile?.upload.step !== 'queued' || !kind || !(yield* isOwnFile(place))) return;
  const file = files.get(place.localId);
  if (!file) {
    yield put(uploadEvents.fileNotFound({ place }));
    return;
  }
  const way = studioKinds[kind].upload(place.slot, draftFile.kind);
  const canResume = yield* selectState(selectHasExtension('resumableUploads'));
  if (!way.route && !canResume) {
    yield put(uploadEvents.held({ place }));
    return;
  }
  yield put(uploadEvents.started({ place }));
  const { sent } = (yield race({
    sent:
      canResume || !way.route ? call(uploadWithRetries, place, way, file) : call(uploadWhole, place, way.route, file),
    stopped: call(waitUntilStopped, place),
  })) as { sent?: UploadedFile };
  if (!sent) return;
  files.delete(place.localId);
  uploadIds.delete(place.localId);
  const { fileId, isReady } = sent;
  yield put(uploadEvents.finished({ place, fileId, isReady }));
  yield fork(dropUnneeded);
  if (!isReady) yield fork(awaitProcessing, place, fileId, canResume ? 0 : FIRST_POLL_MS);
}

function* waitUntilStopped(place: FilePlace) {
  while ((yield* isOwnFile(place)) && isSending(yield* selectState(studio.selectUpload(place))))
    yield take([
      uploadEvents.paused,
      uploadEvents.removed,
      studio.draftClosed,
      studio.draftClosedElsewhere,
      studio.draftLockChanged,
    ]);
}

function* addPicked({ payload: { slot, draftFile, file } }: ReturnType<typeof studio.filePicked>) {
  if (draftFile.upload.step === 'failed') return;
  yield* checkAndQueue({ key: yield* selectState(studio.selectOpenKey), slot, localId: draftFile.localId }, file);
}

function* addChosenAgain({ payload: { place, file } }: ReturnType<typeof studio.fileChosenAgain>) {
  const draftFile = yield* selectState(studio.selectFile(place));
  if (!draftFile) return;
  if (file.name !== draftFile.name || file.size !== draftFile.size) {
    yield put(toastShown({ text: `This is another file. Choose ${draftFile.name}.`, tone: 'error' }));
    return;
  }
  yield* checkAndQueue(place, file);
}

function* checkAndQueue(place: FilePlace, file: File) {
  const draftFile = yield* selectState(studio.selectFile(place));
  if (!draftFile) return;
  const knowsKinds = yield* selectState(selectHasReadableKinds);
  const reason = (yield call(getContentError, file, draftFile.kind, knowsKinds)) as string | null;
  if (reason !== null) {
    yield put(uploadEvents.rejected({ place, reason, previewUrl: null }));
    return;
  }
  if (!(yield* selectState(studio.selectFile(place)))) return;
  const { files } = yield* getPickedFiles();
  files.set(place.localId, file);
  yield fork(saveOnDevice, place, file);
  yield put(uploadEvents.queued({ place }));
}

function* retryUpload({ payload: { place } }: ReturnType<typeof studio.fileRetryRequested>) {
  const upload = yield* selectState(studio.selectUpload(place));
  if (upload.step === 'failed' && upload.fileId !== null) yield* retryProcessing(place, upload.fileId);
  else yield put(uploadEvents.queued({ place }));
}

/** Continues with a file of a restored draft: polls it if it was uploaded, else sends it. */
export function* followFile(file: DraftFile, place: FilePlace) {
  const fileId = findFileId(file);
  yield fileId === null ? fork(resumeFile, place) : fork(awaitProcessing, place, fileId);
}

function* resumeFile(place: FilePlace) {
  const me = yield* selectState(selectCurrentUser);
  const draftFile = yield* selectState(studio.selectFile(place));
  if (!me || !draftFile || draftFile.storedId !== null) return;
  const { files, uploadIds } = yield* getPickedFiles();
  const { uploadId } = getPosition(draftFile.upload);
  if (uploadId !== null) uploadIds.set(place.localId, uploadId);
  const saved = (yield call(findPickedFile, me._id, place.localId)) as File | undefined;
  const file = saved ?? files.get(place.localId);
  if (!(yield* isOwnFile(place))) return;
  if (!file) {
    yield put(uploadEvents.fileNotFound({ place }));
    return;
  }
  files.set(place.localId, file);
  if (draftFile.kind === 'photo' && !isHeic(file))
    yield put(studio.filePreviewed({ place, previewUrl: URL.createObjectURL(file) }));
  yield put(studio.fileSavedOnDevice({ place, isOnDevice: saved !== undefined }));
  yield put(uploadEvents.recovered({ place }));
  const { step } = yield* selectState(studio.selectUpload(place));
  if (step === 'queued') yield put(uploadEvents.queued({ place }));
}
